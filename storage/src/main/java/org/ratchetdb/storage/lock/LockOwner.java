package org.ratchetdb.storage.lock;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.time.Ticker;

/**
 * A transaction as the lock table sees it: its place in the wound-wait order, its fate, and what it
 * holds. One thread at a time asks for locks; any thread may wound, expire or cancel.
 */
public final class LockOwner {
  /** What became of the transaction. Only OPEN changes into anything but ENDED. */
  public enum State {
    OPEN,
    /** Past the point where it can be wounded; keeps its locks until its writes are in the log. */
    COMMITTING,
    /** An older transaction took its locks away. */
    WOUNDED,
    /** REPEATABLE READ: another transaction committed a change to what this one wants to write. */
    CONFLICTED,
    /** Rolled back because no call came for too long. */
    EXPIRED,
    /** Rolled back because whoever made it was sent away. */
    ABANDONED,
    /** Rolled back because the store is closing. */
    STOPPED,
    /** Over: committed or rolled back by its own thread. */
    ENDED
  }

  /** The wound-wait order. */
  public static final Comparator<LockOwner> OLDEST_FIRST =
      Comparator.comparingLong((LockOwner owner) -> owner.age).thenComparingLong(owner -> owner.id);

  /** Number of lock tables an owner can hold locks in. */
  static final int SLOTS = 2;

  /** Locks in one table (about 8 MiB) before those of a tree of tables become one range. */
  static final int LOCKS_MAX = 1 << 15;

  private final long age;
  private final long id;
  private final String tag;
  private final Threads threads;

  private final long deadlineNanos;

  /** Owned by the thread that asks for locks, as is the next. */
  private long lockTimeoutNanos = Long.MAX_VALUE;

  private long statementDeadlineNanos = Long.MAX_VALUE;

  /** Whether some list of held locks has become long. Owned by the thread that asks for locks. */
  private boolean crowded;

  /** Written under this. */
  private volatile State state = State.OPEN;

  private volatile boolean cancelled;

  /** What is held, by {@link LockTable#slot}. Guarded by this. */
  private final Held[] held = {new Held(), new Held()};

  /** Guarded by this. */
  private boolean signalled;

  /** The thread that waits for a lock, if one does. Written under this. */
  private volatile @Nullable Thread waiter;

  /** Locks granted in one table. */
  private static final class Held {
    final Map<Key, LockRequest> points = new HashMap<>();
    final NavigableMap<Key, LockRequest> ranges = new TreeMap<>();
    final List<LockRequest> moreRanges = new ArrayList<>(0);

    /**
     * Ranges for keys with the commit timestamp, also among moreRanges; null until there is one.
     */
    @Nullable NavigableMap<Key, LockRequest> timestampInserts;

    /** Number of locks at which they are to become fewer. */
    int countMax = LOCKS_MAX;

    int count() {
      return points.size() + ranges.size() + moreRanges.size();
    }

    List<LockRequest> all() {
      List<LockRequest> all = new ArrayList<>(count());
      all.addAll(points.values());
      all.addAll(ranges.values());
      all.addAll(moreRanges);
      return all;
    }
  }

  /**
   * Creates an open owner.
   *
   * @param age smaller is older
   * @param id unique; decides between owners of one age
   * @param tag for statistics
   * @param deadlineNanos reading of the ticker after which it must not wait, or {@link
   *     Long#MAX_VALUE}
   * @param threads to wait with
   */
  public LockOwner(long age, long id, String tag, long deadlineNanos, Threads threads) {
    this.deadlineNanos = deadlineNanos;
    this.age = age;
    this.id = id;
    this.tag = tag;
    this.threads = threads;
  }

  public long age() {
    return age;
  }

  /** Unique in the store while it is open. */
  public long id() {
    return id;
  }

  public String tag() {
    return tag;
  }

  public State state() {
    return state;
  }

  /** Whether others have ended it, so that every call fails. */
  public boolean isLost() {
    State now = state;
    return now == State.WOUNDED
        || now == State.CONFLICTED
        || now == State.EXPIRED
        || now == State.ABANDONED;
  }

  /** Whether it waits for a lock right now. */
  public boolean isWaiting() {
    return waiter != null && state == State.OPEN;
  }

  boolean isOlderThan(LockOwner other) {
    return age != other.age ? age < other.age : id < other.id;
  }

  /** Fails when the transaction is over, with the error its caller must see. */
  public void checkOpen() {
    State now = state;
    if (now != State.OPEN) {
      throw failure(now);
    }
  }

