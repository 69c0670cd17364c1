package org.ratchetdb.catalog.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Sequence;
import org.ratchetdb.catalog.spec.DefaultSpec;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;

/** What holds for one column by itself. Messages name it {@code table.column}. */
final class ColumnRules {
  private static final Set<TypeKind> NEVER_STORED =
      Set.of(TypeKind.UNKNOWN, TypeKind.STRUCT, TypeKind.INTERVAL, TypeKind.PG_OID);
  private static final Set<TypeKind> NEVER_IN_KEYS =
      Set.of(
          TypeKind.ARRAY, TypeKind.JSON, TypeKind.PG_JSONB, TypeKind.PG_NUMERIC, TypeKind.FLOAT32);

  private ColumnRules() {}

  static boolean mayBeInKey(SqlType type) {
    return !NEVER_IN_KEYS.contains(type.kind()) && !NEVER_STORED.contains(type.kind());
  }

  static SqlType scalarOf(SqlType type) {
    return type.is(TypeKind.ARRAY) ? type.elementType() : type;
  }

  static void checkType(Dialect dialect, String table, String column, SqlType type) {
    SqlType scalar = scalarOf(type);
    if (NEVER_STORED.contains(scalar.kind()) || scalar.is(TypeKind.ARRAY)) {
      throw Errors.invalid(
          "Column "
              + table
              + "."
              + column
              + " has type "
              + type.name(dialect)
              + ", which cannot be stored.");
    }
  }

  /** Checks a declared length and returns it in the model's form: 0 for none. */
  static long checkLength(
      Dialect dialect, String table, String column, SqlType type, @Nullable Long length) {
    if (length == null) {
      return 0;
    }
    long max =
        switch (scalarOf(type).kind()) {
          case STRING -> SchemaLimits.STRING_LENGTH_MAX;
          case BYTES -> SchemaLimits.BYTES_LENGTH_MAX;
          default ->
              throw Errors.invalid(
                  "Column "
                      + table
                      + "."
                      + column
                      + " of type "
                      + type.name(dialect)
                      + " cannot have a length.");
        };
    if (length < 1 || length > max) {
      throw Errors.invalid(
          "Bad length for column "
              + table
              + "."
              + column
              + ": "
              + length
              + " : Allowed length range: [1, "
              + max
              + "].");
    }
    return length;
  }

  static void checkCommitTimestampOption(String table, String column, SqlType type) {
    if (!type.is(TypeKind.TIMESTAMP)) {
      throw Errors.precondition(
          "Column "
              + table
              + "."
              + column
              + " has invalid allow_commit_timestamp option.  Option only allowed on TIMESTAMP"
              + " columns.");
    }
  }

  /** Only {@code PENDING_COMMIT_TIMESTAMP()} goes with the option, and needs it. */
  static void checkDefault(
      String table, String column, @Nullable DefaultSpec spec, boolean allowCommitTimestamp) {
    if (spec == null) {
      return;
    }
    if (spec.pendingCommitTimestamp() && !allowCommitTimestamp) {
      throw Errors.precondition(
          "Cannot use default value expression PENDING_COMMIT_TIMESTAMP() on column `"
              + column
              + "` without the allow_commit_timestamp column option.");
    }
    if (!spec.pendingCommitTimestamp() && allowCommitTimestamp) {
      throw otherDefault(table, column);
    }
  }

  /** The same for a column whose DEFAULT is known by its text only. */
  static void checkDefaultAllowsCommitTimestamps(String table, Column column) {
    String sql = column.defaultSql();
    if (sql != null && !isPendingCommitTimestamp(sql)) {
      throw otherDefault(table, column.name());
    }
  }

  private static DbException otherDefault(String table, String column) {
    return Errors.precondition(
            "The only default value expression permitted for commit timestamp column `"
                + column
                + "` is PENDING_COMMIT_TIMESTAMP().")
        .with("table", table)
        .with("column", column);
  }

  static boolean isPendingCommitTimestamp(String sql) {
    return sql.toLowerCase(Locale.ROOT)
        .replaceAll("\\s", "")
        .matches("(spanner\\.)?pending_commit_timestamp\\(\\)");
  }

  static List<Integer> sequenceIds(Schema schema, @Nullable DefaultSpec spec) {
    if (spec == null) {
      return List.of();
    }
    List<Integer> ids = new ArrayList<>();
    for (String name : spec.sequences()) {
      Sequence sequence =
          schema
              .findSequence(name)
              .filter(found -> found.identityOwnerTableId() == 0)
              .orElseThrow(
                  () -> new DbException(ErrorCode.INVALID_ARGUMENT, "Sequence not found: " + name));
      if (!ids.contains(sequence.id())) {
        ids.add(sequence.id());
      }
    }
    return ids;
  }
}
