package org.ratchetdb.engine.sysview;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.engine.activity.DatabaseActivity;
import org.ratchetdb.engine.activity.QueryTally;
import org.ratchetdb.engine.activity.StatementIdentity;
import org.ratchetdb.engine.stats.interval.Granularity;

/** SPANNER_SYS.QUERY_STATS_TOP_*: the statements that took the most time. */
final class QueryStatsTop extends IntervalTable<StatementIdentity, QueryTally> {
  private final DatabaseActivity activity;
  private final Granularity granularity;

  QueryStatsTop(DatabaseActivity activity, Granularity granularity) {
    super("QUERY_STATS_TOP_" + granularity.suffix(), definition());
    this.activity = activity;
    this.granularity = granularity;
  }

  private static List<SystemColumn<Row<StatementIdentity, QueryTally>>> definition() {
    List<SystemColumn<Row<StatementIdentity, QueryTally>>> columns = new ArrayList<>();
    columns.add(SystemColumn.time("INTERVAL_END", Row::endMicros));
    columns.add(SystemColumn.string("TEXT", row -> row.requiredKey().text()));
    columns.add(SystemColumn.flag("TEXT_TRUNCATED", row -> row.requiredKey().truncated()));
    columns.add(SystemColumn.integer("TEXT_FINGERPRINT", row -> row.requiredKey().fingerprint()));
    columns.addAll(QueryStatsTotal.executions());
    columns.add(SystemColumn.string("REQUEST_TAG", row -> row.requiredKey().tag()));
    columns.addAll(QueryStatsTotal.written());
    columns.add(SystemColumn.unknown("STATEMENT_COUNT", SqlType.INT64));
    columns.addAll(QueryStatsTotal.readWrite());
    columns.add(SystemColumn.string("QUERY_TYPE", row -> "QUERY"));
    columns.addAll(QueryStatsTotal.unknown());
    columns.addAll(QueryStatsTotal.distribution());
    return columns;
  }

  @Override
  Iterable<Row<StatementIdentity, QueryTally>> items() {
    return top(activity.queries(granularity));
  }
}