  /** The error a caller must see whose transaction has met this fate. */
  public static DbException failure(State state) {
    return switch (state) {
      case WOUNDED ->
          new DbException(ErrorCode.TRANSACTION_ABORTED, "Transaction was aborted.")
              .detail("An older transaction needed a lock that this one held.")
              .hint("Retry the whole transaction.");
      case EXPIRED ->
          new DbException(ErrorCode.TRANSACTION_ABORTED, "Transaction was aborted.")
              .detail("It was idle for too long and was rolled back.")
              .hint("Retry the whole transaction.");
      case CONFLICTED ->
          new DbException(ErrorCode.TRANSACTION_ABORTED, "Transaction was aborted.")
              .detail("A row it writes was changed by another transaction since its snapshot.")
              .hint("Retry the whole transaction.");
      case ABANDONED -> new DbException(ErrorCode.UNAVAILABLE, "The session was ended");
      case STOPPED -> new DbException(ErrorCode.UNAVAILABLE, "The database is closed");
      case OPEN, COMMITTING, ENDED ->
          new DbException(ErrorCode.NO_ACTIVE_TRANSACTION, "The transaction has already ended");
    };
  }

  // ---- how long it may wait

  /**
   * Limits waits from now on: {@code LOCK_NOT_AVAILABLE} after the timeout, {@code
   * DEADLINE_EXCEEDED} after this deadline or that of the transaction.
   *
   * @param newLockTimeoutNanos longest single wait for a lock, or {@link Long#MAX_VALUE}
   * @param newDeadlineNanos reading of the ticker, or {@link Long#MAX_VALUE}
   */
  public void limitWaits(long newLockTimeoutNanos, long newDeadlineNanos) {
    lockTimeoutNanos = newLockTimeoutNanos;
    statementDeadlineNanos = newDeadlineNanos;
  }

  /** When any wait must end: reading of the ticker, or {@link Long#MAX_VALUE}. */
  long deadlineNanos() {
    return Math.min(deadlineNanos, statementDeadlineNanos);
  }

  /** When a wait for a lock must end that began at a reading of the ticker. */
  long waitEndNanos(long startedNanos) {
    long end = deadlineNanos();
    return lockTimeoutNanos == Long.MAX_VALUE
        ? end
        : Math.min(end, startedNanos + lockTimeoutNanos);
  }

  /** The error of a wait that came to its end without a lock. */
  DbException timedOut(long endNanos) {
    if (endNanos == statementDeadlineNanos) {
      return new DbException(
          ErrorCode.DEADLINE_EXCEEDED, "canceling statement due to statement timeout");
    }
    return endNanos == deadlineNanos
        ? new DbException(
            ErrorCode.DEADLINE_EXCEEDED, "canceling statement due to transaction timeout")
        : new DbException(ErrorCode.LOCK_NOT_AVAILABLE, "canceling statement due to lock timeout");
  }

  /** From now on nobody can take the locks away. Fails when somebody already has. */
  public void beginCommit() {
    if (!change(State.COMMITTING)) {
      throw failure(state);
    }
  }

  /** Ends the transaction on behalf of its own thread; the caller then releases the locks. */
  public synchronized void end() {
    state = State.ENDED;
  }

  private synchronized boolean change(State next) {
    if (state != State.OPEN) {
      return false;
    }
    state = next;
    return true;
  }

  /** Turns an open transaction into a lost one; false when it was not open any more. */
  boolean kill(State fate) {
    if (!change(fate)) {
      return false;
    }
    signal();
    return true;
  }

  /** A wait, now or later, fails with {@code CANCELLED}. */
  public void cancel() {
    cancelled = true;
    signal();
  }

  /** Waits from now on are not cancelled by what came before. */
  public void forgetCancel() {
    cancelled = false;
  }

  // ---- what it holds

  /**
   * The request for those cells of a key that no lock covers which is already held, or null when
   * there are none. Cells that it reads and writes become exclusive.
   */
  synchronized @Nullable LockRequest missing(
      LockTable table, Key key, long shared, long written, long exclusive) {
    Held locks = held[table.slot()];
    LockRequest point = locks.points.get(key);
    long missingShared = shared;
    long missingWritten = written;
    long missingExclusive = exclusive;
    if (point != null) {
      missingShared &= ~point.readable();
      missingWritten &= ~point.writable();
      missingExclusive &= ~point.exclusive;
      if ((missingShared | missingWritten | missingExclusive) == 0) {
        return null;
      }
      missingExclusive |= (missingShared & point.written) | (missingWritten & point.shared);
    }
    Map.Entry<Key, LockRequest> below =
        locks.ranges.isEmpty() ? null : locks.ranges.floorEntry(key);
    if (below != null && below.getValue().requiredRange().contains(key)) {
      LockRequest range = below.getValue();
      missingShared &= ~range.readable();
      missingWritten &= ~range.writable();
      missingExclusive &= ~range.exclusive;
    }
    return (missingShared | missingWritten | missingExclusive) == 0
        ? null
        : new LockRequest(table, this, key, null, missingShared, missingWritten, missingExclusive);
  }

