package org.ratchetdb.engine.sysview;

import java.util.List;
import org.ratchetdb.engine.activity.DatabaseActivity;
import org.ratchetdb.engine.activity.LockWaitKey;
import org.ratchetdb.engine.activity.LockWaitTally;
import org.ratchetdb.engine.stats.interval.Granularity;

/** SPANNER_SYS.LOCK_STATS_TOTAL_*: all waits for locks together. */
final class LockStatsTotal extends IntervalTable<LockWaitKey, LockWaitTally> {
  private final DatabaseActivity activity;
  private final Granularity granularity;

  LockStatsTotal(DatabaseActivity activity, Granularity granularity) {
    super(
        "LOCK_STATS_TOTAL_" + granularity.suffix(),
        List.of(
            SystemColumn.time("INTERVAL_END", Row::endMicros),
            SystemColumn.number("TOTAL_LOCK_WAIT_SECONDS", row -> row.tally().seconds())));
    this.activity = activity;
    this.granularity = granularity;
  }

  @Override
  Iterable<Row<LockWaitKey, LockWaitTally>> items() {
    return totals(activity.lockWaits(granularity));
  }
}
