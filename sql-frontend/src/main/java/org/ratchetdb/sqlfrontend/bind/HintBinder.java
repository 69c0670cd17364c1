package org.ratchetdb.sqlfrontend.bind;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.IndexState;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.Hint;
import org.ratchetdb.sqlfrontend.bound.BoundHints;

/** Checks hints: names per place, values per name, indexes against the schema. */
final class HintBinder {
  private static final String BASE_TABLE = "_BASE_TABLE";
  private static final int SEEKABLE_KEY_SIZE_MAX = 16;
  private static final int PDML_PARALLELISM_MAX = 1_000;
  private static final int OPTIMIZER_VERSION_MAX = 9;
  private static final Set<String> OPTIMIZER_VERSIONS = Set.of("latest_version", "default_version");

  /** Value words of a hint; any integer, name or string where the set is empty. */
  private static final Set<String> BOOLS = Set.of("TRUE", "FALSE");

  private static final Set<String> FREE = Set.of();

  private static final Set<String> JOIN_METHODS =
      Set.of("HASH_JOIN", "APPLY_JOIN", "MERGE_JOIN", "PUSH_BROADCAST_HASH_JOIN");

  private static final Map<String, Set<String>> JOIN =
      Map.of(
          "FORCE_JOIN_ORDER", BOOLS,
          "JOIN_METHOD", JOIN_METHODS,
          "JOIN_TYPE", Set.of("HASH_JOIN", "APPLY_JOIN", "MERGE_JOIN", "LOOP_JOIN"),
          "HASH_JOIN_BUILD_SIDE", Set.of("BUILD_LEFT", "BUILD_RIGHT"),
          "HASH_JOIN_EXECUTION", Set.of("MULTI_PASS", "ONE_PASS"),
          "BATCH_MODE", BOOLS,
          "FACTORIZED_MODE", Set.of("FACTORIZE_LEFT", "FACTORIZE_RIGHT", "FACTORIZE_BOTH"));

  private static final Map<String, Set<String>> TABLE =
      Map.of(
          "FORCE_INDEX", FREE,
          "GROUPBY_SCAN_OPTIMIZATION", BOOLS,
          "INDEX_STRATEGY", Set.of("FORCE_INDEX_UNION"),
          "SEEKABLE_KEY_SIZE", FREE,
          "SCAN_METHOD", Set.of("AUTO", "BATCH", "ROW", "COLUMNAR", "NO_COLUMNAR"));

  private static final Map<String, Set<String>> GROUP =
      Map.of(
          "GROUP_METHOD", Set.of("HASH_GROUP", "STREAM_GROUP"),
          "GROUP_TYPE", Set.of("HASH_GROUP", "STREAM_GROUP"));

  private static final Map<String, Set<String>> FUNCTION = Map.of("DISABLE_INLINE", BOOLS);

  private static final Map<String, Set<String>> STATEMENT = statementHints();

  private final BindContext context;

  /** The index that a hint before the statement forces, or null. */
  private @Nullable Index statementIndex;

  HintBinder(BindContext context) {
    this.context = context;
  }

  private static Map<String, Set<String>> statementHints() {
    Map<String, Set<String>> map = new LinkedHashMap<>();
    map.put("USE_ADDITIONAL_PARALLELISM", BOOLS);
    map.put("OPTIMIZER_VERSION", FREE);
    map.put("OPTIMIZER_STATISTICS_PACKAGE", FREE);
    map.put("ALLOW_DISTRIBUTED_MERGE", BOOLS);
    map.put("LOCK_SCANNED_RANGES", Set.of("EXCLUSIVE", "SHARED"));
    map.put("SCAN_METHOD", Set.of("AUTO", "BATCH", "ROW", "COLUMNAR", "NO_COLUMNAR"));
    map.put("EXECUTION_METHOD", Set.of("DEFAULT", "BATCH", "ROW"));
    map.put("USE_UNENFORCED_FOREIGN_KEY", BOOLS);
    map.put("ALLOW_TIMESTAMP_PREDICATE_PUSHDOWN", BOOLS);
    map.put("FORCE_INDEX", FREE);
    map.put("PDML_MAX_PARALLELISM", FREE);
    map.put("PARAMETER_SENSITIVE", FREE);
    map.put("ENABLE_ADAPTIVE_PLANS", BOOLS);
    map.put("CONSTANT_FOLDING", FREE);
    map.put("STATEMENT_TAG", FREE);
    map.put("RPC_PRIORITY", FREE);
    map.put("INDEX_STRATEGY", Set.of("FORCE_INDEX_UNION"));
    map.putAll(GROUP);
    for (Map.Entry<String, Set<String>> join : JOIN.entrySet()) {
      map.put(join.getKey(), join.getValue());
    }
    return map;
  }

  BoundHints statement(List<Hint> hints) {
    if (hints.isEmpty()) {
      return BoundHints.NONE;
    }
    BoundHints bound = bind(hints, "statement", STATEMENT, null);
    if (statementIndex == null) {
      return bound;
    }
    Map<String, String> others = new HashMap<>(bound.values());
    others.remove("FORCE_INDEX");
    return new BoundHints(others);
  }

