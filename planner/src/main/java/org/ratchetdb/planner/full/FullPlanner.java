package org.ratchetdb.planner.full;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.hint.HintPredicates;
import org.apache.calcite.rel.hint.HintStrategyTable;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.metadata.MetadataHandlerProvider;
import org.apache.calcite.rel.metadata.ProxyingMetadataHandlerProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexBuilder;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.planner.build.PlanNodes;
import org.ratchetdb.planner.context.PlanningContext;
import org.ratchetdb.planner.logical.Converted;
import org.ratchetdb.planner.logical.RelConverter;
import org.ratchetdb.planner.physical.OutputColumn;
import org.ratchetdb.planner.physical.PhysicalPlan;
import org.ratchetdb.planner.physical.PhysicalPlan.ScanLock;
import org.ratchetdb.planner.rule.Normalizer;
import org.ratchetdb.planner.translate.PhysicalBuilder;
import org.ratchetdb.planner.type.RelTypes;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundHints;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;

/** Plans any query by way of Calcite's algebra. Thread-safe. */
public final class FullPlanner {
  private static final Normalizer NORMALIZER = new Normalizer();

  /** Calls handlers through proxies; the default would compile classes at run time. */
  private static final MetadataHandlerProvider METADATA =
      new ProxyingMetadataHandlerProvider(DefaultRelMetadataProvider.INSTANCE);

  private static final HintStrategyTable HINTS =
      HintStrategyTable.builder().hintStrategy(RelConverter.JOIN_HINT, HintPredicates.JOIN).build();

  private FullPlanner() {}

  /**
   * @param hints statement hints
   * @param lock how scans of the relation itself lock rows
   * @throws DbException when the query cannot be planned; Calcite's own exceptions stay inside
   */
  public static PhysicalPlan.Query plan(
      BoundRelation relation, PlanningContext context, BoundHints hints, ScanLock lock) {
    try {
      return tryPlan(relation, context, hints, lock);
    } catch (DbException e) {
      throw e;
    } catch (StackOverflowError e) {
      throw new DbException(ErrorCode.TOO_COMPLEX, "The query is too deeply nested", e);
    } catch (RuntimeException | AssertionError e) {
      throw new DbException(ErrorCode.INTERNAL, "The query could not be planned", e);
    }
  }

  private static PhysicalPlan.Query tryPlan(
      BoundRelation relation, PlanningContext context, BoundHints hints, ScanLock lock) {
    RelTypes types = new RelTypes();
    RelOptCluster cluster =
        RelOptCluster.create(new HepPlanner(HepProgram.builder().build()), new RexBuilder(types));
    cluster.setHintStrategies(HINTS);
    cluster.setMetadataQuerySupplier(() -> new RelMetadataQuery(METADATA));
    Converted converted = new RelConverter(context, cluster, types, hints, lock).convert(relation);
    RelNode normalized = NORMALIZER.normalize(converted.rel(), context.check());

    List<Integer> columns = new ArrayList<>();
    List<OutputColumn> output = new ArrayList<>();
    for (BoundColumn column : relation.columns()) {
      columns.add(Objects.requireNonNull(converted.ordinals().get(column.id()), column::name));
      output.add(new OutputColumn(column.name(), column.type()));
    }
    PhysicalPlan.Query plan =
        new PhysicalBuilder(context, hints, normalized).build(normalized, columns);
    return PlanNodes.withNames(plan, output);
  }
}
