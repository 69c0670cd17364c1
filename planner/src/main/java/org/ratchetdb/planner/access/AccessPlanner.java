package org.ratchetdb.planner.access;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.IndexState;
import org.ratchetdb.catalog.model.KeyPart;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.planner.context.PlanningContext;
import org.ratchetdb.planner.cost.CostModel;
import org.ratchetdb.planner.cost.PlanCandidate;
import org.ratchetdb.planner.cost.RowOrder;
import org.ratchetdb.planner.cost.Selectivity;
import org.ratchetdb.planner.expression.Comparisons;
import org.ratchetdb.planner.expression.PhysicalExprs;
import org.ratchetdb.planner.physical.AccessPath;
import org.ratchetdb.planner.physical.OutputColumn;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.physical.PhysicalPlan;
import org.ratchetdb.planner.physical.SortKey;

/**
 * Lists the ways to read rows of a table: by its own key, by an index that has all the columns, or
 * by an index with a back-join; forwards or, when that gives the wanted order, in reverse.
 */
public final class AccessPlanner {
  private static final String FORCE_INDEX = "FORCE_INDEX";
  private static final String BASE_TABLE = "_BASE_TABLE";

  private final PlanningContext context;
  private final Selectivity selectivity;

  public AccessPlanner(PlanningContext context) {
    this.context = context;
    this.selectivity = new Selectivity(context);
  }

  /**
   * Every usable way, at least one.
   *
   * @throws DbException when a hint names an index that is not there or cannot serve
   */
  public List<AccessCandidate> candidates(AccessRequest request) {
    List<AccessCandidate> result = new ArrayList<>();
    if (request.conditions().stream().anyMatch(c -> PhysicalExprs.isNeverTrue(c.expression()))) {
      return List.of(nothing(request));
    }
    String forced = request.hints().get(FORCE_INDEX);
    if (forced == null || forced.equalsIgnoreCase(BASE_TABLE)) {
      addCandidates(request, null, result);
    }
    if (forced == null) {
      for (Index index : context.schema().indexesOf(request.table().id())) {
        if (index.state() == IndexState.READ_WRITE
            && missingNotNull(request, index).isEmpty()
            && isWorthwhile(request, index)) {
          addCandidates(request, index, result);
        }
      }
    } else if (!forced.equalsIgnoreCase(BASE_TABLE)) {
      addCandidates(request, forcedIndex(request, forced), result);
    }
    return result;
  }

  /** No row passes, so that none needs to be read. */
  private static AccessCandidate nothing(AccessRequest request) {
    List<Integer> layout = new ArrayList<>(new TreeSet<>(request.needed()));
    PhysicalPlan.Query plan = new PhysicalPlan.Values(List.of(), outputOf(request.table(), layout));
    RowOrder order = new RowOrder(List.of(), Set.of(), Set.of(), true);
    return new AccessCandidate(new PlanCandidate(plan, 0, 0, 0.01, order), layout);
  }

  private Index forcedIndex(AccessRequest request, String name) {
    Table table = request.table();
    for (Index index : context.schema().indexesOf(table.id())) {
      if (index.name().equalsIgnoreCase(name) && index.state() == IndexState.READ_WRITE) {
        List<String> missing = missingNotNull(request, index);
        if (!missing.isEmpty()) {
          throw new DbException(
                  ErrorCode.INVALID_ARGUMENT,
                  "The hint FORCE_INDEX cannot be honored: the null-filtered index "
                      + index.name()
                      + " may lack rows that the query needs")
              .hint(
                  "Add the condition "
                      + String.join(" IS NOT NULL AND ", missing)
                      + " IS NOT NULL");
        }
        return index;
      }
    }
    throw new DbException(
        ErrorCode.INVALID_ARGUMENT,
        "The table " + table.name() + " does not have a secondary index called " + name);
  }

  /** Names of the columns whose NULLs the index leaves out although the query may want them. */
  private static List<String> missingNotNull(AccessRequest request, Index index) {
    List<String> missing = new ArrayList<>();
    for (int columnId : index.notNullColumnIds()) {
      Column column = request.table().column(columnId);
      if (!column.notNull() && !rejectsNull(request, request.table().ordinal(columnId))) {
        missing.add(column.name());
      }
    }
    return missing;
  }

