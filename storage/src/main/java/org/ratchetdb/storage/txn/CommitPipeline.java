package org.ratchetdb.storage.txn;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
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
import org.ratchetdb.storage.lock.LockOwner;
import org.ratchetdb.storage.lock.LockTable;
import org.ratchetdb.storage.mvcc.PreparedWrites;
import org.ratchetdb.storage.mvcc.SharedSnapshot;
import org.ratchetdb.storage.mvcc.VersionEngine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one sequence of all commits of a store, in two steps, each led by one thread at a time. Who
 * writes takes what has queued up, gives timestamps in order, adds the group to the log, and lets
 * its locks go: from then on transactions that lock find it. Who publishes forces the log to disk,
 * lets everybody else see all that was written up to there, and answers. So commits that come while
 * the disk works are written behind each other, even those that wait for each other's locks, and
 * share the next sync, for which they wait a little when others were there just before ({@link
 * Gathering}); a lone commit neither waits nor changes threads. Thread-safe.
 *
 * <p>What was written and is not published can be seen by those only who lock. They come later in
 * the one log, so what they write cannot be on disk without it; when they write nothing, they wait
 * for it at their end ({@link #awaitPublished}).
 *
 * <p>A leader handles a few groups before it hands over, and leaves it to the threads of a group to
 * wake each other, so that the disk waits for neither. A commit that may be delayed leaves it to
 * others to lead for so long, and goes with the first group there is.
 *
 * <p>Once a write has failed the pipeline stays shut: what is on disk is then unknown, and going on
 * could acknowledge a commit behind a lost one. All that is not published by then fails. Reopening
 * the store recovers.
 */
final class CommitPipeline {
  private static final Logger LOG = LoggerFactory.getLogger(CommitPipeline.class);

  /** Handing over costs the time a thread takes to wake; leading costs one's own client time. */
  private static final int GROUPS_LED_MAX = 4;

  /** How many others each thread of a group wakes: about what the disk would wait for otherwise. */
  private static final int WAKES_PER_THREAD = 4;

  /** A wait may end for no reason, but not for ever. */
  private static final int GATHER_PARKS_MAX = 3;

  /** Who holds more locks lets them go in its own thread, lest the others wait for that. */
  private static final int EARLY_LOCKS_MAX = 256;

  /** How far ahead timestamps are reserved for reads, so that not every such read writes. */
  private static final long RESERVE_MICROS = 100_000;

  private static final long NOTHING_IN_FLIGHT = Long.MAX_VALUE;

  private final VersionEngine engine;
  private final Clock clock;
  private final StoreCounters counters;
  private final Ticker ticker;
  private final Threads threads;
  private final CommitQueue queue = new CommitQueue();

  /** Whether a thread writes groups. */
  private final AtomicBoolean writing = new AtomicBoolean();

  /** Whether a thread publishes groups. */
  private final AtomicBoolean publishing = new AtomicBoolean();

  /** What is written and not published, oldest first. Added to under time, by who writes. */
  private final Queue<Written> unpublished = new ConcurrentLinkedQueue<>();

  /** Number of commits in it. */
  private final AtomicInteger unpublishedCommits = new AtomicInteger();

  private final Gathering gathering = new Gathering();

  /**
   * The thread that publishes, while it waits for more. Whoever takes it out of here publishes in
   * its place.
   */
  private final AtomicReference<@Nullable Thread> gatherer = new AtomicReference<>();

  /** How many unpublished commits end that wait. */
  private volatile int gathered;

  /** The thread that writes, while it waits until nobody publishes. */
  private volatile @Nullable Thread waitsForQuiet;

  /** Why nothing can be written any more. */
  private volatile @Nullable Throwable failure;

  private volatile Consumer<Throwable> failureListener = nothing -> {};

  private final Lock time;

  /** Signalled when something is published, or never will be. */
  private final Condition published;

  /** The largest timestamp given to a commit or closed for a read. Guarded by time. */
  private long lastMicros;

  /** Timestamps up to this one are spent even after a restart. Guarded by time. */
  private long reservedMicros;

  /**
   * The smallest timestamp of a commit that is not published, be it that it could not be: it may be
   * on disk all the same. Guarded by time.
   */
  private long inFlightMicros = NOTHING_IN_FLIGHT;

  /** The smallest timestamp of the group that is being written. Guarded by time. */
  private long writingMicros = NOTHING_IN_FLIGHT;

  /** The largest timestamp given to a commit. Written under time. */
  private volatile long lastCommitMicros;

  /** A group that is in the log. */
  private record Written(
      List<CommitTicket> tickets,
      SharedSnapshot state,
      long firstMicros,
      int commits,
      boolean durable) {}

  CommitPipeline(
      VersionEngine engine, Clock clock, Ticker ticker, StoreCounters counters, Threads threads) {
    this.engine = engine;
    this.clock = clock;
    this.ticker = ticker;
    this.counters = counters;
    this.threads = threads;
    this.time = threads.newLock();
    this.published = time.newCondition();
    this.lastMicros = engine.appliedMicros();
    this.reservedMicros = lastMicros;
    this.lastCommitMicros = lastMicros;
  }

  /** Who hears of the failure that shuts the pipeline, on the thread that leads. */
  void setFailureListener(Consumer<Throwable> listener) {
    failureListener = listener;
  }

  /**
   * Blocks until the writes are published, and durable if the options say so. What is published
   * with a durable commit is durable as a whole. The owner's locks are gone before, unless there
   * are many. Fails without effect when the owner is cancelled, or past its deadline, before a
   * leader has taken the commit; after that it goes on to its end.
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
    CommitTicket ticket = new CommitTicket(writes, patches, bytes, options, owner);
    run(ticket);
    if (ticket.unreadable != null) {
      throw ticket.unreadable;
    }
    Throwable error = ticket.error;
    if (error != null) {
      throw CommitFailures.refused(error);
    }
    return Objects.requireNonNull(ticket.writes);
  }

  /** Runs work while no group is being written, and all that were are published. */
  void exclusively(Runnable work) {
    run(work, true);
  }

  private void run(Runnable work, boolean quiet) {
    CommitTicket ticket = new CommitTicket(work, quiet);
    run(ticket);
    Throwable error = ticket.error;
    if (error instanceof DbException e) {
      throw e;
    }
    if (error != null) {
      throw new DbException(ErrorCode.INTERNAL, "Maintenance of the store failed", error);
    }
  }

  private void run(CommitTicket ticket) {
    threads.step("commit.enqueue");
    queue.add(ticket);
    if (ticket.delayNanos > 0) {
      holdBack(ticket);
    }
    while (!ticket.done) {
      if (!lead(ticket)) {
        await(ticket);
        ticket.interrupted |= Thread.interrupted();
      }
      if (!ticket.done) {
        withdrawIfImpatient(ticket);
      }
    }
    wakeFollowers(ticket.followers, ticket.place * WAKES_PER_THREAD + 1);
    if (ticket.interrupted) {
      Thread.currentThread().interrupt();
    }
    threads.step("commit.done");
  }

  /** Does what there is to do and nobody does; false when there is nothing. */
  private boolean lead(CommitTicket own) {
    boolean led = false;
    if (!own.isClaimed() && writing.compareAndSet(false, true)) {
      led = true;
      try {
        writeGroups(own);
      } finally {
        writing.set(false);
        // Somebody may have queued up, seen a leader, and gone to sleep: it leads next.
        wakeNextWriter();
        if (own.done) {
          wakePublisherOfWritten();
        }
      }
    }
    if (!own.done
        && !unpublished.isEmpty()
        && (publishing.compareAndSet(false, true) || takeOver())) {
      led = true;
      boolean publishes = true;
      try {
        publishes = publishGroups(own);
      } finally {
        if (publishes) {
          publishing.set(false);
          wakeNextPublisher();
        }
      }
    }
    return led;
  }

  /** Publishes from now on in the place of a thread that waits for more, if there is enough. */
  private boolean takeOver() {
    Thread waiting = gatherer.get();
    if (waiting == null
        || unpublishedCommits.get() < gathered
        || !gatherer.compareAndSet(waiting, null)) {
      return false;
    }
    gathering.end(unpublishedCommits.get(), ticker.nanos());
    return true;
  }

  /** Of what a thread has written behind its own, which is published. */
  private void wakePublisherOfWritten() {
    Thread waiting = gatherer.get();
    if (waiting != null && unpublishedCommits.get() >= gathered) {
      threads.unpark(waiting);
    } else if (!publishing.get()) {
      wakeNextPublisher();
    }
  }

  /** Waits until somebody wakes this thread, or it should give up. */
  private void await(CommitTicket ticket) {
    LockOwner owner = ticket.owner;
    if (owner == null || ticket.taken) {
      threads.park(this);
    } else {
      owner.park(this, ticker, Long.MAX_VALUE);
    }
  }

  /** Takes a ticket back that no leader has taken, when its owner does not want to wait on. */
  private void withdrawIfImpatient(CommitTicket ticket) {
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
    wakeNextWriter();
    throw impatience;
  }

  /** Waits until another leader has taken the ticket along, or its delay is over. */
  private void holdBack(CommitTicket ticket) {
    long end = ticker.nanos() + ticket.delayNanos;
    while (!ticket.isClaimed() && end - ticker.nanos() > 0 && ticket.impatience(ticker) == null) {
      Objects.requireNonNull(ticket.owner).park(this, ticker, end);
      ticket.interrupted |= Thread.interrupted();
    }
    ticket.leads = true;
    if (!ticket.done) {
      withdrawIfImpatient(ticket);
    }
  }

  /** Those that are held back wake by themselves, and need nobody to lead them before. */
  private void wakeNextWriter() {
    CommitTicket next = queue.nextLeader();
    if (next != null) {
      threads.unpark(next.thread);
    }
  }

  private void wakeNextPublisher() {
    Thread writer = waitsForQuiet;
    if (writer != null) {
      threads.unpark(writer); // it publishes what there is itself
      return;
    }
    Written next = unpublished.peek();
    if (next != null) {
      threads.unpark(next.tickets.get(0).thread);
    }
  }

  /**
   * Writes the groups that there are, until its own ticket is taken, or should not wait any longer,
   * and it has led its share.
   */
  private void writeGroups(CommitTicket own) {
    for (int groups = 0;
        groups < GROUPS_LED_MAX || (!own.isClaimed() && own.impatience(ticker) == null);
        groups++) {
      List<CommitTicket> group = new ArrayList<>();
      queue.take(group);
      if (group.isEmpty()) {
        return;
      }
      CommitTicket first = group.get(0);
      if (first.work == null) {
        write(group, own);
        continue;
      }
      if (first.quiet) {
        quietly(own, () -> work(first, first.work));
      } else {
        work(first, first.work);
      }
      complete(group, own);
    }
  }

  /** Runs work when everything written is published; nobody writes meanwhile. */
  private void quietly(CommitTicket own, Runnable work) {
    waitsForQuiet = Thread.currentThread();
    while (!publishing.compareAndSet(false, true)) {
      threads.park(this);
      own.interrupted |= Thread.interrupted();
    }
    waitsForQuiet = null;
    try {
      while (publishWritten(own)) {
        // until there is no more
      }
      work.run();
    } finally {
      publishing.set(false);
    }
  }

  /**
   * Publishes what there is, until its own ticket is done and it has led its share; false when
   * another thread has taken over.
   */
  private boolean publishGroups(CommitTicket own) {
    for (int groups = 0; groups < GROUPS_LED_MAX || !own.done; groups++) {
      long wait = waitNanos();
      if (wait > 0) {
        if (own.done) {
          return true; // it is one of those to wait for
        }
        if (!gather(own, wait)) {
          return false;
        }
      }
      if (!publishWritten(own)) {
        return true;
      }
    }
    return true;
  }

  private long waitNanos() {
    Written first = unpublished.peek();
    return first == null || !first.durable || waitsForQuiet != null || failure != null
        ? 0
        : gathering.waitNanos(unpublishedCommits.get(), ticker.nanos());
  }

  /** Waits until enough commits have come; false when another thread has taken over. */
  private boolean gather(CommitTicket own, long waitNanos) {
    Thread self = Thread.currentThread();
    long now = ticker.nanos();
    long end = now + waitNanos;
    int expected = gathering.expected();
    gathering.begin(unpublishedCommits.get(), now);
    gathered = expected;
    gatherer.set(self);
    threads.step("commit.gather");
    for (int parks = 0;
        parks < GATHER_PARKS_MAX && unpublishedCommits.get() < expected && end - now > 0;
        parks++) {
      threads.parkNanos(this, end - now);
      own.interrupted |= Thread.interrupted();
      if (gatherer.get() != self) {
        return false;
      }
      now = ticker.nanos();
    }
    if (!gatherer.compareAndSet(self, null)) {
      return false;
    }
    gathering.end(unpublishedCommits.get(), now);
    return true;
  }

  /** Tells the threads of a group; only the first of them is woken here. */
  private void complete(List<CommitTicket> group, CommitTicket own) {
    boolean leaders = group.remove(own);
    // Backwards, so that one that looks before it is woken finds those it has to wake done.
    for (int i = group.size() - 1; i >= 0; i--) {
      CommitTicket follower = group.get(i);
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

  private void wakeFollowers(List<CommitTicket> followers, int first) {
    int end = Math.min(first + WAKES_PER_THREAD, followers.size());
    for (int i = first; i < end; i++) {
      threads.unpark(followers.get(i).thread);
    }
  }

  private static void work(CommitTicket ticket, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      ticket.error = e;
    }
  }

  /** Writes a group of commits; those that cannot be written are told why. */
  private void write(List<CommitTicket> group, CommitTicket own) {
    Throwable before = failure;
    if (before != null) {
      group.forEach(ticket -> ticket.error = before);
      complete(group, own);
      return;
    }
    List<PreparedWrites> writes = new ArrayList<>(group.size());
    SharedSnapshot state = null;
    try {
      threads.step("commit.lead");
      assignTimestamps(group);
      CommitTicket.settle(group, writes);
      threads.step("commit.stamped");
      if (!writes.isEmpty()) {
        state = engine.write(writes);
        threads.step("commit.written");
      }
    } catch (RuntimeException | Error e) {
      fail(group, e);
    }
    if (state == null) {
      noneWritten();
      complete(group, own);
      return;
    }
    boolean durable = group.stream().anyMatch(ticket -> ticket.durable);
    written(
        new Written(group, state, writes.get(0).timestampMicros(), writes.size(), durable),
        writes.get(writes.size() - 1).timestampMicros());
    for (CommitTicket ticket : List.copyOf(group)) {
      LockTable.releaseFew(Objects.requireNonNull(ticket.owner), EARLY_LOCKS_MAX);
    }
  }

  private void fail(List<CommitTicket> tickets, Throwable e) {
    LOG.error("A commit could not be written; the store takes no more writes", e);
    failure = e;
    tickets.forEach(ticket -> ticket.error = e);
    failureListener.accept(e);
  }

  /** The group that was to be written is not there, or may be there after a failure. */
  private void noneWritten() {
    time.lock();
    try {
      writingMicros = NOTHING_IN_FLIGHT;
      if (failure == null) {
        inFlightMicros = firstUnpublished();
      }
      published.signalAll();
    } finally {
      time.unlock();
    }
  }

  private void written(Written group, long lastMicros) {
    time.lock();
    try {
      writingMicros = NOTHING_IN_FLIGHT;
      reservedMicros = lastMicros;
      unpublished.add(group);
      unpublishedCommits.addAndGet(group.commits);
    } finally {
      time.unlock();
    }
  }

  /** Called under time. */
  private long firstUnpublished() {
    Written first = unpublished.peek();
    return first == null ? writingMicros : first.firstMicros;
  }

  /** Publishes all that is written, and tells its threads; false when there is nothing. */
  private boolean publishWritten(CommitTicket own) {
    List<Written> groups = new ArrayList<>(1);
    for (Written next = unpublished.poll(); next != null; next = unpublished.poll()) {
      groups.add(next);
      unpublishedCommits.addAndGet(-next.commits);
    }
    if (groups.isEmpty()) {
      return false;
    }
    List<CommitTicket> tickets = groups.get(0).tickets;
    if (groups.size() > 1) {
      tickets = new ArrayList<>();
      for (Written group : groups) {
        tickets.addAll(group.tickets);
      }
    }
    publish(groups, tickets);
    complete(tickets, own);
    return true;
  }

  private void publish(SharedSnapshot state, long firstMicros, boolean durable) {
    try {
      engine.publish(state, firstMicros, durable);
    } catch (RuntimeException | Error e) {
      state.release();
      throw e;
    }
  }

  private void publish(List<Written> groups, List<CommitTicket> tickets) {
    boolean durable = groups.stream().anyMatch(Written::durable);
    int last = groups.size() - 1;
    groups.subList(0, last).forEach(group -> group.state.release());
    Throwable before = failure;
    if (before != null) {
      groups.get(last).state.release();
      tickets.forEach(ticket -> ticket.error = before);
      return;
    }
    try {
      long started = ticker.nanos();
      publish(groups.get(last).state, groups.get(0).firstMicros, durable);
      threads.step("commit.published");
      int commits = groups.stream().mapToInt(Written::commits).sum();
      counters.commitGroups.increment();
      counters.commits.add(commits);
      if (durable && engine.syncs()) {
        counters.syncs.increment();
        gathering.synced(commits, unpublishedCommits.get(), started, ticker.nanos());
      }
    } catch (RuntimeException | Error e) {
      fail(tickets, e);
    } finally {
      time.lock();
      try {
        if (failure == null) {
          inFlightMicros = firstUnpublished();
        }
        published.signalAll();
      } finally {
        time.unlock();
      }
    }
  }

  private void assignTimestamps(List<CommitTicket> group) {
    time.lock();
    try {
      long next = Math.max(clock.nowMicros(), lastMicros + 1);
      writingMicros = next;
      if (inFlightMicros == NOTHING_IN_FLIGHT) {
        inFlightMicros = next;
      }
      for (CommitTicket ticket : group) {
        PreparedWrites writes = Objects.requireNonNull(ticket.writes);
        next = Math.max(next, writes.floorMicros() + 1);
        ticket.micros = next++;
      }
      lastMicros = next - 1;
      lastCommitMicros = lastMicros;
      // The group's own record of its last timestamp undoes any reservation beyond it.
      reservedMicros = Math.min(reservedMicros, lastMicros);
    } finally {
      time.unlock();
    }
  }

  /** No commit has a later timestamp that anybody can have seen. */
  long lastCommitMicros() {
    return lastCommitMicros;
  }

  /** Waits until every commit that has its timestamp is published, or never will be. */
  void awaitUnderWay() {
    long micros = lastCommitMicros;
    time.lock();
    try {
      while (failure == null && inFlightMicros <= micros) {
        published.awaitUninterruptibly();
      }
    } finally {
      time.unlock();
    }
  }

  /**
   * Waits until every commit at or before a timestamp is published. Fails when one of them could
   * not be written.
   *
   * @param micros no later than {@link #lastCommitMicros()}
   */
  void awaitPublished(long micros) {
    if (micros <= engine.appliedMicros()) {
      return;
    }
    time.lock();
    try {
      while (failure == null && inFlightMicros <= micros) {
        published.awaitUninterruptibly();
      }
      Throwable failed = failure;
      if (failed != null && inFlightMicros <= micros) {
        throw CommitFailures.refused(failed);
      }
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
        published.awaitUninterruptibly(); // what is under way ends soon, whatever happens
      }
      Throwable failed = failure;
      if (failed != null) {
        // What failed may turn up when the store is opened again, at or before this timestamp.
        throw CommitFailures.unreadable(failed);
      }
    } finally {
      time.unlock();
    }
    if (reserve) {
      run(() -> reserve(micros + RESERVE_MICROS), false);
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
      run(() -> reserve(upTo), false);
    }
    return newest;
  }

  /** Runs between groups, so that no group's record is overtaken by an older reservation. */
  private void reserve(long micros) {
    Throwable failed = failure;
    if (failed != null) {
      // Closed, perhaps, and then the engine is or soon will be.
      throw CommitFailures.unreadable(failed);
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
