package org.ratchetdb.engine.sysview;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.engine.activity.DatabaseActivity;
import org.ratchetdb.engine.activity.Footprint;
import org.ratchetdb.engine.activity.TransactionTally;
import org.ratchetdb.engine.stats.interval.Granularity;

/** SPANNER_SYS.TXN_STATS_TOP_*: the transactions that took the most time, by what they touch. */
final class TransactionStatsTop extends IntervalTable<Footprint, TransactionTally> {
  private final DatabaseActivity activity;
  private final Granularity granularity;

  TransactionStatsTop(DatabaseActivity activity, Granularity granularity) {
    super("TXN_STATS_TOP_" + granularity.suffix(), definition());
    this.activity = activity;
    this.granularity = granularity;
  }

  private static List<SystemColumn<Row<Footprint, TransactionTally>>> definition() {
    List<SystemColumn<Row<Footprint, TransactionTally>>> columns = new ArrayList<>();
    columns.add(SystemColumn.time("INTERVAL_END", Row::endMicros));
    columns.add(SystemColumn.integer("FPRINT", row -> row.requiredKey().fingerprint()));
    columns.add(SystemColumn.strings("READ_COLUMNS", row -> row.requiredKey().read()));
    columns.add(
        SystemColumn.strings("WRITE_CONSTRUCTIVE_COLUMNS", row -> row.requiredKey().written()));
    columns.add(
        SystemColumn.strings("WRITE_DELETE_TABLES", row -> row.requiredKey().deletedFrom()));
    columns.addAll(TransactionStatsTotal.commits());
    columns.add(SystemColumn.string("TRANSACTION_TAG", row -> row.requiredKey().tag()));
    columns.addAll(TransactionStatsTotal.attempts());
    return columns;
  }

  @Override
  Iterable<Row<Footprint, TransactionTally>> items() {
    return top(activity.transactions(granularity));
  }
}