  private static boolean rejectsNull(AccessRequest request, int ordinal) {
    return request.conditions().stream()
        .anyMatch(condition -> rejectsNull(condition.expression(), ordinal));
  }

  /** Whether the condition is never true when the column is NULL; false when in doubt. */
  private static boolean rejectsNull(PhysicalExpr condition, int ordinal) {
    if (condition instanceof PhysicalExpr.Not not) {
      return not.operand() instanceof PhysicalExpr.IsNull isNull
          && isRef(isNull.operand(), ordinal);
    } else if (condition instanceof PhysicalExpr.InList in) {
      return isRef(in.operand(), ordinal);
    } else if (condition instanceof PhysicalExpr.Or or) {
      return or.operands().stream().allMatch(o -> rejectsNull(o, ordinal));
    } else if (condition instanceof PhysicalExpr.Call call) {
      return switch (Comparisons.nameOrKernel(call.kernel())) {
        case "eq", "ne", "lt", "le", "gt", "ge", "like", "starts_with" ->
            call.arguments().stream().anyMatch(a -> isRef(a, ordinal));
        default -> false;
      };
    }
    return false;
  }

  private static boolean isRef(PhysicalExpr expr, int ordinal) {
    return expr instanceof PhysicalExpr.InputRef ref && ref.ordinal() == ordinal;
  }

  /** An index can only win when it narrows the rows, has the wanted order, or is all we need. */
  private static boolean isWorthwhile(AccessRequest request, Index index) {
    KeyPart first = index.keyParts().get(0);
    int ordinal = request.table().ordinal(first.columnId());
    for (AccessCondition condition : request.conditions()) {
      if (PhysicalExprs.inputs(condition.expression()).contains(ordinal)) {
        return true;
      }
    }
    return !request.order().isEmpty()
        || indexColumns(request.table(), index).containsAll(request.needed());
  }

  private static Set<Integer> indexColumns(Table table, Index index) {
    Set<Integer> ordinals = new HashSet<>();
    index.keyParts().forEach(part -> ordinals.add(table.ordinal(part.columnId())));
    table.primaryKey().forEach(part -> ordinals.add(table.ordinal(part.columnId())));
    index.storedColumnIds().forEach(id -> ordinals.add(table.ordinal(id)));
    return ordinals;
  }

  private void addCandidates(
      AccessRequest request, @Nullable Index index, List<AccessCandidate> into) {
    AccessCandidate forward = candidate(request, index, false);
    into.add(forward);
    if (!request.order().isEmpty() && !satisfies(request, forward)) {
      AccessCandidate reverse = candidate(request, index, true);
      if (satisfies(request, reverse)) {
        into.add(reverse);
      }
    }
  }

  private static boolean satisfies(AccessRequest request, AccessCandidate candidate) {
    List<SortKey> order = new ArrayList<>();
    for (SortKey key : request.order()) {
      int ordinal = candidate.layout().indexOf(key.ordinal());
      if (ordinal < 0) {
        return false;
      }
      order.add(new SortKey(ordinal, key.descending(), key.nullsFirst()));
    }
    return candidate.candidate().order().satisfies(order);
  }

  private AccessCandidate candidate(AccessRequest request, @Nullable Index index, boolean reverse) {
    Table table = request.table();
    List<KeyColumn> keyColumns = index == null ? KeyColumn.of(table) : KeyColumn.of(table, index);
    KeyMatch match =
        KeyMatcher.match(
            keyColumns, request.conditions(), !context.isPostgres(), seekableMax(request));
    Set<Integer> available = index == null ? null : indexColumns(table, index);

    List<PhysicalExpr> early = new ArrayList<>();
    List<PhysicalExpr> late = new ArrayList<>();
    Set<Integer> scanned = new TreeSet<>();
    for (PhysicalExpr condition : match.residual()) {
      Set<Integer> inputs = PhysicalExprs.inputs(condition);
      boolean covered = available == null || available.containsAll(inputs);
      (covered ? early : late).add(condition);
      if (covered) {
        scanned.addAll(inputs);
      }
    }
    Set<Integer> fetched = new TreeSet<>();
    Set<Integer> wanted = new TreeSet<>(request.needed());
    late.forEach(condition -> PhysicalExprs.collectInputs(condition, wanted));
    for (int ordinal : wanted) {
      (available == null || available.contains(ordinal) ? scanned : fetched).add(ordinal);
    }
    boolean backJoin = !fetched.isEmpty() || !late.isEmpty();
    if (backJoin) {
      table.primaryKey().forEach(part -> scanned.add(table.ordinal(part.columnId())));
    }
    return assemble(
        request, index, reverse, keyColumns, match, early, late, scanned, fetched, backJoin);
  }

