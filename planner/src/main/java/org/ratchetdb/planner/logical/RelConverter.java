package org.ratchetdb.planner.logical;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.hint.RelHint;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalIntersect;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalMinus;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.planner.context.PlanningContext;
import org.ratchetdb.planner.expression.BoundExprs;
import org.ratchetdb.planner.expression.ConstantFolding;
import org.ratchetdb.planner.expression.ExpressionTranslator;
import org.ratchetdb.planner.expression.Hints;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.physical.PhysicalPlan.ScanLock;
import org.ratchetdb.planner.type.RelTypes;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundHints;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;

/**
 * Turns a bound relation into Calcite's algebra. Used for one statement, by one thread.
 *
 * <p>Subqueries become joins on the way, see {@link Subqueries}. NOT IN leaves a join whose
 * condition is a call of {@link #EQUAL_OR_NULL}, true when the sides are equal or one is NULL.
 */
public final class RelConverter {
  /** Kernel of {@code x = y OR x IS NULL OR y IS NULL}; no executor knows it. */
  public static final String EQUAL_OR_NULL = "equal_or_null";

  /** Name of the hint that carries a join's hints. */
  public static final String JOIN_HINT = "JOIN";

  private static final int FIRST_NEW_COLUMN_ID = -1_000_000;

  private final PlanningContext context;
  private final RelOptCluster cluster;
  private final RexBuilder rexBuilder;
  private final RelTypes types;
  private final BoundHints statementHints;
  private final ScanLock statementLock;
  private final ConstantFolding folding;
  private final ExpressionConverter expressions;
  private final Subqueries subqueries;
  private final AggregateConverter aggregates;
  private ScanLock lock;
  private int occurrences;
  private int nextColumnId = FIRST_NEW_COLUMN_ID;

  /**
   * @param lock how scans of the relation itself lock; those of its subqueries lock as the
   *     statement says
   */
  public RelConverter(
      PlanningContext context,
      RelOptCluster cluster,
      RelTypes types,
      BoundHints statementHints,
      ScanLock lock) {
    this.context = context;
    this.cluster = cluster;
    this.rexBuilder = cluster.getRexBuilder();
    this.types = types;
    this.statementHints = statementHints;
    this.statementLock = lock.ofSubqueries(Hints.lock(statementHints));
    this.lock = lock;
    this.folding = new ConstantFolding(context);
    this.expressions = new ExpressionConverter(rexBuilder, types, context.isPostgres());
    this.subqueries = new Subqueries(this, new Cardinality(context.schema()));
    this.aggregates = new AggregateConverter(this, types, folding, context.isPostgres());
  }

  public Converted convert(BoundRelation relation) {
    return convert(relation, null);
  }

  Converted convertSubquery(BoundRelation relation, @Nullable CorrelationScope outer) {
    ScanLock before = lock;
    lock = statementLock;
    Converted converted = convert(relation, outer);
    lock = before;
    return converted;
  }

  int newColumnId() {
    return nextColumnId--;
  }

  CorrelationScope newScope(Converted row, @Nullable CorrelationScope outer) {
    return new CorrelationScope(cluster.createCorrel(), row, outer);
  }

  /** An expression without subqueries. */
  RexNode expression(BoundExpr expr, Converted input, @Nullable CorrelationScope outer) {
    return expressions.convert(folding.fold(expr), input, outer);
  }

  Subqueries subqueries() {
    return subqueries;
  }

  Converted convert(BoundRelation relation, @Nullable CorrelationScope outer) {
    if (relation instanceof BoundRelation.TableScan scan) {
      return scan(scan);
    } else if (relation instanceof BoundRelation.SystemTable table) {
      RelNode rel =
          new SystemTableRel(cluster, rowType(table.columns()), table.name(), occurrences++);
      return named(rel, table.columns());
    } else if (relation instanceof BoundRelation.Values values) {
      return values(values, outer);
    } else if (relation instanceof BoundRelation.Filter filter) {
      return filter(convert(filter.input(), outer), filter.condition(), outer);
    } else if (relation instanceof BoundRelation.Project project) {
      return project(
          convert(project.input(), outer), project.expressions(), project.columns(), outer);
    } else if (relation instanceof BoundRelation.Join join) {
      return join(join, outer);
    } else if (relation instanceof BoundRelation.Unnest unnest) {
      return unnest(unnest, outer);
    } else if (relation instanceof BoundRelation.Aggregate aggregate) {
      return aggregates.convert(convert(aggregate.input(), outer), aggregate, outer);
    } else if (relation instanceof BoundRelation.Sort sort) {
      return sort(sort, outer);
    } else if (relation instanceof BoundRelation.Limit limit) {
      Converted input = convert(limit.input(), outer);
      return input.with(new LimitRel(input.rel(), count(limit.offset()), count(limit.count())));
    }
    return setOp((BoundRelation.SetOp) relation, outer);
  }

