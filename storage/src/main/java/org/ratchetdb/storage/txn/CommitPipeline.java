package org.ratchetdb.storage.txn;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.Clock;
import org.ratchetdb.common.time.Ticker;
import org.ratchetdb.storage.api.CommitOptions;
import org.ratchetdb.storage.api.Priority;
import org.ratchetdb.storage.lock.LockOwner;
import org.ratchetdb.storage.mvcc.PreparedWrites;
import org.ratchetdb.storage.mvcc.SharedSnapshot;
import org.ratchetdb.storage.mvcc.VersionEngine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one sequence of all commits of a store. Whoever arrives while nobody writes becomes the
 * leader: it takes what has queued up, gives timestamps in order, writes the group with one forced
 * log, and publishes it. Those who arrive meanwhile form the next group, so groups grow with the
 * load by themselves, and a lone commit neither waits nor changes threads. A leader writes a few
 * groups before it hands over, and leaves it to the threads of a group to wake each other, so that
 * the disk waits for neither. One that may be delayed leaves it to others to lead for so long, and
 * goes with the first group there is. Thread-safe.
 *
 * <p>Once a write has failed the pipeline stays shut: what is on disk is then unknown, and going on
 * could acknowledge a commit behind a lost one. Reopening the store recovers.
 */
final class CommitPipeline {
  private static final Logger LOG = LoggerFactory.getLogger(CommitPipeline.class);

  /** Handing over costs the time a thread takes to wake; leading costs one's own client time. */
  private static final int GROUPS_LED_MAX = 4;

  /** How many others each thread of a group wakes: about what the disk would wait for otherwise. */
  private static final int WAKES_PER_THREAD = 4;

  /** How far ahead timestamps are reserved for reads, so that not every such read writes. */
  private static final long RESERVE_MICROS = 100_000;

  private static final long NOTHING_IN_FLIGHT = Long.MAX_VALUE;

  private final VersionEngine engine;
  private final Clock clock;
  private final StoreCounters counters;
  private final Ticker ticker;
  private final Threads threads;
  private final CommitQueue queue = new CommitQueue();
  private final AtomicBoolean led = new AtomicBoolean();

  /** Why nothing can be written any more. */
  private volatile @Nullable Throwable failure;

  private volatile Consumer<Throwable> failureListener = nothing -> {};

  private final Lock time;

  /** Signalled when no group is being written any more. */
  private final Condition written;

  /** The largest timestamp given to a commit or closed for a read. Guarded by time. */
  private long lastMicros;

  /** Timestamps up to this one are spent even after a restart. Guarded by time. */
  private long reservedMicros;

  /**
   * The smallest timestamp of the group that is being written, or could not be: it may be on disk
   * all the same. Guarded by time.
   */
  private long inFlightMicros = NOTHING_IN_FLIGHT;

  /** One thread's turn: a commit, or work that must run between groups. */
  static final class Ticket {
    @Nullable PreparedWrites writes;

    /** What of the writes depends on the commits before; null when nothing does. */
    final PatchedKeys.@Nullable Claim patches;

    final @Nullable Runnable work;
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
    List<Ticket> followers = List.of();

    int place;

    volatile boolean done;

    /** Set by the leader that takes it, or by its own thread that withdraws it. */
    private final AtomicBoolean claimed = new AtomicBoolean();

    /** Whether its thread knows that it is too late to give up. Of that thread. */
    private boolean taken;

    Ticket(
        PreparedWrites writes,
        PatchedKeys.@Nullable Claim patches,
        long bytes,
        CommitOptions options,
        LockOwner owner) {
      this.writes = writes;
      this.patches = patches;
      this.work = null;
      this.bytes = bytes;
      this.durable = options.durable();
      this.priority = options.priority();
      this.delayNanos = options.maxCommitDelay().toNanos();
      this.leads = delayNanos == 0;
      this.owner = owner;
    }

    Ticket(Runnable work) {
      this.writes = null;
      this.patches = null;
      this.work = work;
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

    /** Why its thread should not wait any longer, or null. */
    private @Nullable DbException impatience(Ticker ticker) {
      return owner == null ? null : owner.impatience(ticker);
    }
  }

