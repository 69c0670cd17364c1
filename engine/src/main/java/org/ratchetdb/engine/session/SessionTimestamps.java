package org.ratchetdb.engine.session;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.storage.api.CommitResult;
import org.ratchetdb.storage.api.ReadMoment;

/** When a session last read and last committed. Owned by one thread. */
final class SessionTimestamps {
  private @Nullable ReadMoment moment;
  private long readMicros;
  private @Nullable CommitTimestamp known;
  private @Nullable CommitResult commit;

  /** A view was read from; its timestamp is only worked out when somebody asks. */
  void read(ReadMoment viewMoment, long nowMicros) {
    moment = viewMoment;
    readMicros = nowMicros;
    known = null;
  }

  void committed(@Nullable CommitResult result) {
    if (result != null) {
      commit = result;
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

  @Nullable CommitResult commit() {
    return commit;
  }
}
