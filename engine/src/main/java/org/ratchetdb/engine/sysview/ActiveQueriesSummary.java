package org.ratchetdb.engine.sysview;

import java.time.Duration;
import java.util.List;
import org.ratchetdb.engine.activity.DatabaseActivity;

/** SPANNER_SYS.ACTIVE_QUERIES_SUMMARY: one row on all that runs now. */
final class ActiveQueriesSummary extends SystemTable<ActiveQueriesSummary.Summary> {
  private final DatabaseActivity activity;

  /** What ran when. */
  record Summary(List<OldestActiveQueries.Query> queries, long nowMicros) {
    long olderThan(int seconds) {
      long before = nowMicros - Duration.ofSeconds(seconds).toMillis() * 1_000;
      return queries.stream().filter(q -> q.statement().startedMicros() <= before).count();
    }
  }

  ActiveQueriesSummary(DatabaseActivity activity) {
    super(
        SPANNER_SYS,
        "ACTIVE_QUERIES_SUMMARY",
        List.of(
            SystemColumn.integer("ACTIVE_COUNT", summary -> summary.queries().size()),
            SystemColumn.time(
                "OLDEST_START_TIME",
                summary ->
                    summary.queries().isEmpty()
                        ? null
                        : summary.queries().get(0).statement().startedMicros()),
            SystemColumn.integer("COUNT_OLDER_THAN_1S", summary -> summary.olderThan(1)),
            SystemColumn.integer("COUNT_OLDER_THAN_10S", summary -> summary.olderThan(10)),
            SystemColumn.integer("COUNT_OLDER_THAN_100S", summary -> summary.olderThan(100))));
    this.activity = activity;
  }

  @Override
  Iterable<Summary> items() {
    return List.of(new Summary(OldestActiveQueries.queries(activity), activity.nowMicros()));
  }
}