  CommitPipeline(
      VersionEngine engine, Clock clock, Ticker ticker, StoreCounters counters, Threads threads) {
    this.engine = engine;
    this.clock = clock;
    this.ticker = ticker;
    this.counters = counters;
    this.threads = threads;
    this.time = threads.newLock();
    this.written = time.newCondition();
    this.lastMicros = engine.appliedMicros();
    this.reservedMicros = lastMicros;
  }

  /** Who hears of the failure that shuts the pipeline, on the thread that leads. */
  void setFailureListener(Consumer<Throwable> listener) {
    failureListener = listener;
  }

  /**
   * Blocks until the writes are published, and durable if the options say so. A group with one
   * durable commit is durable as a whole. Fails without effect when the owner is cancelled, or past
   * its deadline, before a leader has taken the commit; after that it goes on to its end.
   *
   * @param patches what of the writes depends on the commits before; null when nothing does
   * @return the writes as they were published, with their timestamp
   */
  PreparedWrites commit(
      PreparedWrites writes,
      PatchedKeys.@Nullable Claim patches,
      long bytes,
      CommitOptions options,
      LockOwner owner) {
    Ticket ticket = new Ticket(writes, patches, bytes, options, owner);
    run(ticket);
    if (ticket.unreadable != null) {
      throw ticket.unreadable;
    }
    Throwable error = ticket.error;
    if (error != null) {
      throw refused(error);
    }
    return Objects.requireNonNull(ticket.writes);
  }

  /** Runs work while no group is being written. */
  void exclusively(Runnable work) {
    Ticket ticket = new Ticket(work);
    run(ticket);
    Throwable error = ticket.error;
    if (error instanceof DbException e) {
      throw e;
    }
    if (error != null) {
      throw new DbException(ErrorCode.INTERNAL, "Maintenance of the store failed", error);
    }
  }

  private static DbException refused(Throwable cause) {
    ErrorCode code = cause instanceof DbException e ? e.code() : ErrorCode.IO_ERROR;
    boolean full = code == ErrorCode.DISK_FULL;
    return new DbException(
            full || code == ErrorCode.CORRUPT_DATA || code == ErrorCode.UNAVAILABLE
                ? code
                : ErrorCode.IO_ERROR,
            "The commit could not be written" + (full ? ": the disk is full" : ""),
            cause)
        .detail(reason(cause))
        .hint(
            (full ? "Make room on the disk" : "Open the database again")
                + ": until then it can be read, and takes no writes.");
  }

  /** What an engine says about a failure; the file is in its detail. */
  private static String reason(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    return cause instanceof DbException e
        ? e.detail().map(detail -> message + ": " + detail).orElse(message)
        : message;
  }

  private static DbException unreadable(Throwable cause) {
    boolean known =
        cause instanceof DbException e
            && (e.code() == ErrorCode.UNAVAILABLE || e.code() == ErrorCode.DISK_FULL);
    return new DbException(
            known ? ((DbException) cause).code() : ErrorCode.IO_ERROR,
            "Nothing can be read at a timestamp after the last commit",
            cause)
        .detail("A later commit could not be written, and may yet be found on disk.")
        .hint("Open the database again.");
  }

  private void run(Ticket ticket) {
    threads.step("commit.enqueue");
    queue.add(ticket);
    boolean interrupted = ticket.delayNanos > 0 && holdBack(ticket);
    while (!ticket.done) {
      if (led.compareAndSet(false, true)) {
        try {
          leadGroups(ticket);
        } finally {
          led.set(false);
          // Somebody may have queued up, seen a leader, and gone to sleep: it leads next.
          wakeNextLeader();
        }
      } else {
        await(ticket);
        interrupted |= Thread.interrupted();
      }
      if (!ticket.done) {
        withdrawIfImpatient(ticket);
      }
    }
    wakeFollowers(ticket.followers, ticket.place * WAKES_PER_THREAD + 1);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    threads.step("commit.done");
  }

  /** Waits until somebody wakes this thread, or it should give up. */
  private void await(Ticket ticket) {
    LockOwner owner = ticket.owner;
    if (owner == null || ticket.taken) {
      threads.park(this);
    } else {
      owner.park(this, ticker, Long.MAX_VALUE);
    }
  }