  BoundHints join(List<Hint> hints) {
    return hints.isEmpty() ? BoundHints.NONE : bind(hints, "join", JOIN, null);
  }

  BoundHints group(List<Hint> hints) {
    return hints.isEmpty() ? BoundHints.NONE : bind(hints, "group", GROUP, null);
  }

  /** Hints behind a function call or IN; they have no effect on the result. */
  void function(List<Hint> hints) {
    if (!hints.isEmpty()) {
      Map<String, Set<String>> known = new LinkedHashMap<>(FUNCTION);
      known.putAll(JOIN);
      bind(hints, "function", known, null);
    }
  }

  /** Hints at a table; null for a subquery or a system table. */
  BoundHints table(List<Hint> hints, @Nullable Table table) {
    BoundHints bound = hints.isEmpty() ? BoundHints.NONE : bind(hints, "table", TABLE, table);
    Index forced = statementIndex;
    if (forced == null
        || table == null
        || table.id() != forced.tableId()
        || bound.values().containsKey("FORCE_INDEX")) {
      return bound;
    }
    Map<String, String> all = new HashMap<>(bound.values());
    all.put("FORCE_INDEX", forced.name());
    return new BoundHints(all);
  }

  private BoundHints bind(
      List<Hint> hints, String place, Map<String, Set<String>> known, @Nullable Table table) {
    Map<String, String> values = new LinkedHashMap<>();
    for (Hint hint : hints) {
      if (hint.engine() != null && !hint.engine().name().equalsIgnoreCase("spanner")) {
        continue;
      }
      String key = hint.key().name().toUpperCase(Locale.ROOT);
      Set<String> allowed = known.get(key);
      if (allowed == null) {
        throw context.errors.error(
            ErrorCode.INVALID_ARGUMENT,
            "Unsupported hint: "
                + hint.key().name()
                + ". Hints of a "
                + place
                + ": "
                + String.join(", ", new TreeSet<>(known.keySet()))
                + ".",
            hint.begin());
      }
      String value = value(hint);
      if (key.equals("FORCE_INDEX")) {
        value = forcedIndex(hint, value, table);
      } else if (key.equals("SEEKABLE_KEY_SIZE")) {
        checkNumber(hint, value, 0, SEEKABLE_KEY_SIZE_MAX);
      } else if (key.equals("PDML_MAX_PARALLELISM")) {
        checkNumber(hint, value, 1, PDML_PARALLELISM_MAX);
      } else if (key.equals("OPTIMIZER_VERSION")) {
        if (!OPTIMIZER_VERSIONS.contains(value.toLowerCase(Locale.ROOT))) {
          checkNumber(hint, value, 1, OPTIMIZER_VERSION_MAX);
        }
      } else if (!allowed.isEmpty()) {
        value = value.toUpperCase(Locale.ROOT);
        if (!allowed.contains(value)) {
          throw badValue(hint, value);
        }
      }
      if (key.equals("JOIN_TYPE") && JOIN_METHODS.contains(value)) {
        key = "JOIN_METHOD"; // the older name
      }
      if (values.put(key, value) != null) {
        throw context.errors.error(
            ErrorCode.INVALID_ARGUMENT,
            "Multiple values for hint: " + hint.key().name(),
            hint.begin());
      }
    }
    return new BoundHints(values);
  }

  private String value(Hint hint) {
    Expression value = hint.value();
    if (value instanceof Expression.Name name) {
      return name.name().text();
    }
    if (value instanceof Expression.StringLiteral text) {
      return text.value();
    }
    if (value instanceof Expression.IntegerLiteral number) {
      return number.text();
    }
    if (value instanceof Expression.BooleanLiteral bool) {
      return bool.value() ? "TRUE" : "FALSE";
    }
    throw badValue(hint, "NULL");
  }

  private RuntimeException badValue(Hint hint, String value) {
    return context.errors.error(
        ErrorCode.INVALID_ARGUMENT,
        "Invalid hint value for: " + hint.key().name() + " hint: " + value + ".",
        hint.begin());
  }

  private void checkNumber(Hint hint, String value, int min, int max) {
    boolean digits = !value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!digits || value.length() > 4) {
      throw badValue(hint, value);
    }
    int number = Integer.parseInt(value);
    if (number < min || number > max) {
      throw badValue(hint, value);
    }
  }

  /** An index before the statement speaks of its own table, wherever the statement reads it. */
  private String statementIndex(Hint hint, String value) {
    for (Index index : context.schema.indexes()) {
      if (context.sameName(index.name(), value) && index.state() == IndexState.READ_WRITE) {
        statementIndex = index;
        return index.name();
      }
    }
    throw badValue(hint, value);
  }

  private String forcedIndex(Hint hint, String value, @Nullable Table table) {
    if (value.equalsIgnoreCase(BASE_TABLE)) {
      return BASE_TABLE;
    }
    if (table == null) {
      return statementIndex(hint, value);
    }
    for (Index index : context.schema.indexesOf(table.id())) {
      if (context.sameName(index.name(), value) && index.state() == IndexState.READ_WRITE) {
        return index.name();
      }
    }
    throw context.errors.error(
        ErrorCode.INVALID_ARGUMENT,
        "The table " + table.name() + " does not have a secondary index called " + value,
        hint.begin());
  }
}
