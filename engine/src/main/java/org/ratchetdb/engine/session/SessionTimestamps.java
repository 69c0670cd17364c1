package org.ratchetdb.engine.session;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.engine.api.CommitStatistics;
import org.ratchetdb.storage.api.ReadMoment;

/** When a session last read and last committed. Owned by one thread. */
final class SessionTimestamps {
  private @Nullable ReadMoment moment;
  private long readMicros;
  private @Nullable CommitTimestamp known;
  private @Nullable CommitStatistics commit;

  /** A view was read from; its timestamp is only worked out when somebody asks. */
  void read(ReadMoment viewMoment, long nowMicros) {
    moment = viewMoment;
    readMicros = nowMicros;
    known = null;
  }

  /** A transaction has ended well; one that could not write has no statistics. */
  void committed(@Nullable CommitStatistics statistics) {
    if (statistics != null) {
      commit = statistics;
    }
  }

  @Nullable CommitTimestamp readTimestamp() {
    ReadMoment asked = moment;
    if (asked != null) {
      known = asked.newestTimestamp(readMicros);
      moment = null;
    }
    return known;
  }

  @Nullable CommitStatistics commit() {
    return commit;
  }
}
