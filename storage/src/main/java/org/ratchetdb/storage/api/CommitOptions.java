package org.ratchetdb.storage.api;

import java.time.Duration;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/**
 * How a transaction commits.
 *
 * @param maxCommitDelay how long the commit may be held back so that others join it in one write
 *     and one sync; 0 to 500 ms, anything else fails with {@code INVALID_ARGUMENT}. It gives
 *     throughput for latency, never more than the delay
 * @param durable whether to answer only when the log is forced to disk. Without it the commit is
 *     visible at once and on its way to disk: it survives the end of the process, not that of the
 *     machine, until a later durable commit has been acknowledged. A store that was opened without
 *     sync forces nothing either way
 * @param priority decides between commits that wait for one group: the more urgent go first, with a
 *     share of the others behind them
 */
public record CommitOptions(Duration maxCommitDelay, boolean durable, Priority priority) {
  /** The longest delay that may be asked for. */
  public static final Duration DELAY_MAX = Duration.ofMillis(500);

  /** At once, durable, {@link Priority#HIGH}, as every request that does not say otherwise. */
  public static final CommitOptions DEFAULT = new CommitOptions(Duration.ZERO, true, Priority.HIGH);

  public CommitOptions {
    if (maxCommitDelay.isNegative() || maxCommitDelay.compareTo(DELAY_MAX) > 0) {
      throw new DbException(
              ErrorCode.INVALID_ARGUMENT, "The max commit delay must be between 0 ms and 500 ms.")
          .with("maxCommitDelay", maxCommitDelay);
    }
  }

  public CommitOptions withMaxCommitDelay(Duration newMaxCommitDelay) {
    return new CommitOptions(newMaxCommitDelay, durable, priority);
  }

  public CommitOptions withDurable(boolean newDurable) {
    return new CommitOptions(maxCommitDelay, newDurable, priority);
  }

  public CommitOptions withPriority(Priority newPriority) {
    return new CommitOptions(maxCommitDelay, durable, newPriority);
  }
}