  /** Takes a ticket back that no leader has taken, when its owner does not want to wait on. */
  private void withdrawIfImpatient(Ticket ticket) {
    DbException impatience = ticket.impatience(ticker);
    if (impatience == null || ticket.taken) {
      return;
    }
    if (!ticket.claim()) {
      ticket.taken = true;
      return;
    }
    threads.step("commit.withdraw");
    queue.remove(ticket);
    // Whoever led before may have woken this thread to lead next.
    wakeNextLeader();
    throw impatience;
  }

  /** Waits until another leader has taken the ticket along, or its delay is over. */
  private boolean holdBack(Ticket ticket) {
    boolean interrupted = false;
    long end = ticker.nanos() + ticket.delayNanos;
    while (!ticket.done && end - ticker.nanos() > 0 && ticket.impatience(ticker) == null) {
      Objects.requireNonNull(ticket.owner).park(this, ticker, end);
      interrupted |= Thread.interrupted();
    }
    ticket.leads = true;
    if (!ticket.done) {
      withdrawIfImpatient(ticket);
    }
    return interrupted;
  }

  /** Those that are held back wake by themselves, and need nobody to lead them before. */
  private void wakeNextLeader() {
    Ticket next = queue.nextLeader();
    if (next != null) {
      threads.unpark(next.thread);
    }
  }

  /**
   * Writes the groups that there are, until its own ticket is done, or should not wait any longer,
   * and it has led its share.
   */
  private void leadGroups(Ticket own) {
    for (int groups = 0;
        groups < GROUPS_LED_MAX || (!own.done && own.impatience(ticker) == null);
        groups++) {
      List<Ticket> group = new ArrayList<>();
      lead(group);
      if (group.isEmpty()) {
        return;
      }
      complete(group, own);
    }
  }

  /** Tells the threads of a group; only the first of them is woken here. */
  private void complete(List<Ticket> group, Ticket own) {
    boolean leaders = group.remove(own);
    // Backwards, so that one that looks before it is woken finds those it has to wake done.
    for (int i = group.size() - 1; i >= 0; i--) {
      Ticket follower = group.get(i);
      follower.followers = group;
      follower.place = i;
      follower.done = true;
    }
    if (leaders) {
      own.done = true;
    }
    if (!group.isEmpty()) {
      threads.unpark(group.get(0).thread);
    }
  }

  private void wakeFollowers(List<Ticket> followers, int first) {
    int end = Math.min(first + WAKES_PER_THREAD, followers.size());
    for (int i = first; i < end; i++) {
      threads.unpark(followers.get(i).thread);
    }
  }

  /** Takes the next group from the queue, writes it, and leaves outcomes in the tickets. */
  private void lead(List<Ticket> group) {
    queue.take(group);
    if (group.isEmpty()) {
      return;
    }
    Ticket first = group.get(0);
    if (first.work != null) {
      work(first, first.work);
    } else {
      write(group, group.stream().anyMatch(ticket -> ticket.durable));
    }
  }

  private static void work(Ticket ticket, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      ticket.error = e;
    }
  }

  /** Writes a group of commits, and leaves in each ticket why it could not be written. */
  private void write(List<Ticket> group, boolean durable) {
    Throwable before = failure;
    if (before != null) {
      group.forEach(ticket -> ticket.error = before);
      return;
    }
    List<PreparedWrites> writes = new ArrayList<>(group.size());
    try {
      threads.step("commit.lead");
      assignTimestamps(group);
      settle(group, writes);
      threads.step("commit.stamped");
      if (writes.isEmpty()) {
        return;
      }
      engine.apply(writes, durable);
      threads.step("commit.published");
      counters.commitGroups.increment();
      counters.commits.add(writes.size());
      if (durable && engine.syncs()) {
        counters.syncs.increment();
      }
    } catch (RuntimeException | Error e) {
      LOG.error("A commit could not be written; the store takes no more writes", e);
      failure = e;
      group.forEach(ticket -> ticket.error = e);
      failureListener.accept(e);
    } finally {
      time.lock();
      try {
        if (failure == null) {
          inFlightMicros = NOTHING_IN_FLIGHT;
          if (!writes.isEmpty()) {
            reservedMicros = writes.get(writes.size() - 1).timestampMicros();
          }
        }
        written.signalAll();
      } finally {
        time.unlock();
      }
    }
  }

