package org.ratchetdb.engine.session;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.engine.api.TimestampBound;
import org.ratchetdb.engine.core.DatabaseContext;
import org.ratchetdb.engine.ddl.SchemaView;
import org.ratchetdb.storage.api.ReadBound;

/** Opens views at timestamp bounds, and waits for timestamps that are to come. Thread-safe. */
final class ReadOpener {
  private static final long FUTURE_MICROS_MAX = TimeUnit.HOURS.toMicros(1);

  /** Between two looks at the clock and at the statement's control. */
  private static final long WAIT_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(20);

  private final DatabaseContext context;

  ReadOpener(DatabaseContext context) {
    this.context = context;
  }

  /** Opens a view with the schema of its timestamp. */
  SchemaView open(TimestampBound bound, StatementControl control) {
    if (bound instanceof TimestampBound.ReadTimestamp read) {
      await(read.timestamp(), control);
      return view(new ReadBound.Exact(read.timestamp()));
    }
    if (bound instanceof TimestampBound.MinReadTimestamp least) {
      await(least.timestamp(), control);
      return view(new ReadBound.AtLeast(least.timestamp()));
    }
    if (bound instanceof TimestampBound.ExactStaleness stale) {
      return view(new ReadBound.Exact(before(stale.staleness())));
    }
    if (bound instanceof TimestampBound.MaxStaleness stale) {
      return view(new ReadBound.AtLeast(before(stale.staleness())));
    }
    return context.schemas().strongView();
  }

  /**
   * The schema that a view opened now would most likely have; a timestamp in the future stands for
   * now.
   */
  Schema expectedSchema(TimestampBound bound) {
    if (bound instanceof TimestampBound.ReadTimestamp read) {
      return context.schemas().at(new CommitTimestamp(Math.max(0, read.timestamp().micros())));
    }
    if (bound instanceof TimestampBound.ExactStaleness stale) {
      return context.schemas().at(before(stale.staleness()));
    }
    return context.schemas().current();
  }

  /** About which timestamp a read at the bound has now, for messages. */
  CommitTimestamp timestamp(TimestampBound bound) {
    if (bound instanceof TimestampBound.ReadTimestamp read) {
      return read.timestamp();
    }
    if (bound instanceof TimestampBound.ExactStaleness stale) {
      return before(stale.staleness());
    }
    return new CommitTimestamp(nowMicros());
  }

  /** Fails when reads at the bound would, because it is too long ago. */
  void requireRetained(TimestampBound bound) {
    CommitTimestamp timestamp = timestamp(bound);
    if (timestamp.compareTo(context.store().oldestReadableTimestamp()) < 0) {
      context.store().readAt(new ReadBound.Exact(timestamp)).close();
    }
  }

  private SchemaView view(ReadBound bound) {
    return context.schemas().viewAt(bound, context.schemaGate()::settle);
  }

  private CommitTimestamp before(Duration staleness) {
    return new CommitTimestamp(
        Math.max(0, nowMicros() - TimeUnit.NANOSECONDS.toMicros(staleness.toNanos())));
  }

  private long nowMicros() {
    return Math.max(context.clock().nowMicros(), context.store().appliedTimestamp().micros());
  }

  private void await(CommitTimestamp timestamp, StatementControl control) {
    long ahead = timestamp.micros() - nowMicros();
    if (ahead > FUTURE_MICROS_MAX) {
      throw new DbException(
              ErrorCode.READ_TIMESTAMP_TOO_FAR,
              "The read timestamp "
                  + TimestampBound.format(timestamp)
                  + " is more than 1 hour in the future")
          .detail("Now is " + TimestampBound.format(new CommitTimestamp(nowMicros())) + ".");
    }
    for (; ahead > 0; ahead = timestamp.micros() - nowMicros()) {
      control.check();
      if (Thread.currentThread().isInterrupted()) {
        throw new DbException(
            ErrorCode.CANCELLED, "Interrupted while waiting for the read timestamp");
      }
      context
          .threads()
          .parkNanos(this, Math.min(TimeUnit.MICROSECONDS.toNanos(ahead), WAIT_NANOS_MAX));
    }
  }
}
