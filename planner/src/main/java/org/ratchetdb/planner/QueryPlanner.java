package org.ratchetdb.planner;

import java.util.Optional;
import org.ratchetdb.planner.build.DistributedUnions;
import org.ratchetdb.planner.context.PlanningContext;
import org.ratchetdb.planner.direct.DirectPlanner;
import org.ratchetdb.planner.dml.DmlPlanner;
import org.ratchetdb.planner.expression.Hints;
import org.ratchetdb.planner.full.FullPlanner;
import org.ratchetdb.planner.physical.PhysicalPlan;
import org.ratchetdb.planner.physical.PhysicalPlan.ScanLock;
import org.ratchetdb.sqlfrontend.bound.BoundHints;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;
import org.ratchetdb.sqlfrontend.bound.BoundStatement;

/** Turns bound statements into executable plans. Stateless, thread-safe. */
public final class QueryPlanner {

  /**
   * The plan of a statement. It depends on the statement, the schema and estimates, never on
   * parameter values, and may be run any number of times while the schema version holds.
   *
   * @throws org.ratchetdb.common.error.DbException NOT_SUPPORTED for a query of a shape that no
   *     operator serves; INVALID_ARGUMENT for a hint that cannot be followed
   */
  public PhysicalPlan plan(BoundStatement statement, PlanningContext context) {
    BoundHints hints = statement.hints();
    DmlPlanner dml =
        new DmlPlanner(context, (source, lock) -> planQuery(source, context, hints, lock));
    if (statement instanceof BoundStatement.Query query) {
      return planQuery(query.relation(), context, hints, Hints.lock(hints));
    } else if (statement instanceof BoundStatement.Insert insert) {
      return dml.insert(insert);
    } else if (statement instanceof BoundStatement.Update update) {
      return dml.update(update);
    }
    return dml.delete((BoundStatement.Delete) statement);
  }

  /**
   * Loads the classes that the first query with a join or a subquery would otherwise wait for, by
   * planning one over a schema of its own. Takes a few hundred milliseconds once; meant for a
   * background thread.
   */
  public void warmUp() {
    plan(new WarmUp().statement(), WarmUp.context());
  }

  private static PhysicalPlan.Query planQuery(
      BoundRelation relation, PlanningContext context, BoundHints hints, ScanLock lock) {
    Optional<PhysicalPlan.Query> direct = DirectPlanner.plan(relation, context, hints, lock);
    PhysicalPlan.Query plan =
        direct.orElseGet(() -> FullPlanner.plan(relation, context, hints, lock));
    return context.options().distributedUnions() ? DistributedUnions.place(plan) : plan;
  }
}