  private AccessCandidate assemble(
      AccessRequest request,
      @Nullable Index index,
      boolean reverse,
      List<KeyColumn> keyColumns,
      KeyMatch match,
      List<PhysicalExpr> early,
      List<PhysicalExpr> late,
      Set<Integer> scanned,
      Set<Integer> fetched,
      boolean backJoin) {
    Table table = request.table();
    List<Integer> layout = new ArrayList<>(scanned);
    PhysicalPlan.Query plan =
        new PhysicalPlan.Scan(
            new AccessPath(context.schema(), table, index),
            columnIds(table, layout),
            match.keys(),
            reverse,
            residual(early, layout),
            null,
            request.lock(),
            false,
            outputOf(table, layout));

    double tableRows = selectivity.rows(table);
    double entries = index == null ? tableRows : Math.max(1, entryCount(index, tableRows));
    double visited = visitedRows(table, entries, match, index);
    double found = visited * selectivity.ofAll(table, early);
    double bytesPerRow = bytesPerRow(table, index, entries);
    boolean lookup = index == null && match.wholeKey();
    double cost =
        (lookup
                ? match.ranges() * CostModel.LOOKUP
                : CostModel.scan(match.ranges(), visited, bytesPerRow, reverse)
                    + passed(table, index, match, visited / entries, visited, reverse))
            + CostModel.expressions(visited, early.size())
            + CostModel.expressions(found, layout.size());
    double startup = lookup ? CostModel.LOOKUP : CostModel.SEEK;
    double rows = found;
    if (backJoin) {
      List<Integer> keyOrdinals = new ArrayList<>();
      for (KeyPart part : table.primaryKey()) {
        keyOrdinals.add(layout.indexOf(table.ordinal(part.columnId())));
      }
      List<Integer> fetchedLayout = new ArrayList<>(fetched);
      layout.addAll(fetchedLayout);
      plan =
          new PhysicalPlan.BackJoin(
              plan,
              new AccessPath(context.schema(), table, null),
              keyOrdinals,
              columnIds(table, fetchedLayout),
              residual(late, layout),
              request.lock(),
              outputOf(table, layout));
      cost += found * CostModel.LOOKUP;
      startup += CostModel.LOOKUP;
      rows = found * selectivity.ofAll(table, late);
    }
    // The direct estimate is independent of the path, so that all paths agree on the rows.
    double estimate =
        match.wholeKey() && isUnique(index)
            ? Math.min(rows, match.ranges())
            : tableRows * selectivity.ofAll(table, expressions(request));
    rows = Math.max(0.01, Math.min(rows, estimate));
    RowOrder order = order(request, index, keyColumns, layout, reverse);
    return new AccessCandidate(
        new PlanCandidate(plan, Math.min(startup, cost), cost, rows, order), layout);
  }

  /**
   * The price of passing entries of others.
   *
   * @param part how much of the table or index is scanned
   */
  private double passed(
      Table table,
      @Nullable Index index,
      KeyMatch match,
      double part,
      double visited,
      boolean reverse) {
    Neighbors neighbors = Neighbors.of(context, table, index, match.keys());
    return CostModel.pass(visited, part * neighbors.entries(), part * neighbors.bytes(), reverse);
  }

  private static List<PhysicalExpr> expressions(AccessRequest request) {
    return request.conditions().stream().map(AccessCondition::expression).toList();
  }

