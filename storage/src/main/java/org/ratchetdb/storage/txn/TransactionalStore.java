package org.ratchetdb.storage.txn;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.key.StampedKey;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.time.Scheduler;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.LoadListener;
import org.ratchetdb.storage.api.LockInfo;
import org.ratchetdb.storage.api.LockWaitListener;
import org.ratchetdb.storage.api.PayloadMerger;
import org.ratchetdb.storage.api.ReadBound;
import org.ratchetdb.storage.api.ReadView;
import org.ratchetdb.storage.api.StoreStatistics;
import org.ratchetdb.storage.api.TransactionOptions;
import org.ratchetdb.storage.api.VerifyListener;
import org.ratchetdb.storage.lock.LockOwner;
import org.ratchetdb.storage.lock.LockTable;
import org.ratchetdb.storage.mvcc.SharedSnapshot;
import org.ratchetdb.storage.mvcc.VersionEngine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store: transactions and views over an engine it owns. Thread-safe.
 *
 * <p>Open readers are registered, so that {@link #close} can end them; work that belongs to no
 * reader runs under the shared side of a gate that closing takes exclusively.
 */
public final class TransactionalStore implements KvStore {
  private static final Logger LOG = LoggerFactory.getLogger(TransactionalStore.class);

  private static final long CLOSE_POLL_NANOS = 50_000;
  private static final int LOOKS_PER_IDLE_TIMEOUT = 10;
  private static final Duration IDLE_LOOK = Duration.ofSeconds(1);
  private static final int EXPIRIES_PER_RETENTION = 10;
  private static final long EXPIRY_SECONDS_MAX = 300;

  private final VersionEngine engine;
  private final StoreEnvironment environment;
  private final Threads threads;
  private final StoreCounters counters = new StoreCounters();
  private final CommitPipeline pipeline;
  private final LockTable dataLocks;
  private final LockTable metaLocks;
  private final PatchedKeys patchedKeys;
  private final PayloadMerger merger;
  private final Set<GuardedReader> readers = ConcurrentHashMap.newKeySet();

  /** Commit groups at the last look for idleness. Of the scheduler's thread. */
  private long groupsSeen;

  private final AtomicLong transactionIds = new AtomicLong();
  private final ReadWriteLock gate;
  private final List<Scheduler.Task> tasks = new ArrayList<>();
  private final long idleTimeoutNanos;
  private final HistoryWindow history;
  private final Lock retentionChange;

  /** States that ended before this timestamp may lack ranges that were dropped. */
  private volatile long droppedBeforeMicros;

  private volatile LoadListener loadListener = LoadListener.NONE;
  private volatile boolean closed;

  /** Takes the engine over: closing the store closes it. */
  public TransactionalStore(
      VersionEngine engine, StoreOptions options, StoreEnvironment environment) {
    this.engine = engine;
    this.environment = environment;
    this.threads = environment.threads();
    this.gate = threads.newReadWriteLock();
    this.retentionChange = threads.newLock();
    this.pipeline =
        new CommitPipeline(engine, environment.clock(), environment.ticker(), counters, threads);
    this.dataLocks = new LockTable(0, environment.ticker(), threads);
    this.metaLocks = new LockTable(1, environment.ticker(), threads);
    this.merger = options.merger();
    this.patchedKeys = new PatchedKeys(engine, merger, threads);
    this.idleTimeoutNanos = options.idleTimeout().toNanos();
    this.history = new HistoryWindow(engine, environment.clock(), options.retention());
    if (idleTimeoutNanos > 0) {
      Duration look = options.idleTimeout().dividedBy(LOOKS_PER_IDLE_TIMEOUT);
      tasks.add(environment.scheduler().scheduleWithFixedDelay(look, this::rollBackIdle));
    }
    tasks.add(environment.scheduler().scheduleWithFixedDelay(IDLE_LOOK, this::flushIdle));
    Duration expiry = options.retention().dividedBy(EXPIRIES_PER_RETENTION);
    Duration longest = Duration.ofSeconds(EXPIRY_SECONDS_MAX);
    tasks.add(
        environment
            .scheduler()
            .scheduleWithFixedDelay(
                expiry.compareTo(longest) > 0 ? longest : expiry, this::expireHistory));
  }

  // ---- for transactions and views

  VersionEngine engine() {
    return engine;
  }

  CommitPipeline pipeline() {
    return pipeline;
  }

  LockTable dataLocks() {
    return dataLocks;
  }

  LockTable metaLocks() {
    return metaLocks;
  }

  PayloadMerger merger() {
    return merger;
  }

  PatchedKeys patchedKeys() {
    return patchedKeys;
  }

  StoreCounters counters() {
    return counters;
  }

  Threads threads() {
    return threads;
  }

  LoadListener loadListener() {
    return loadListener;
  }

  boolean isClosed() {
    return closed;
  }

  /** Must come before the reader's first call, so that closing either sees it or stops it. */
  <R extends GuardedReader> R register(R reader) {
    readers.add(reader);
    return reader;
  }

  void unregister(GuardedReader reader) {
    readers.remove(reader);
  }

  HistoryWindow history() {
    return history;
  }

  /**
   * Fails when ranges may have been dropped that the snapshot's schema knew: whoever drops a range
   * waits until nothing at or after the oldest readable timestamp needs it.
   */
  void checkNotDropped(SharedSnapshot snapshot) {
    long end = snapshot.endMicros();
    long oldest = droppedBeforeMicros;
    if (end != 0 && end <= oldest) {
      throw HistoryWindow.tooOld(end - 1, oldest);
    }
  }

  /** Fails when a timestamp that is to be written as that of a commit is still to come. */
  void checkNotInFuture(long micros) {
    if (micros > newestMicros()) {
      throw new DbException(
          ErrorCode.FAILED_PRECONDITION,
          "Cannot write timestamps in the future, found: "
              + Instant.EPOCH.plus(micros, ChronoUnit.MICROS));
    }
  }

  /** Fails when commits get timestamps for which keys have no room. */
  void checkTimestampsFitKeys() {
    long now = newestMicros();
    if (now < StampedKey.MICROS_MIN || now >= StampedKey.MICROS_MAX) {
      throw new DbException(
              ErrorCode.FAILED_PRECONDITION,
              "Commit timestamps in keys need a clock that is set right")
          .with("nowMicros", now);
    }
  }

  private long newestMicros() {
    return Math.max(environment.clock().nowMicros(), engine.appliedMicros());
  }

  // ---- KvStore

  @Override
  public KvTransaction begin(TransactionOptions options) {
    checkNotClosed();
    long id = transactionIds.incrementAndGet();
    long age = options.age() == 0 ? id : options.age();
    LockOwner owner = new LockOwner(age, id, options.tag(), options.deadlineNanos(), threads);
    return register(new Transaction(this, owner, options));
  }

  private void checkNotClosed() {
    if (closed) {
      throw closedError();
    }
  }

  private static DbException closedError() {
    return new DbException(ErrorCode.UNAVAILABLE, "The database is closed");
  }

  @Override
  public ReadView readAt(ReadBound bound) {
    if (bound instanceof ReadBound.Exact exact) {
      return exactView(exact.timestamp().micros());
    }
    if (bound instanceof ReadBound.AtLeast least) {
      return boundedView(least.timestamp().micros());
    }
    // Without the gate, which would be the only shared write of a strong read: taking a snapshot
    // calls nothing native, and one that closing has missed is the engine's to forget.
    SharedSnapshot snapshot = engine.acquireSnapshot();
    View view = register(new View(this, snapshot, snapshot.timestampMicros(), false));
    checkNotClosed();
    return view;
  }

  private ReadView exactView(long micros) {
    return guarded(
        () -> {
          if (micros > engine.appliedMicros()) {
            pipeline.closeThrough(micros);
          }
          SharedSnapshot snapshot = engine.acquireSnapshot();
          try {
            history.check(micros);
            return register(new View(this, snapshot, micros, true));
          } catch (RuntimeException e) {
            snapshot.release();
            throw e;
          }
        });
  }

  private ReadView boundedView(long minimumMicros) {
    return guarded(
        () -> {
          SharedSnapshot snapshot = engine.acquireSnapshot();
          try {
            long micros = snapshot.timestampMicros();
            if (micros < minimumMicros) {
              micros = pipeline.closeWithoutWaiting(snapshot, environment.clock().nowMicros());
            }
            if (micros >= minimumMicros) {
              return register(
                  new View(this, snapshot, micros, micros > snapshot.timestampMicros()));
            }
          } catch (RuntimeException e) {
            snapshot.release();
            throw e;
          }
          snapshot.release();
          return exactView(minimumMicros);
        });
  }

  @Override
  public CommitTimestamp appliedTimestamp() {
    return new CommitTimestamp(engine.appliedMicros());
  }

  @Override
  public byte @Nullable [] getMeta(Key key) {
    Lock shared = enterGate();
    try {
      return engine.getMeta(key);
    } finally {
      shared.unlock();
    }
  }

  @Override
  public void scanMeta(KeyRange range, MetaVisitor visitor) {
    guarded(() -> engine.scanMeta(range, visitor));
  }

  @Override
  public void putMeta(Key key, byte @Nullable [] value) {
    threads.step("meta.write");
    while (true) {
      try (KvTransaction transaction = begin(TransactionOptions.DEFAULT)) {
        transaction.putMeta(key, value);
        transaction.commit();
        return;
      } catch (DbException e) {
        if (e.code() != ErrorCode.TRANSACTION_ABORTED) {
          throw e;
        }
      }
    }
  }

  @Override
  public long approximateSizeBytes(KeyRange range) {
    return guarded(() -> engine.approximateSizeBytes(range));
  }

  @Override
  public void dropRange(KeyRange range) {
    threads.step("range.drop");
    guarded(
        () ->
            pipeline.exclusively(
                () -> {
                  droppedBeforeMicros = history.oldestReadableMicros();
                  engine.dropRange(range);
                }));
  }

  @Override
  public void setWriteFailureListener(Consumer<Throwable> listener) {
    pipeline.setFailureListener(listener);
  }

  @Override
  public void setLoadListener(LoadListener listener) {
    loadListener = listener;
  }

  @Override
  public void setLockWaitListener(LockWaitListener listener) {
    dataLocks.setWaitListener(listener);
  }

  @Override
  public List<LockInfo> locks(int countMax) {
    List<LockInfo> locks = new ArrayList<>(dataLocks.locks(countMax));
    locks.sort(
        Comparator.comparing((LockInfo lock) -> lock.range().start())
            .thenComparing(LockInfo::ownerId));
    return List.copyOf(locks);
  }

  @Override
  public void setRetention(Duration retention) {
    guarded(
        () -> {
          retentionChange.lock();
          try {
            history.setRetention(retention);
          } finally {
            retentionChange.unlock();
          }
        });
  }

  @Override
  public CommitTimestamp oldestReadableTimestamp() {
    return new CommitTimestamp(Math.max(0, history.oldestReadableMicros()));
  }

  @Override
  public long historyBytes() {
    return guarded(engine::historyBytes);
  }

  @Override
  public StoreStatistics statistics() {
    long open = readers.stream().filter(Transaction.class::isInstance).count();
    return new StoreStatistics(
        counters.commits.sum(),
        counters.commitGroups.sum(),
        counters.syncs.sum(),
        counters.entriesWritten.sum(),
        counters.bytesWritten.sum(),
        dataLocks.waits() + metaLocks.waits(),
        dataLocks.waitNanos() + metaLocks.waitNanos(),
        dataLocks.wounds() + metaLocks.wounds(),
        counters.conflicts.sum(),
        counters.idleRollbacks.sum(),
        open);
  }

  @Override
  public void checkpoint(Path directory) {
    guarded(
        () -> {
          engine.checkpoint(directory);
          // It may hold what is not on disk here.
          pipeline.awaitPublished(pipeline.lastCommitMicros());
        });
  }

  @Override
  public CommitTimestamp checkpointExactly(Path directory) {
    return guarded(
        () -> {
          // Most of the flush is done while commits go on.
          engine.flush();
          threads.step("backup.checkpoint");
          AtomicLong micros = new AtomicLong();
          pipeline.exclusively(
              () -> {
                micros.set(engine.appliedMicros());
                engine.checkpoint(directory);
              });
          threads.step("backup.checkpointed");
          return new CommitTimestamp(micros.get());
        });
  }

  @Override
  public void verify(VerifyListener listener) {
    guarded(
        () -> {
          SharedSnapshot snapshot = engine.acquireSnapshot();
          try {
            engine.verify(snapshot, listener);
          } finally {
            snapshot.release();
          }
        });
  }

  private Lock enterGate() {
    Lock shared = gate.readLock();
    shared.lock();
    if (closed) {
      shared.unlock();
      throw closedError();
    }
    return shared;
  }

  private <T> T guarded(Supplier<T> work) {
    Lock shared = enterGate();
    try {
      return work.get();
    } finally {
      shared.unlock();
    }
  }

  private void guarded(Runnable work) {
    Lock shared = enterGate();
    try {
      work.run();
    } finally {
      shared.unlock();
    }
  }

  // ---- upkeep

  /**
   * Rolls back transactions that made no call for too long, and takes from those that others have
   * ended what their clients do not come to give back.
   */
  private void rollBackIdle() {
    long now = environment.ticker().nanos();
    for (Transaction transaction : openTransactions()) {
      if (transaction.owner().isLost()) {
        freeLost(transaction);
        continue;
      }
      long calls = transaction.calls();
      if (transaction.isBusy() || calls != transaction.callsSeen) {
        transaction.callsSeen = calls;
        transaction.idleSinceNanos = now;
        continue;
      }
      if (now - transaction.idleSinceNanos >= idleTimeoutNanos
          && LockTable.abort(transaction.owner(), LockOwner.State.EXPIRED)) {
        counters.idleRollbacks.increment();
        freeLost(transaction);
      }
    }
  }

  /** Frees what a lost transaction holds besides its locks, unless a call of it is under way. */
  void freeLost(Transaction transaction) {
    Lock shared = gate.readLock();
    shared.lock();
    try {
      if (!closed && transaction.owner().isLost()) {
        transaction.freeIfIdle();
      }
    } finally {
      shared.unlock();
    }
  }

  /** Oldest first, so that what happens to them does not depend on where they lie in memory. */
  private List<Transaction> openTransactions() {
    List<Transaction> open = new ArrayList<>();
    for (GuardedReader reader : readers) {
      if (reader instanceof Transaction transaction) {
        open.add(transaction);
      }
    }
    open.sort(Comparator.comparing(Transaction::owner, LockOwner.OLDEST_FIRST));
    return open;
  }

  private void expireHistory() {
    Lock shared = gate.readLock();
    shared.lock();
    try {
      if (!closed) {
        threads.step("history.expire");
        if (engine.historyBytes() > 0) {
          // Timestamps up to now are spent, or a clock that steps back would let reads ask for what
          // is gone, after a restart too.
          pipeline.closeThrough(history.beginDropping());
        }
        engine.expireHistory(history.oldestReadableMicros());
      }
    } catch (DbException e) {
      LOG.warn("Old versions could not be dropped; the next attempt follows", e);
    } finally {
      shared.unlock();
    }
  }

  /** Lets the engine tidy up once nothing has been committed between two looks. */
  private void flushIdle() {
    long groups = counters.commitGroups.sum();
    boolean idle = groups == groupsSeen;
    groupsSeen = groups;
    if (!idle) {
      return;
    }
    Lock shared = gate.readLock();
    shared.lock();
    try {
      if (!closed) {
        engine.flushIdle();
      }
    } catch (DbException e) {
      LOG.warn("An idle store could not be flushed; the next attempt follows", e);
    } finally {
      shared.unlock();
    }
  }

  @Override
  public void close() {
    Lock exclusive = gate.writeLock();
    exclusive.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
    } finally {
      exclusive.unlock();
    }
    threads.step("store.close");
    tasks.forEach(Scheduler.Task::cancel);
    LockTable.stopAll(openTransactions().stream().map(Transaction::owner).toList());
    while (readers.stream().anyMatch(GuardedReader::isBusy)) {
      threads.parkNanos(this, CLOSE_POLL_NANOS);
    }
    readers.forEach(GuardedReader::free);
    pipeline.close();
    engine.close();
  }
}
