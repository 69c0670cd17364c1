package org.ratchetdb.planner.translate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.planner.context.PlanningCheck;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.rule.Normalizer;
import org.ratchetdb.planner.translate.JoinConditions.Equality;

/**
 * Join inputs under the condition that their join columns equal those of an outer row.
 *
 * <pre>
 *   Aggregate(key, AVG(x))            Aggregate(key, AVG(x))
 *     Scan(t)               becomes     Filter(key = outer.0)
 *                                         Scan(t)
 * </pre>
 */
final class ParameterizedFactors {
  private static final Normalizer NORMALIZER = new Normalizer();

  /**
   * An input that reads the outer row.
   *
   * @param correlation the outer row's id
   * @param outerColumns the column of the left side that each of its columns is
   */
  record Factor(RelNode rel, CorrelationId correlation, List<Integer> outerColumns) {}

  private record Key(int index, List<Integer> columns) {}

  private record Template(RelNode rel, CorrelationId correlation) {}

  private final PlanningCheck check;
  private final Map<Key, Template> templates = new HashMap<>();

  ParameterizedFactors(PlanningCheck check) {
    this.check = check;
  }

  /** Null when a join column is computed or no equality is there. */
  @Nullable Factor of(int index, JoinGraph.Factor factor, List<Equality> equalities) {
    List<Integer> inner = new ArrayList<>();
    List<Integer> outer = new ArrayList<>();
    for (Equality equality : equalities) {
      if (!(equality.left() instanceof PhysicalExpr.InputRef left)
          || !(equality.right() instanceof PhysicalExpr.InputRef right)) {
        return null;
      }
      inner.add(right.ordinal() - factor.offset());
      outer.add(left.ordinal());
    }
    Template template =
        templates.computeIfAbsent(new Key(index, inner), key -> template(factor.rel(), inner));
    return new Factor(template.rel(), template.correlation(), outer);
  }

  private Template template(RelNode rel, List<Integer> columns) {
    RelOptCluster cluster = rel.getCluster();
    RexBuilder rexBuilder = cluster.getRexBuilder();
    RelDataTypeFactory.Builder rowType = cluster.getTypeFactory().builder();
    for (int column : columns) {
      RelDataType type = rel.getRowType().getFieldList().get(column).getType();
      rowType.add("$" + column, cluster.getTypeFactory().createTypeWithNullability(type, true));
    }
    CorrelationId correlation = cluster.createCorrel();
    RexNode outer = rexBuilder.makeCorrel(rowType.uniquify().build(), correlation);
    List<RexNode> conditions = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      conditions.add(
          rexBuilder.makeCall(
              SqlStdOperatorTable.EQUALS,
              rexBuilder.makeInputRef(rel, columns.get(i)),
              rexBuilder.makeFieldAccess(outer, i)));
    }
    RelNode filtered =
        LogicalFilter.create(rel, RexUtil.composeConjunction(rexBuilder, conditions));
    return new Template(NORMALIZER.normalize(filtered, check), correlation);
  }
}
