package org.ratchetdb.storage.txn;

/**
 * How long who publishes waits for more commits to share its sync. Clients that were answered
 * together come back together, a little after somebody has begun the next sync without them; so
 * groups of half of them would take turns, each waiting for the sync of the other.
 *
 * <p>Expected are as many as there were when the last sync ended: those it answered, and those that
 * had missed it. A client alone waits for nobody. Nobody waits longer than part of a sync takes,
 * and that only while it pays: when the commits that came are worth less than the time that those
 * already there have lost, the next groups do not wait, twice as many each time. Owned by who
 * publishes.
 */
final class Gathering {
  /** The longest wait, in quarters of the time of a sync. */
  private static final long SYNC_QUARTERS = 3;

  /** A sync that takes no longer than this (nanoseconds) is not worth waiting for. */
  private static final long SYNC_NANOS_MIN = 20_000;

  /** However slow the disk: who has not come back by then has something else to do. */
  private static final long WAIT_NANOS_MAX = 1_000_000;

  private static final int SKIPPED_MAX = 64;

  /** The average gives the newest sync one part in so many. */
  private static final int AVERAGED_SYNCS = 8;

  private long syncNanos;
  private long answeredNanos;
  private int expected;

  /** Groups that are still to go without a wait, and how many that was at first. */
  private int toSkip;

  private int skipped;

  /** The wait under way. */
  private long startedNanos;

  private int before;

  /**
   * Whether to wait for more.
   *
   * @param commits that are there
   * @return nanoseconds; zero or less for not
   */
  long waitNanos(int commits, long nowNanos) {
    if (commits >= expected || syncNanos < SYNC_NANOS_MIN || toSkip > 0) {
      return 0;
    }
    long wait = Math.min(WAIT_NANOS_MAX, syncNanos * SYNC_QUARTERS / 4);
    return answeredNanos + wait - nowNanos;
  }

  /** How many commits end a wait. */
  int expected() {
    return expected;
  }

  void begin(int commits, long nowNanos) {
    before = commits;
    startedNanos = nowNanos;
  }

  /** Ends a wait, and decides whether it has paid. */
  void end(int commits, long nowNanos) {
    long waited = nowNanos - startedNanos;
    if ((commits - before) * syncNanos >= waited * before) {
      skipped = 0;
    } else {
      skipped = Math.min(SKIPPED_MAX, Math.max(1, 2 * skipped));
      toSkip = skipped;
    }
  }

  /**
   * Notes a sync.
   *
   * @param answered commits that it was for
   * @param waiting commits that came too late for it
   */
  void synced(int answered, int waiting, long startNanos, long endNanos) {
    long nanos = endNanos - startNanos;
    syncNanos = syncNanos == 0 ? nanos : syncNanos + (nanos - syncNanos) / AVERAGED_SYNCS;
    expected = answered + waiting;
    answeredNanos = endNanos;
    if (toSkip > 0) {
      toSkip--;
    }
  }
}
