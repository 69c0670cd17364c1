package org.ratchetdb.tests.simulation.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.storage.api.CellLocks;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.ReadBound;
import org.ratchetdb.storage.api.ReadLockMode;
import org.ratchetdb.storage.api.ReadView;
import org.ratchetdb.storage.api.TransactionOptions;
import org.ratchetdb.storage.api.TransactionOptions.Isolation;
import org.ratchetdb.tests.simulation.world.SimulatedProcess;

/** One client of a store: does what its random source says and writes down what it sees. */
final class Client {
  private static final long MICROS_PER_SECOND = 1_000_000;

  private final String name;
  private final SimulatedProcess process;
  private final KvStore store;
  private final ClientMix mix;
  private final History history;
  private final Neighbours neighbours;
  private final SplittableRandom random;
  private int attempts;

  /** What clients of one process know of each other. */
  static final class Neighbours {
    final List<KvTransaction> open = new ArrayList<>();

    /** Whether the store may say that it is closed. */
    boolean closing;

    /** Whether a write has failed; the store then takes none. */
    boolean broken;

    /** The process dies when so many durable commits more have been acknowledged. */
    int acknowledgementsLeft = Integer.MAX_VALUE;

    /** The process dies when so many more have read something while the log was not synced. */
    int answersLeft = Integer.MAX_VALUE;

    /** Whether something may be lost. */
    final BooleanSupplier unsynced;

    Neighbours(BooleanSupplier unsynced) {
      this.unsynced = unsynced;
    }
  }

  Client(
      String name,
      SimulatedProcess process,
      KvStore store,
      ClientMix mix,
      History history,
      Neighbours neighbours) {
    this.name = name;
    this.process = process;
    this.store = store;
    this.mix = mix;
    this.history = history;
    this.neighbours = neighbours;
    this.random = process.world().newRandom();
  }

  void run() {
    for (int i = 0; i < mix.turns() && !neighbours.closing; i++) {
      if (oneIn(mix.cancelOneIn()) && !neighbours.open.isEmpty()) {
        neighbours.open.get(random.nextInt(neighbours.open.size())).cancel();
      }
      if (oneIn(mix.sleepOneIn())) {
        process.world().sleep(random.nextLong(3_000_000_000L));
      }
      if (oneIn(mix.viewOneIn())) {
        look();
      } else {
        transact();
      }
    }
  }

  private boolean oneIn(int count) {
    return count > 0 && random.nextInt(count) == 0;
  }

  // ---- read-write transactions

  private void transact() {
    Isolation isolation =
        oneIn(mix.repeatableReadOneIn()) ? Isolation.REPEATABLE_READ : Isolation.SERIALIZABLE;
    TransactionOptions options = TransactionOptions.DEFAULT.withIsolation(isolation);
    if (oneIn(mix.lockModeOneIn())) {
      options =
          options.withReadLockMode(oneIn(2) ? ReadLockMode.OPTIMISTIC : ReadLockMode.PESSIMISTIC);
    }
    if (oneIn(8)) {
      options = options.withLockTimeout(Duration.ofNanos(random.nextLong(100_000_000)));
    }
    if (oneIn(12)) {
      options = options.withDeadlineNanos(process.world().nanos() + random.nextLong(100_000_000));
    }
    for (int retries = 1 + random.nextInt(3); retries > 0; retries--) {
      Attempt attempt =
          history.begin(
              name + "." + ++attempts,
              isolation == Isolation.SERIALIZABLE
                  ? Attempt.Kind.SERIALIZABLE
                  : Attempt.Kind.REPEATABLE_READ);
      attempt.optimistic = options.isOptimistic();
      KvTransaction transaction;
      try {
        transaction = store.begin(options);
      } catch (DbException e) {
        expect(e, attempt);
        return;
      }
      options = options.withAge(transaction.age());
      if (attempt(attempt, transaction)) {
        return;
      }
    }
  }

  /** One attempt; false when it is worth another. */
  private boolean attempt(Attempt attempt, KvTransaction transaction) {
    neighbours.open.add(transaction);
    boolean abandoned = false;
    try {
      Operations operations = new Operations(process, attempt, transaction, mix, random);
      for (int i = 1 + random.nextInt(mix.operationsMax()); i > 0; i--) {
        operations.one();
      }
      if (oneIn(mix.abandonOneIn())) {
        abandoned = true;
        return true;
      }
      if (oneIn(8)) {
        transaction.rollback();
        return true;
      }
      commit(attempt, operations);
      return true;
    } catch (DbException e) {
      expect(e, attempt);
      return e.code() != ErrorCode.TRANSACTION_ABORTED;
    } finally {
      neighbours.open.remove(transaction);
      if (!abandoned) {
        transaction.close();
      }
    }
  }

