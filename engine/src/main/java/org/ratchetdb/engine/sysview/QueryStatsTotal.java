package org.ratchetdb.engine.sysview;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.engine.activity.DatabaseActivity;
import org.ratchetdb.engine.activity.QueryTally;
import org.ratchetdb.engine.activity.StatementIdentity;
import org.ratchetdb.engine.stats.interval.Granularity;

/** SPANNER_SYS.QUERY_STATS_TOTAL_*: all statements together. */
final class QueryStatsTotal extends IntervalTable<StatementIdentity, QueryTally> {
  private final DatabaseActivity activity;
  private final Granularity granularity;

  QueryStatsTotal(DatabaseActivity activity, Granularity granularity) {
    super("QUERY_STATS_TOTAL_" + granularity.suffix(), definition());
    this.activity = activity;
    this.granularity = granularity;
  }

  private static List<SystemColumn<Row<StatementIdentity, QueryTally>>> definition() {
    List<SystemColumn<Row<StatementIdentity, QueryTally>>> columns = new ArrayList<>();
    columns.add(SystemColumn.time("INTERVAL_END", Row::endMicros));
    columns.addAll(executions());
    columns.addAll(written());
    columns.addAll(readWrite());
    columns.addAll(unknown());
    columns.addAll(distribution());
    return columns;
  }

  static List<SystemColumn<Row<StatementIdentity, QueryTally>>> executions() {
    return List.of(
        SystemColumn.integer("EXECUTION_COUNT", row -> row.tally().executions()),
        SystemColumn.number("AVG_LATENCY_SECONDS", row -> row.tally().averageLatencySeconds()),
        SystemColumn.number("AVG_ROWS", row -> row.tally().averageRows()),
        SystemColumn.unknown("AVG_BYTES", SqlType.FLOAT64),
        SystemColumn.unknown("AVG_ROWS_SCANNED", SqlType.FLOAT64),
        SystemColumn.unknown("AVG_CPU_SECONDS", SqlType.FLOAT64),
        SystemColumn.integer(
            "CANCELLED_OR_DISCONNECTED_EXECUTION_COUNT", row -> row.tally().cancelled()),
        SystemColumn.integer("TIMED_OUT_EXECUTION_COUNT", row -> row.tally().timedOut()),
        SystemColumn.integer("ALL_FAILED_EXECUTION_COUNT", row -> row.tally().failed()),
        SystemColumn.number(
            "ALL_FAILED_AVG_LATENCY_SECONDS", row -> row.tally().averageFailedSeconds()));
  }

  static List<SystemColumn<Row<StatementIdentity, QueryTally>>> written() {
    return List.of(
        SystemColumn.number("AVG_BYTES_WRITTEN", row -> row.tally().averageBytesWritten()),
        SystemColumn.number("AVG_ROWS_WRITTEN", row -> row.tally().averageRowsWritten()));
  }

  static List<SystemColumn<Row<StatementIdentity, QueryTally>>> readWrite() {
    return List.of(
        SystemColumn.integer(
            "RUN_IN_RW_TRANSACTION_EXECUTION_COUNT", row -> row.tally().inReadWrite()));
  }

  /** What nobody measures here. */
  static List<SystemColumn<Row<StatementIdentity, QueryTally>>> unknown() {
    return Stream.of(
            "AVG_MEMORY_PEAK_USAGE_BYTES",
            "AVG_MEMORY_USAGE_PERCENTAGE",
            "AVG_QUERY_PLAN_CREATION_TIME_SECS",
            "AVG_FILESYSTEM_DELAY_SECS",
            "AVG_REMOTE_SERVER_CALLS",
            "AVG_ROWS_SPOOLED",
            "AVG_DISK_IO_COST")
        .map(
            name -> SystemColumn.<Row<StatementIdentity, QueryTally>>unknown(name, SqlType.FLOAT64))
        .toList();
  }

  static List<SystemColumn<Row<StatementIdentity, QueryTally>>> distribution() {
    return List.of(
        SystemColumn.string("LATENCY_DISTRIBUTION_JSON_STRING", row -> row.tally().latencyJson()));
  }

  @Override
  Iterable<Row<StatementIdentity, QueryTally>> items() {
    return totals(activity.queries(granularity));
  }
}