  private Converted scan(BoundRelation.TableScan scan) {
    RelDataTypeFactory.Builder rowType = types.builder();
    for (Column column : scan.table().columns()) {
      rowType.add(column.name(), types.of(column.type(), !column.notNull()));
    }
    RelNode rel =
        new ScanRel(
            cluster,
            rowType.uniquify().build(),
            scan.table(),
            occurrences++,
            Hints.ofTable(scan.hints(), statementHints),
            scan.forUpdate() ? lock.forUpdate() : lock);
    return named(rel, scan.columns());
  }

  static Converted named(RelNode rel, List<BoundColumn> columns) {
    Map<Integer, Integer> ordinals = new HashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      ordinals.put(columns.get(i).id(), i);
    }
    return new Converted(rel, ordinals);
  }

  private RelDataType rowType(List<BoundColumn> columns) {
    RelDataTypeFactory.Builder builder = types.builder();
    for (BoundColumn column : columns) {
      builder.add(nameOf(column), types.of(column.type(), true));
    }
    return builder.uniquify().build();
  }

  private static String nameOf(BoundColumn column) {
    return column.name().isEmpty() ? "$" + column.id() : column.name();
  }

  private Converted values(BoundRelation.Values values, @Nullable CorrelationScope outer) {
    boolean plain = values.rows().stream().flatMap(List::stream).noneMatch(BoundExprs::hasSubquery);
    Converted unit = new Converted(unit(), Map.of());
    if (plain) {
      List<List<RexNode>> rows = new ArrayList<>();
      for (List<BoundExpr> row : values.rows()) {
        List<RexNode> converted = new ArrayList<>();
        row.forEach(expr -> converted.add(expression(expr, unit, outer)));
        rows.add(List.copyOf(converted));
      }
      return named(new ValuesRel(cluster, rowType(values.columns()), rows), values.columns());
    }
    List<RelNode> rows = new ArrayList<>();
    for (List<BoundExpr> row : values.rows()) {
      rows.add(exactly(project(unit, row, values.columns(), outer), values.columns()));
    }
    RelNode all = rows.size() == 1 ? rows.get(0) : LogicalUnion.create(rows, true);
    return named(all, values.columns());
  }

  private RelNode unit() {
    return new ValuesRel(cluster, rowType(List.of()), List.of(List.of()));
  }

  Converted filter(Converted input, BoundExpr condition, @Nullable CorrelationScope outer) {
    Converted current = input;
    List<RexNode> plain = new ArrayList<>();
    List<BoundExpr> nested = new ArrayList<>();
    for (BoundExpr conjunct : BoundExprs.conjuncts(folding.fold(condition))) {
      if (BoundExprs.hasSubquery(conjunct)) {
        nested.add(conjunct);
      } else {
        plain.add(expression(conjunct, current, outer));
      }
    }
    current = filtered(current, plain);
    for (BoundExpr conjunct : nested) {
      Converted joined = subqueries.semiJoin(current, conjunct, outer);
      if (joined != null) {
        current = joined;
        continue;
      }
      Subqueries.Hoisted hoisted = subqueries.hoist(current, conjunct, true, outer);
      current = hoisted.input();
      current = filtered(current, List.of(expression(hoisted.expr(), current, outer)));
    }
    return current;
  }

  private Converted filtered(Converted input, List<RexNode> conditions) {
    RexNode condition = RexUtil.composeConjunction(rexBuilder, conditions);
    return condition.isAlwaysTrue()
        ? input
        : input.with(LogicalFilter.create(input.rel(), condition));
  }

  Converted project(
      Converted input,
      List<BoundExpr> exprs,
      List<BoundColumn> columns,
      @Nullable CorrelationScope outer) {
    Converted current = input;
    List<BoundExpr> hoisted = new ArrayList<>();
    for (BoundExpr expr : exprs) {
      Subqueries.Hoisted result = subqueries.hoist(current, folding.fold(expr), false, outer);
      current = result.input();
      hoisted.add(result.expr());
    }
    List<RexNode> converted = new ArrayList<>();
    RelDataTypeFactory.Builder rowType = types.builder();
    for (int i = 0; i < hoisted.size(); i++) {
      RexNode rex = expression(hoisted.get(i), current, outer);
      converted.add(rex);
      rowType.add(nameOf(columns.get(i)), rex.getType());
    }
    return named(
        LogicalProject.create(
            current.rel(), List.of(), converted, rowType.uniquify().build(), Set.of()),
        columns);
  }

  /** The input with exactly those columns in that order. */
  private RelNode exactly(Converted input, List<BoundColumn> columns) {
    List<RexNode> refs = new ArrayList<>();
    RelDataTypeFactory.Builder rowType = types.builder();
    boolean identity = columns.size() == input.width();
    for (int i = 0; i < columns.size(); i++) {
      int ordinal = Objects.requireNonNull(input.ordinals().get(columns.get(i).id()));
      identity &= ordinal == i;
      RexNode ref = rexBuilder.makeInputRef(input.rel(), ordinal);
      refs.add(ref);
      rowType.add(nameOf(columns.get(i)), ref.getType());
    }
    return identity
        ? input.rel()
        : LogicalProject.create(input.rel(), List.of(), refs, rowType.uniquify().build(), Set.of());
  }

  private Converted join(BoundRelation.Join join, @Nullable CorrelationScope outer) {
    Converted left = convert(join.left(), outer);
    Converted right = convert(join.right(), outer);
    BoundExpr condition = join.condition();
    JoinRelType kind =
        switch (join.kind()) {
          case INNER -> JoinRelType.INNER;
          case LEFT -> JoinRelType.LEFT;
          case FULL -> JoinRelType.FULL;
        };
    if (condition == null) {
      return join(left, right, List.of(), kind, join.hints());
    }
    List<BoundExpr> plain = new ArrayList<>();
    List<BoundExpr> nested = new ArrayList<>();
    for (BoundExpr conjunct : BoundExprs.conjuncts(folding.fold(condition))) {
      (BoundExprs.hasSubquery(conjunct) ? nested : plain).add(conjunct);
    }
    if (kind != JoinRelType.INNER) {
      for (BoundExpr conjunct : nested) {
        // Only what concerns the right rows alone may be decided before an outer join.
        if (kind != JoinRelType.LEFT || !FreeColumns.isForeignTo(conjunct, join.left())) {
          throw DbException.notSupported("A subquery in the condition of this outer join");
        }
        right = filter(right, conjunct, outer);
      }
      nested = List.of();
    }
    Converted both = left.followedBy(right, crossJoin(left, right));
    List<RexNode> conditions = new ArrayList<>();
    for (BoundExpr conjunct : plain) {
      conditions.add(expression(conjunct, both, outer));
    }
    Converted joined = join(left, right, conditions, kind, join.hints());
    for (BoundExpr conjunct : nested) {
      joined = filter(joined, conjunct, outer);
    }
    return joined;
  }

  /** A node that has the columns of both, to make expressions over. */
  RelNode crossJoin(Converted left, Converted right) {
    return LogicalJoin.create(
        left.rel(),
        right.rel(),
        List.of(),
        rexBuilder.makeLiteral(true),
        Set.of(),
        JoinRelType.INNER);
  }

  Converted join(Converted left, Converted right, List<RexNode> conditions, JoinRelType kind) {
    return join(left, right, conditions, kind, BoundHints.NONE);
  }

  private Converted join(
      Converted left,
      Converted right,
      List<RexNode> conditions,
      JoinRelType kind,
      BoundHints hints) {
    List<RelHint> relHints =
        hints.values().isEmpty()
            ? List.of()
            : List.of(RelHint.builder(JOIN_HINT).hintOptions(hints.values()).build());
    RelNode rel =
        LogicalJoin.create(
            left.rel(),
            right.rel(),
            relHints,
            RexUtil.composeConjunction(rexBuilder, conditions),
            Set.of(),
            kind);
    return kind.projectsRight() ? left.followedBy(right, rel) : left.with(rel);
  }

  private Converted unnest(BoundRelation.Unnest unnest, @Nullable CorrelationScope outer) {
    Subqueries.Hoisted hoisted =
        subqueries.hoist(
            convert(unnest.input(), outer), folding.fold(unnest.array()), false, outer);
    Converted input = hoisted.input();
    RelDataTypeFactory.Builder rowType = types.builder();
    rowType.addAll(input.rel().getRowType().getFieldList());
    Map<Integer, Integer> ordinals = new HashMap<>(input.ordinals());
    ordinals.put(unnest.element().id(), input.width());
    rowType.add(nameOf(unnest.element()), types.of(unnest.element().type(), true));
    BoundColumn offset = unnest.offset();
    if (offset != null) {
      ordinals.put(offset.id(), input.width() + 1);
      rowType.add(nameOf(offset), types.of(offset.type(), true));
    }
    RelNode rel =
        new UnnestRel(
            input.rel(),
            rowType.uniquify().build(),
            expression(hoisted.expr(), input, outer),
            offset != null,
            unnest.outer());
    return new Converted(rel, ordinals);
  }

  private Converted sort(BoundRelation.Sort sort, @Nullable CorrelationScope outer) {
    Converted input = convert(sort.input(), outer);
    List<BoundExpr> items = new ArrayList<>();
    for (BoundRelation.SortItem item : sort.items()) {
      Subqueries.Hoisted hoisted =
          subqueries.hoist(input, folding.fold(item.expression()), false, outer);
      input = hoisted.input();
      items.add(hoisted.expr());
    }
    List<RexNode> columns = new ArrayList<>();
    RelDataTypeFactory.Builder rowType = types.builder();
    rowType.addAll(input.rel().getRowType().getFieldList());
    for (int i = 0; i < input.width(); i++) {
      columns.add(rexBuilder.makeInputRef(input.rel(), i));
    }
    List<RelFieldCollation> collations = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      RexNode key = expression(items.get(i), input, outer);
      int ordinal = columns.indexOf(key);
      if (ordinal < 0) {
        ordinal = columns.size();
        columns.add(key);
        rowType.add("$sort" + i, key.getType());
      }
      collations.add(collation(ordinal, sort.items().get(i)));
    }
    RelNode rows =
        columns.size() == input.width()
            ? input.rel()
            : LogicalProject.create(
                input.rel(), List.of(), columns, rowType.uniquify().build(), Set.of());
    return input.with(LogicalSort.create(rows, RelCollations.of(collations), null, null));
  }

  static RelFieldCollation collation(int ordinal, BoundRelation.SortItem item) {
    return new RelFieldCollation(
        ordinal,
        item.descending()
            ? RelFieldCollation.Direction.DESCENDING
            : RelFieldCollation.Direction.ASCENDING,
        item.nullsFirst()
            ? RelFieldCollation.NullDirection.FIRST
            : RelFieldCollation.NullDirection.LAST);
  }

  private @Nullable PhysicalExpr count(@Nullable BoundExpr count) {
    if (count == null) {
      return null;
    }
    return new ExpressionTranslator(
            context.isPostgres(),
            column -> {
              throw new IllegalStateException("LIMIT with a column");
            })
        .translate(folding.fold(count));
  }

  private Converted setOp(BoundRelation.SetOp setOp, @Nullable CorrelationScope outer) {
    List<RelNode> inputs = new ArrayList<>();
    for (BoundRelation input : setOp.inputs()) {
      inputs.add(exactly(convert(input, outer), input.columns()));
    }
    RelNode rel =
        switch (setOp.operation()) {
          case UNION_ALL -> LogicalUnion.create(inputs, true);
          case UNION_DISTINCT -> LogicalUnion.create(inputs, false);
          case INTERSECT_ALL -> LogicalIntersect.create(inputs, true);
          case INTERSECT_DISTINCT -> LogicalIntersect.create(inputs, false);
          case EXCEPT_ALL -> LogicalMinus.create(inputs, true);
          case EXCEPT_DISTINCT -> LogicalMinus.create(inputs, false);
        };
    return named(rel, setOp.columns());
  }
}