  /**
   * Fills timestamps in, and lays patches, in the order of the commits, over what those before have
   * written. A commit whose rows cannot be read fails by itself.
   */
  private static void settle(List<Ticket> group, List<PreparedWrites> into) {
    for (Ticket ticket : group) {
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

  private void assignTimestamps(List<Ticket> group) {
    time.lock();
    try {
      long next = Math.max(clock.nowMicros(), lastMicros + 1);
      inFlightMicros = next;
      for (Ticket ticket : group) {
        PreparedWrites writes = Objects.requireNonNull(ticket.writes);
        next = Math.max(next, writes.floorMicros() + 1);
        ticket.micros = next++;
      }
      lastMicros = next - 1;
      // The group's own record of its last timestamp undoes any reservation beyond it.
      reservedMicros = Math.min(reservedMicros, lastMicros);
    } finally {
      time.unlock();
    }
  }

  /**
   * Makes sure that no commit will come at or before a timestamp, and waits for those under way.
   * Fails when the timestamp is still to come.
   */
  void closeThrough(long micros) {
    boolean reserve;
    time.lock();
    try {
      long now = Math.max(clock.nowMicros(), lastMicros);
      if (micros > now) {
        throw new DbException(
                ErrorCode.INVALID_ARGUMENT, "Cannot read at a timestamp in the future")
            .with("timestampMicros", micros)
            .with("nowMicros", now);
      }
      lastMicros = Math.max(lastMicros, micros);
      reserve = micros > reservedMicros;
      while (failure == null && inFlightMicros <= micros) {
        written.awaitUninterruptibly(); // a group under way ends soon, whatever happens
      }
      Throwable failed = failure;
      if (failed != null) {
        // What failed may turn up when the store is opened again, at or before this timestamp.
        throw unreadable(failed);
      }
    } finally {
      time.unlock();
    }
    if (reserve) {
      exclusively(() -> reserve(micros + RESERVE_MICROS));
    }
  }

  /**
   * The newest timestamp at or before the given one for which the state of a snapshot stands, made
   * final without waiting for the group under way.
   */
  long closeWithoutWaiting(SharedSnapshot snapshot, long micros) {
    long newest;
    boolean reserve;
    time.lock();
    try {
      newest = Math.min(micros, Math.max(clock.nowMicros(), lastMicros));
      lastMicros = Math.max(lastMicros, newest);
      if (failure != null) {
        newest = Math.min(newest, engine.appliedMicros());
      }
      if (inFlightMicros <= newest) {
        newest = inFlightMicros - 1;
      }
      reserve = newest > reservedMicros;
    } finally {
      time.unlock();
    }
    // A group that was given its timestamps before this is either still under way, as seen above,
    // or published, and then it has ended the snapshot it came after.
    long end = snapshot.endMicros();
    if (end != 0 && end <= newest) {
      newest = end - 1;
    }
    if (newest <= snapshot.timestampMicros()) {
      return snapshot.timestampMicros();
    }
    if (reserve) {
      long upTo = newest + RESERVE_MICROS;
      exclusively(() -> reserve(upTo));
    }
    return newest;
  }

  /** Runs between groups, so that no group's record is overtaken by an older reservation. */
  private void reserve(long micros) {
    Throwable failed = failure;
    if (failed != null) {
      // Closed, perhaps, and then the engine is or soon will be.
      throw unreadable(failed);
    }
    time.lock();
    try {
      if (micros <= reservedMicros) {
        return;
      }
    } finally {
      time.unlock();
    }
    engine.reserveTimestamps(micros);
    time.lock();
    try {
      reservedMicros = micros;
    } finally {
      time.unlock();
    }
  }

  /** Refuses all further commits, after those under way. */
  void close() {
    exclusively(
        () -> {
          if (failure == null) {
            failure = new DbException(ErrorCode.UNAVAILABLE, "The database is closed");
          }
        });
  }
}
