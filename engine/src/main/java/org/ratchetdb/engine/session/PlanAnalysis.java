package org.ratchetdb.engine.session;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.ratchetdb.common.time.Ticker;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.engine.api.StatementResult;
import org.ratchetdb.engine.statement.CompiledStatement;
import org.ratchetdb.engine.statement.ExplainOptions;
import org.ratchetdb.executor.profile.ExecutionProfile;
import org.ratchetdb.executor.profile.OperatorProfile;
import org.ratchetdb.planner.explain.PlanExplainer;
import org.ratchetdb.planner.physical.DmlPlan;
import org.ratchetdb.planner.physical.PhysicalPlan;

/**
 * EXPLAIN ANALYZE: runs a statement to its end, with all its effects, drops its rows and draws its
 * plan with what each operator did.
 */
final class PlanAnalysis {
  private final Ticker ticker;

  PlanAnalysis(Ticker ticker) {
    this.ticker = ticker;
  }

  /**
   * @param execution runs the statement under the control
   */
  StatementResult run(
      CompiledStatement.Analysis analysis,
      StatementControl control,
      Supplier<StatementResult> execution) {
    control.measure();
    long start = ticker.nanos();
    long written = drain(execution.get());
    long nanos = ticker.nanos() - start;
    ExecutionProfile profile = Objects.requireNonNull(control.profile());
    ExplainOptions options = analysis.options();
    List<String> lines =
        new ArrayList<>(
            PlanExplainer.explain(
                    analysis.plan().compiled().plan(),
                    node ->
                        node instanceof DmlPlan
                            ? ofStatement(written, nanos, options)
                            : ofOperator(node, profile, options))
                .lines());
    if (options.summary()) {
      lines.add("Execution time: " + millis(nanos));
    }
    return new StatementResult(CompiledStatement.Explanation.cursor(lines), -1, "EXPLAIN");
  }

  /** Reads a result to its end and returns how many rows were written. */
  private static long drain(StatementResult result) {
    try (ResultCursor rows = result.cursor()) {
      while (rows != null && rows.next()) {
        // Only what the operators note on the way is of interest.
      }
    }
    return result.updateCount();
  }

  private static Map<String, String> ofStatement(long rows, long nanos, ExplainOptions options) {
    Map<String, String> measures = new LinkedHashMap<>();
    measures.put("rows", Long.toString(rows));
    if (options.timing()) {
      measures.put("time", millis(nanos));
    }
    return measures;
  }

  private static Map<String, String> ofOperator(
      PhysicalPlan node, ExecutionProfile profile, ExplainOptions options) {
    OperatorProfile operator = profile.of(node);
    Map<String, String> measures = new LinkedHashMap<>();
    measures.put("rows", Long.toString(operator.rows()));
    measures.put("executions", Long.toString(operator.executions()));
    if (options.timing()) {
      measures.put("time", millis(operator.nanos()));
    }
    putBytes(measures, "read", operator.bytesRead());
    putBytes(measures, "memory", operator.memoryBytesMax());
    putBytes(measures, "spilled", operator.spilledBytes());
    return measures;
  }

  private static void putBytes(Map<String, String> measures, String name, long bytes) {
    if (bytes > 0) {
      measures.put(name, bytes + " bytes");
    }
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.3f ms", nanos / 1e6);
  }
}