  /** As the other, for a range; looks at the held range that begins last before it only. */
  synchronized @Nullable LockRequest missing(
      LockTable table, KeyRange range, long shared, long written, long exclusive) {
    long missingShared = shared;
    long missingWritten = written;
    long missingExclusive = exclusive;
    Map.Entry<Key, LockRequest> below = held[table.slot()].ranges.floorEntry(range.start());
    if (below != null) {
      Key end = below.getValue().requiredRange().end();
      if (end == null || (range.end() != null && range.end().compareTo(end) <= 0)) {
        missingShared &= ~below.getValue().readable();
        missingWritten &= ~below.getValue().writable();
        missingExclusive &= ~below.getValue().exclusive;
      }
    }
    return (missingShared | missingWritten | missingExclusive) == 0
        ? null
        : new LockRequest(
            table, this, range.start(), range, missingShared, missingWritten, missingExclusive);
  }

  /** As the other, for keys with the commit timestamp of this owner. */
  synchronized @Nullable LockRequest missingForTimestampInsert(LockTable table, KeyRange range) {
    Held locks = held[table.slot()];
    if (locks.timestampInserts != null && covers(locks.timestampInserts, range)) {
      return null;
    }
    return LockRequest.forTimestampInsert(table, this, range);
  }

  private static boolean covers(NavigableMap<Key, LockRequest> ranges, KeyRange range) {
    Map.Entry<Key, LockRequest> below = ranges.floorEntry(range.start());
    if (below == null) {
      return false;
    }
    Key end = below.getValue().requiredRange().end();
    return end == null || (range.end() != null && range.end().compareTo(end) <= 0);
  }

  synchronized @Nullable LockRequest heldPoint(LockTable table, Key key) {
    return held[table.slot()].points.get(key);
  }

  /**
   * Notes a granted request; false when the transaction was lost meanwhile, in which case the
   * request must not be granted. Called under the stripe, so that whoever takes the locks away
   * either sees this one in the list or has changed the state before.
   */
  synchronized boolean hold(LockRequest request) {
    if (state != State.OPEN) {
      return false;
    }
    Held locks = held[request.table.slot()];
    crowded |= locks.count() + 1 >= locks.countMax;
    if (request.range == null) {
      locks.points.put(request.start, request);
      return true;
    }
    if (request.timestampInsert) {
      // Not among the ranges, where it would pass for a lock that keeps everybody out.
      if (locks.timestampInserts == null) {
        locks.timestampInserts = new TreeMap<>();
      }
      locks.timestampInserts.put(request.start, request);
      locks.moreRanges.add(request);
      return true;
    }
    LockRequest sameStart = locks.ranges.get(request.start);
    if (sameStart == null) {
      locks.ranges.put(request.start, request);
    } else if (isWider(request, sameStart)) {
      locks.ranges.put(request.start, request);
      locks.moreRanges.add(sameStart);
    } else {
      locks.moreRanges.add(request);
    }
    return true;
  }

  /** Whether of two ranges with one start the first is the better answer to what is missing. */
  private static boolean isWider(LockRequest a, LockRequest b) {
    Key end = a.requiredRange().end();
    Key other = b.requiredRange().end();
    return a.coversCells(b) && (end == null || (other != null && end.compareTo(other) >= 0));
  }

  /** Takes everything out of the list, to be released by the caller. */
  synchronized List<LockRequest> takeHeld(int slot) {
    Held locks = held[slot];
    if (locks.count() == 0) {
      return List.of();
    }
    List<LockRequest> all = locks.all();
    locks.points.clear();
    locks.ranges.clear();
    locks.moreRanges.clear();
    locks.timestampInserts = null;
    return all;
  }

  synchronized boolean holdsAtMost(int countMax) {
    for (Held locks : held) {
      if (locks.count() > countMax) {
        return false;
      }
    }
    return true;
  }

