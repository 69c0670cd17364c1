package org.ratchetdb.engine.sysview;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.ratchetdb.engine.activity.ActiveSession;
import org.ratchetdb.engine.activity.ActiveStatement;
import org.ratchetdb.engine.activity.DatabaseActivity;

/** SPANNER_SYS.OLDEST_ACTIVE_QUERIES: what runs now, the oldest first. */
final class OldestActiveQueries extends SystemTable<OldestActiveQueries.Query> {
  private static final int QUERIES_MAX = 50;
  private static final int TEXT_CHARS_MAX = 64 << 10;

  private final DatabaseActivity activity;

  /** A statement and the session that runs it. */
  record Query(ActiveSession session, ActiveStatement statement) {}

  OldestActiveQueries(DatabaseActivity activity) {
    super(
        SPANNER_SYS,
        "OLDEST_ACTIVE_QUERIES",
        List.of(
            SystemColumn.time("START_TIME", query -> query.statement().startedMicros()),
            SystemColumn.integer("TEXT_FINGERPRINT", query -> query.statement().fingerprint()),
            SystemColumn.string("TEXT", query -> cut(query.statement().sql())),
            SystemColumn.flag(
                "TEXT_TRUNCATED", query -> query.statement().sql().length() > TEXT_CHARS_MAX),
            SystemColumn.string("SESSION_ID", query -> Integer.toString(query.session().id())),
            SystemColumn.string("QUERY_ID", query -> Long.toString(query.statement().id()))));
    this.activity = activity;
  }

  private static String cut(String text) {
    return text.length() > TEXT_CHARS_MAX ? text.substring(0, TEXT_CHARS_MAX) : text;
  }

  /** Oldest first. */
  static List<Query> queries(DatabaseActivity activity) {
    List<Query> queries = new ArrayList<>();
    for (ActiveSession session : activity.sessions().all()) {
      ActiveStatement statement = session.activeStatement();
      if (statement != null) {
        queries.add(new Query(session, statement));
      }
    }
    queries.sort(Comparator.comparingLong(query -> query.statement().startedMicros()));
    return queries;
  }

  @Override
  Iterable<Query> items() {
    List<Query> queries = queries(activity);
    return queries.subList(0, Math.min(QUERIES_MAX, queries.size()));
  }
}