  private void commit(Attempt attempt, Operations operations) {
    boolean wasBroken = neighbours.broken;
    history.acknowledge(attempt, operations.commit());
    if (wasBroken && !attempt.writes.isEmpty()) {
      throw new AssertionError("A store that failed to write has taken another commit");
    }
    if (attempt.writes.isEmpty()) {
      answered(attempt);
    } else if (attempt.durable && --neighbours.acknowledgementsLeft == 0) {
      process.crash();
    }
  }

  private void answered(Attempt attempt) {
    if (attempt.hasReads() && neighbours.unsynced.getAsBoolean() && --neighbours.answersLeft == 0) {
      process.crash();
    }
  }

  /** Fails when an error is none that can happen here. */
  private void expect(DbException e, Attempt attempt) {
    history.fail(attempt, e.code() + " " + e.getMessage());
    boolean expected =
        switch (e.code()) {
          case TRANSACTION_ABORTED, LOCK_NOT_AVAILABLE, DEADLINE_EXCEEDED, CANCELLED -> true;
          // The clock went back after its time was asked for.
          case FAILED_PRECONDITION -> attempt.floorMicros > 0;
          case UNAVAILABLE -> neighbours.closing;
          case IO_ERROR -> {
            neighbours.broken = true;
            yield mix.diskMayFail();
          }
          default -> false;
        };
    if (!expected) {
      throw new AssertionError("Unexpected error of " + attempt, e);
    }
  }

  // ---- views

  private void look() {
    boolean strong = oneIn(2);
    Attempt attempt =
        history.begin(
            name + "." + ++attempts, strong ? Attempt.Kind.STRONG_VIEW : Attempt.Kind.STALE_VIEW);
    long asked = strong ? 0 : someTime();
    boolean atLeast = !strong && oneIn(3);
    CommitTimestamp timestamp = new CommitTimestamp(asked);
    ReadBound bound =
        strong
            ? ReadBound.STRONG
            : atLeast ? new ReadBound.AtLeast(timestamp) : new ReadBound.Exact(timestamp);
    long latest = Math.max(process.nowMicros(), store.appliedTimestamp().micros());
    try (ReadView view = store.readAt(bound)) {
      long micros = view.readTimestamp().micros();
      if (atLeast ? micros < asked : !strong && micros != asked) {
        throw new AssertionError("Asked for " + bound + ", got " + micros);
      }
      Reading reading = new Reading(attempt, view, mix, random);
      for (int i = 1 + random.nextInt(mix.operationsMax()); i > 0; i--) {
        one(reading);
      }
      if (oneIn(3)) {
        try (ReadView second = view.duplicate()) {
          one(new Reading(attempt, second, mix, random));
        }
      }
      if (oneIn(3)) {
        long now = Math.max(process.nowMicros(), micros);
        attempt.momentMicros = view.moment().newestTimestamp(now).micros();
        if (attempt.momentMicros < micros || attempt.momentMicros > now) {
          throw new AssertionError("A moment outside its bounds: " + attempt.momentMicros);
        }
      }
      history.acknowledge(attempt, micros);
      answered(attempt);
    } catch (DbException e) {
      boolean tooOld =
          e.code() == ErrorCode.READ_TIMESTAMP_TOO_OLD
              && !strong
              && asked < store.oldestReadableTimestamp().micros() + MICROS_PER_SECOND;
      long latestNow = Math.max(process.nowMicros(), store.appliedTimestamp().micros());
      boolean toCome =
          e.code() == ErrorCode.INVALID_ARGUMENT && !strong && asked > Math.min(latest, latestNow);
      if (tooOld || toCome) {
        history.fail(attempt, e.code().toString());
      } else {
        expect(e, attempt);
      }
    }
  }

  private void one(Reading reading) {
    OwnWrites nothing = new OwnWrites();
    if (oneIn(mix.stampedOneIn())) {
      reading.list(random.nextInt(StampedKeys.GROUPS), nothing, CellLocks.SHARED);
    } else if (oneIn(3)) {
      reading.scan(nothing, CellLocks.SHARED);
    } else {
      reading.get(nothing, CellLocks.SHARED);
    }
  }

  /** Reads all there is, and it must be what the log has. */
  void lookAtEverything() {
    Attempt attempt = history.begin(name + "." + ++attempts, Attempt.Kind.STRONG_VIEW);
    try (ReadView view = store.readAt(ReadBound.STRONG)) {
      new Reading(attempt, view, mix, random).everything();
      history.acknowledge(attempt, view.readTimestamp().micros());
    }
  }

  private long someTime() {
    long now = process.nowMicros();
    long applied = store.appliedTimestamp().micros();
    return switch (random.nextInt(6)) {
      case 0 -> now;
      case 1 -> applied;
      case 2 -> applied - 1;
      case 3 -> Math.max(0, applied - random.nextLong(5 * MICROS_PER_SECOND));
      case 4 -> Math.max(0, now - random.nextLong(5_000));
      default -> now + random.nextLong(2_000);
    };
  }
}
