package org.ratchetdb.storage.txn;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.time.Ticker;
import org.ratchetdb.storage.api.CommitOptions;
import org.ratchetdb.storage.api.Priority;
import org.ratchetdb.storage.lock.LockOwner;
import org.ratchetdb.storage.mvcc.PreparedWrites;

/** One thread's turn: a commit, or work that must run while no group is written. */
final class CommitTicket {
  @Nullable PreparedWrites writes;

  /** What of the writes depends on the commits before; null when nothing does. */
  final PatchedKeys.@Nullable Claim patches;

  final @Nullable Runnable work;

  /** Whether the work must not run before everything written is published. */
  final boolean quiet;

  final long bytes;
  final boolean durable;
  final Priority priority;

  /** Says when to give up; null for never. */
  final @Nullable LockOwner owner;

  /** How long its thread leaves it to others to take it along. */
  final long delayNanos;

  /** Whether its thread leads as soon as nobody else does. Set before it looks whether one is. */
  volatile boolean leads;

  final Thread thread = Thread.currentThread();

  /** The commit's timestamp. */
  long micros;

  @Nullable Throwable error;

  /** Why it was left out of its group, which was written without it. */
  @Nullable DbException unreadable;

  /** The group it was written with, but for the leader's own; set before it is done. */
  List<CommitTicket> followers = List.of();

  int place;

  volatile boolean done;

  /** Set by the leader that takes it, or by its own thread that withdraws it. */
  private final AtomicBoolean claimed = new AtomicBoolean();

  /** Whether its thread knows that it is too late to give up. Of that thread. */
  boolean taken;

  /** Whether its thread was interrupted while it waited. Of that thread. */
  boolean interrupted;

  CommitTicket(
      PreparedWrites writes,
      PatchedKeys.@Nullable Claim patches,
      long bytes,
      CommitOptions options,
      LockOwner owner) {
    this.writes = writes;
    this.patches = patches;
    this.work = null;
    this.quiet = false;
    this.bytes = bytes;
    this.durable = options.durable();
    this.priority = options.priority();
    this.delayNanos = options.maxCommitDelay().toNanos();
    this.leads = delayNanos == 0;
    this.owner = owner;
  }

  CommitTicket(Runnable work, boolean quiet) {
    this.writes = null;
    this.patches = null;
    this.work = work;
    this.quiet = quiet;
    this.bytes = 0;
    this.durable = false;
    this.priority = Priority.HIGH;
    this.delayNanos = 0;
    this.leads = true;
    this.owner = null;
  }

  /** Decides between a leader and a thread that gives up; true for the one that came first. */
  boolean claim() {
    return claimed.compareAndSet(false, true);
  }

  boolean isClaimed() {
    return claimed.get();
  }

  /** Why its thread should not wait any longer, or null. */
  @Nullable DbException impatience(Ticker ticker) {
    return owner == null ? null : owner.impatience(ticker);
  }

  /**
   * Fills timestamps in, and lays patches, in the order of the commits, over what those before have
   * written. A commit whose rows cannot be read fails by itself.
   */
  static void settle(List<CommitTicket> group, List<PreparedWrites> into) {
    for (CommitTicket ticket : group) {
      PreparedWrites writes = Objects.requireNonNull(ticket.writes);
      if (ticket.patches == null) {
        writes.assign(ticket.micros);
      } else {
        try {
          writes = ticket.patches.settle(writes, ticket.micros);
        } catch (DbException e) {
          ticket.unreadable = e;
          continue;
        }
        ticket.writes = writes;
      }
      into.add(writes);
    }
  }
}