  /** Whether it holds so many locks that they should become fewer; for its own thread. */
  boolean holdsTooMany() {
    return crowded;
  }

  /** What it holds, by {@link KeyGroups#groupOf}. */
  synchronized Map<Key, List<LockRequest>> heldByGroup(LockTable table) {
    Map<Key, List<LockRequest>> groups = new TreeMap<>();
    for (LockRequest request : held[table.slot()].all()) {
      groups
          .computeIfAbsent(KeyGroups.groupOf(request.start), group -> new ArrayList<>())
          .add(request);
    }
    return groups;
  }

  /**
   * Takes locks out of the list that another covers; the caller releases what is returned, which is
   * nothing when the transaction was lost meanwhile, with all its locks.
   */
  synchronized List<LockRequest> dropHeld(LockTable table, Collection<LockRequest> covered) {
    if (state != State.OPEN) {
      return List.of();
    }
    Held locks = held[table.slot()];
    Set<LockRequest> gone = new HashSet<>(covered);
    List<LockRequest> ranges = new ArrayList<>(locks.ranges.values());
    ranges.addAll(locks.moreRanges);
    locks.points.values().removeIf(gone::contains);
    locks.ranges.clear();
    locks.moreRanges.clear();
    locks.timestampInserts = null;
    for (LockRequest range : ranges) {
      if (!gone.contains(range)) {
        hold(range);
      }
    }
    locks.countMax = Math.max(LOCKS_MAX, 2 * locks.count());
    crowded = false;
    return List.copyOf(covered);
  }

  // ---- waiting

  /** Forgets old wake-ups; called before the request is registered with what it waits for. */
  synchronized void prepareWait() {
    signalled = false;
  }

  void signal() {
    Thread toWake;
    synchronized (this) {
      signalled = true;
      toWake = waiter;
    }
    if (toWake != null) {
      threads.unpark(toWake);
    }
  }

  /** How a wait ended, as far as the owner can tell. */
  enum Wake {
    SIGNALLED,
    LOST,
    CANCELLED,
    TIMED_OUT
  }

  /**
   * Waits for a signal.
   *
   * @param ticker measures the deadline
   * @param deadlineNanos reading of the ticker at which to give up, or {@link Long#MAX_VALUE} for
   *     no limit
   */
  Wake await(Ticker ticker, long deadlineNanos) {
    synchronized (this) {
      waiter = Thread.currentThread();
    }
    try {
      while (true) {
        Wake wake = look();
        if (wake != null) {
          return wake;
        }
        if (deadlineNanos == Long.MAX_VALUE) {
          threads.park(this);
        } else {
          long left = deadlineNanos - ticker.nanos();
          if (left <= 0) {
            return Wake.TIMED_OUT;
          }
          threads.parkNanos(this, left);
        }
        if (Thread.interrupted()) {
          Thread.currentThread().interrupt();
          return Wake.CANCELLED;
        }
      }
    } finally {
      synchronized (this) {
        waiter = null;
      }
    }
  }

  /**
   * Parks the thread of a commit that waits for its turn, until it is unparked, cancelled, or at
   * the first of the owner's deadline and another.
   *
   * @param blocker what it waits for
   * @param endNanos the other reading of the ticker, or {@link Long#MAX_VALUE}
   */
  public void park(Object blocker, Ticker ticker, long endNanos) {
    synchronized (this) {
      waiter = Thread.currentThread();
    }
    try {
      if (cancelled) {
        return;
      }
      long end = Math.min(endNanos, deadlineNanos());
      if (end == Long.MAX_VALUE) {
        threads.park(blocker);
        return;
      }
      long left = end - ticker.nanos();
      if (left > 0) {
        threads.parkNanos(blocker, left);
      }
    } finally {
      synchronized (this) {
        waiter = null;
      }
    }
  }

  /** Why a commit that waits for its turn is to be given up, or null. */
  public @Nullable DbException impatience(Ticker ticker) {
    if (cancelled) {
      return new DbException(
          ErrorCode.CANCELLED, "Statement was cancelled while it waited to commit");
    }
    long end = deadlineNanos();
    return end != Long.MAX_VALUE && ticker.nanos() >= end ? timedOut(end) : null;
  }

  /** Why a wait is over, or null when it goes on. */
  private synchronized @Nullable Wake look() {
    if (state != State.OPEN) {
      return Wake.LOST;
    }
    if (cancelled) {
      return Wake.CANCELLED;
    }
    return signalled ? Wake.SIGNALLED : null;
  }
}
