package org.ratchetdb.engine.sysview;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.engine.activity.DatabaseActivity;
import org.ratchetdb.engine.activity.Footprint;
import org.ratchetdb.engine.activity.TransactionTally;
import org.ratchetdb.engine.stats.interval.Granularity;

/** SPANNER_SYS.TXN_STATS_TOTAL_*: all read-write transactions together. */
final class TransactionStatsTotal extends IntervalTable<Footprint, TransactionTally> {
  private final DatabaseActivity activity;
  private final Granularity granularity;

  TransactionStatsTotal(DatabaseActivity activity, Granularity granularity) {
    super("TXN_STATS_TOTAL_" + granularity.suffix(), definition());
    this.activity = activity;
    this.granularity = granularity;
  }

  private static List<SystemColumn<Row<Footprint, TransactionTally>>> definition() {
    List<SystemColumn<Row<Footprint, TransactionTally>>> columns = new ArrayList<>();
    columns.add(SystemColumn.time("INTERVAL_END", Row::endMicros));
    columns.addAll(commits());
    columns.addAll(attempts());
    return columns;
  }

  static List<SystemColumn<Row<Footprint, TransactionTally>>> commits() {
    return List.of(
        SystemColumn.integer("COMMIT_ATTEMPT_COUNT", row -> row.tally().commitAttempts()),
        SystemColumn.integer(
            "COMMIT_FAILED_PRECONDITION_COUNT", row -> row.tally().failedPreconditions()),
        SystemColumn.integer("COMMIT_ABORT_COUNT", row -> row.tally().aborts()),
        SystemColumn.unknown("AVG_PARTICIPANTS", SqlType.FLOAT64),
        SystemColumn.number("AVG_TOTAL_LATENCY_SECONDS", row -> row.tally().averageTotalSeconds()),
        SystemColumn.number(
            "AVG_COMMIT_LATENCY_SECONDS", row -> row.tally().averageCommitSeconds()),
        SystemColumn.number("AVG_BYTES", row -> row.tally().averageBytes()),
        SystemColumn.integer("COMMIT_RETRY_COUNT", row -> row.tally().retries()));
  }

  static List<SystemColumn<Row<Footprint, TransactionTally>>> attempts() {
    return List.of(
        SystemColumn.integer("ATTEMPT_COUNT", row -> row.tally().attempts()),
        SystemColumn.integer(
            "SERIALIZABLE_PESSIMISTIC_TXN_COUNT", row -> row.tally().serializablePessimistic()),
        SystemColumn.integer(
            "REPEATABLE_READ_OPTIMISTIC_TXN_COUNT", row -> row.tally().repeatableRead()),
        SystemColumn.integer(
            "SERIALIZABLE_OPTIMISTIC_TXN_COUNT", row -> row.tally().serializableOptimistic()),
        SystemColumn.string(
            "TOTAL_LATENCY_DISTRIBUTION_JSON_STRING", row -> row.tally().totalLatencyJson()),
        SystemColumn.unknown("OPERATIONS_BY_TABLE_JSON_STRING", SqlType.STRING));
  }

  @Override
  Iterable<Row<Footprint, TransactionTally>> items() {
    return totals(activity.transactions(granularity));
  }
}
