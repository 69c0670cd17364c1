package org.ratchetdb.engine.sysview;

import java.util.List;
import java.util.StringJoiner;
import org.ratchetdb.common.value.JsonText;
import org.ratchetdb.engine.activity.DatabaseActivity;
import org.ratchetdb.engine.activity.LockWaitKey;
import org.ratchetdb.engine.activity.LockWaitTally;
import org.ratchetdb.engine.stats.interval.Granularity;
import org.ratchetdb.storage.api.LockWait;

/** SPANNER_SYS.LOCK_STATS_TOP_*: the places where transactions waited longest. */
final class LockStatsTop extends IntervalTable<LockWaitKey, LockWaitTally> {
  private final DatabaseActivity activity;
  private final Granularity granularity;

  LockStatsTop(DatabaseActivity activity, LockPlaces places, Granularity granularity) {
    super(
        "LOCK_STATS_TOP_" + granularity.suffix(),
        List.of(
            SystemColumn.time("INTERVAL_END", Row::endMicros),
            SystemColumn.bytes(
                "ROW_RANGE_START_KEY", row -> places.of(row.requiredKey().range()).text()),
            SystemColumn.number("LOCK_WAIT_SECONDS", row -> row.tally().seconds()),
            SystemColumn.string(
                "SAMPLE_LOCK_REQUESTS_JSON_STRING",
                row -> samples(places.of(row.requiredKey().range()), row.tally()))));
    this.activity = activity;
    this.granularity = granularity;
  }

  private static String samples(LockPlaces.Place place, LockWaitTally tally) {
    StringJoiner json = new StringJoiner(",", "[", "]");
    for (LockWait.Party party : tally.samples()) {
      for (String column : place.columns(party.cells())) {
        StringBuilder sample = new StringBuilder("{\"column\":");
        JsonText.appendQuoted(sample, column);
        sample.append(",\"lock_mode\":\"").append(LockPlaces.mode(party.mode()));
        sample.append("\",\"transaction_tag\":");
        JsonText.appendQuoted(sample, party.tag());
        json.add(sample.append('}'));
      }
    }
    return json.toString();
  }

  @Override
  Iterable<Row<LockWaitKey, LockWaitTally>> items() {
    return top(activity.lockWaits(granularity));
  }
}
