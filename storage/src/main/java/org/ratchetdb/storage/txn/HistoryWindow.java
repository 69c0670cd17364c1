package org.ratchetdb.storage.txn;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.Clock;
import org.ratchetdb.storage.mvcc.RetainedHistory;
import org.ratchetdb.storage.mvcc.VersionEngine;

/**
 * The stretch of time whose states can be read. Its beginning never moves back: a longer retention
 * does not bring back what a shorter one has let go, and neither does a clock that steps back
 * beyond the last commit. Thread-safe.
 */
final class HistoryWindow {
  private final VersionEngine engine;
  private final Clock clock;
  private volatile RetainedHistory retained;

  /** The latest time by which something may have been dropped. */
  private volatile long dropMicros;

  HistoryWindow(VersionEngine engine, Clock clock, Duration initialRetention) {
    this.engine = engine;
    this.clock = clock;
    RetainedHistory known = engine.retainedHistory();
    if (known.retentionMicros() == 0) {
      known = new RetainedHistory(micros(initialRetention), known.floorMicros());
      engine.setRetainedHistory(known);
    }
    this.retained = known;
  }

  private static long micros(Duration duration) {
    long micros = TimeUnit.NANOSECONDS.toMicros(duration.toNanos());
    if (micros <= 0) {
      throw new IllegalArgumentException("Retention must be positive");
    }
    return micros;
  }

  /** Calls must not overlap. */
  void setRetention(Duration retention) {
    long micros = micros(retention);
    RetainedHistory before = retained;
    if (micros == before.retentionMicros()) {
      return;
    }
    // What a longer retention asks for may be gone already; a shorter one needs no floor, since
    // its own begins later.
    RetainedHistory after = new RetainedHistory(micros, Math.max(0, oldestReadableMicros()));
    engine.setRetainedHistory(after);
    retained = after;
  }

  /**
   * Old versions are about to be dropped by the time it is now, which is returned: no later state
   * may be older, nor that of a later process.
   */
  long beginDropping() {
    long now = clock.nowMicros();
    dropMicros = Math.max(dropMicros, now);
    return now;
  }

  long oldestReadableMicros() {
    RetainedHistory now = retained;
    long known = Math.max(dropMicros, engine.appliedMicros());
    long newest = Math.max(clock.nowMicros(), known);
    return Math.max(now.floorMicros(), newest - now.retentionMicros());
  }

  /** Fails when history before the timestamp may be gone. */
  void check(long micros) {
    long oldest = oldestReadableMicros();
    if (micros < oldest) {
      throw tooOld(micros, oldest);
    }
  }

  static DbException tooOld(long micros, long oldestMicros) {
    return new DbException(
            ErrorCode.READ_TIMESTAMP_TOO_OLD,
            "Read-only transaction timestamp "
                + format(micros)
                + " has exceeded the maximum timestamp staleness")
        .detail("The oldest readable timestamp is " + format(oldestMicros) + ".")
        .with("oldestReadableTimestamp", format(oldestMicros));
  }

  private static String format(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
  }
}