  private static boolean isUnique(@Nullable Index index) {
    return index == null || index.unique();
  }

  private double entryCount(Index index, double tableRows) {
    long entries = context.statistics().entryCount(index);
    return entries > 0 ? entries : tableRows;
  }

  private double visitedRows(Table table, double entries, KeyMatch match, @Nullable Index index) {
    double visited = entries * selectivity.ofAll(table, match.used());
    if (match.wholeKey()) {
      visited = isUnique(index) ? match.ranges() : Math.min(visited, match.ranges());
    }
    return Math.max(Math.min(1, entries), Math.min(visited, entries));
  }

  private double bytesPerRow(Table table, @Nullable Index index, double entries) {
    long bytes =
        index == null
            ? context.statistics().byteCount(table)
            : context.statistics().byteCount(index);
    return bytes / entries;
  }

  private static int seekableMax(AccessRequest request) {
    String hint = request.hints().get("SEEKABLE_KEY_SIZE");
    if (hint == null) {
      return Integer.MAX_VALUE;
    }
    try {
      return Integer.parseInt(hint.trim());
    } catch (NumberFormatException e) {
      throw new DbException(
          ErrorCode.INVALID_ARGUMENT,
          "Invalid hint value for: SEEKABLE_KEY_SIZE hint: " + hint + ".",
          e);
    }
  }

  private static RowOrder order(
      AccessRequest request,
      @Nullable Index index,
      List<KeyColumn> keyColumns,
      List<Integer> layout,
      boolean reverse) {
    Table table = request.table();
    List<SortKey> keys = new ArrayList<>();
    Set<Integer> neverNull = new HashSet<>();
    for (KeyColumn column : keyColumns) {
      keys.add(new SortKey(column.ordinal(), column.descending(), column.nullsFirst()));
    }
    for (int ordinal : layout) {
      if (table.columns().get(ordinal).notNull()) {
        neverNull.add(ordinal);
      }
    }
    // A unique index of PostgreSQL may hold several NULLs.
    boolean unique =
        index == null || !index.unique() || keyColumns.stream().allMatch(KeyColumn::notNull);
    RowOrder order = new RowOrder(keys, constants(request), neverNull, unique);
    return (reverse ? order.reversed() : order).project(layout::indexOf);
  }

  /** Columns that a condition binds to one value, whether or not the path seeks by it. */
  private static Set<Integer> constants(AccessRequest request) {
    Set<Integer> constants = new HashSet<>();
    for (AccessCondition condition : request.conditions()) {
      if (condition.seekable() && Comparisons.is(condition.expression(), "eq")) {
        List<PhysicalExpr> sides = PhysicalExprs.operands(condition.expression());
        for (int i = 0; i < 2; i++) {
          if (sides.get(i) instanceof PhysicalExpr.InputRef ref
              && !PhysicalExprs.readsInput(sides.get(1 - i))) {
            constants.add(ref.ordinal());
          }
        }
      } else if (condition.expression() instanceof PhysicalExpr.IsNull isNull
          && isNull.operand() instanceof PhysicalExpr.InputRef ref) {
        constants.add(ref.ordinal());
      }
    }
    return constants;
  }

  private static List<Integer> columnIds(Table table, List<Integer> layout) {
    List<Integer> ids = new ArrayList<>(layout.size());
    for (int ordinal : layout) {
      ids.add(table.columns().get(ordinal).id());
    }
    return ids;
  }

  private static @Nullable PhysicalExpr residual(
      List<PhysicalExpr> conditions, List<Integer> layout) {
    List<PhysicalExpr> remapped = new ArrayList<>();
    for (PhysicalExpr condition : conditions) {
      remapped.add(PhysicalExprs.remap(condition, layout::indexOf));
    }
    return PhysicalExprs.and(remapped);
  }

  private static List<OutputColumn> outputOf(Table table, List<Integer> layout) {
    List<OutputColumn> output = new ArrayList<>(layout.size());
    for (int ordinal : layout) {
      Column column = table.columns().get(ordinal);
      output.add(new OutputColumn(column.name(), column.type()));
    }
    return output;
  }
}
