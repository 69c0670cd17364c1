package org.ratchetdb.tests.simulation.workload;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.storage.api.CommitOptions;
import org.ratchetdb.storage.api.KvCursor;
import org.ratchetdb.storage.api.KvReader;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.LockMode;
import org.ratchetdb.storage.api.ReadBound;
import org.ratchetdb.storage.api.ReadView;
import org.ratchetdb.storage.api.ScanRequest;
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

    /** Transactions that somebody left without a word. */
    int abandoned;

    /** Whether a write has failed; the store then takes none. */
    boolean broken;
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
      Operations operations = new Operations(attempt, transaction);
      for (int i = 1 + random.nextInt(mix.operationsMax()); i > 0; i--) {
        operations.one();
      }
      if (oneIn(mix.abandonOneIn())) {
        abandoned = true;
        neighbours.abandoned++;
        return true;
      }
      if (oneIn(8)) {
        transaction.rollback();
        return true;
      }
      operations.commit();
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

  /** Fails when an error is none that can happen here. */
  private void expect(DbException e, Attempt attempt) {
    history.fail(attempt, e.code() + " " + e.getMessage());
    boolean expected =
        switch (e.code()) {
          case TRANSACTION_ABORTED, LOCK_NOT_AVAILABLE, DEADLINE_EXCEEDED, CANCELLED -> true;
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

  /** The operations of one transaction, with what it has written so far. */
  private final class Operations {
    private final Attempt attempt;
    private final KvTransaction transaction;
    private final Reading reading;
    private NavigableMap<Key, @Nullable String> own = new TreeMap<>();
    private int values;

    Operations(Attempt attempt, KvTransaction transaction) {
      this.attempt = attempt;
      this.transaction = transaction;
      this.reading = new Reading(attempt, transaction);
    }

    void one() {
      if (oneIn(mix.idleOneIn())) {
        process.world().sleep(random.nextLong(15_000_000_000L));
      }
      switch (random.nextInt(10)) {
        case 0, 1, 2 -> reading.get(own, readMode());
        case 3, 4 -> reading.scan(own, readMode());
        case 5 -> delete();
        case 6 -> savepoint();
        default -> put();
      }
    }

    private LockMode readMode() {
      if (mix.readsWithoutLocks()) {
        return LockMode.NONE;
      }
      return oneIn(4) ? LockMode.EXCLUSIVE : LockMode.SHARED;
    }

    private void put() {
      Key key = mix.key(random);
      String value = attempt.name + "/" + ++values;
      transaction.put(key, value.getBytes(StandardCharsets.US_ASCII));
      own.put(key, value);
    }

    private void delete() {
      Key key = mix.key(random);
      transaction.delete(key);
      own.put(key, null);
    }

    private void savepoint() {
      NavigableMap<Key, @Nullable String> before = new TreeMap<>(own);
      int savepoint = transaction.savepoint();
      put();
      if (oneIn(2)) {
        transaction.rollbackTo(savepoint);
        own = before;
      }
    }

    void commit() {
      if (!own.isEmpty() && own.values().stream().allMatch(v -> v == null)) {
        put(); // so that the log shows whose it is
      }
      attempt.writes = own;
      attempt.durable = !oneIn(mix.lazyOneIn());
      if (!own.isEmpty()) {
        attempt.outcome = Attempt.Outcome.UNKNOWN;
      }
      boolean wasBroken = neighbours.broken;
      try {
        long micros =
            transaction
                .commit(CommitOptions.DEFAULT.withDurable(attempt.durable))
                .timestamp()
                .micros();
        history.acknowledge(attempt, micros);
      } catch (DbException e) {
        if (e.code() == ErrorCode.TRANSACTION_ABORTED) {
          attempt.outcome = Attempt.Outcome.WITHOUT_EFFECT;
        }
        throw e;
      }
      if (wasBroken && !own.isEmpty()) {
        throw new AssertionError("A store that failed to write has taken another commit");
      }
    }
  }

  // ---- reads

  /** Reads that write down what they see. */
  private final class Reading {
    private final Attempt attempt;
    private final KvReader reader;

    Reading(Attempt attempt, KvReader reader) {
      this.attempt = attempt;
      this.reader = reader;
    }

    void get(NavigableMap<Key, @Nullable String> own, LockMode mode) {
      Key key = mix.key(random);
      ByteSlice slice = new ByteSlice();
      if (oneIn(4)) {
        List<Key> keys = List.of(key, mix.key(random));
        List<byte @Nullable []> payloads = reader.getAll(keys, mode);
        for (int i = 0; i < keys.size(); i++) {
          saw(own, keys.get(i), Model.text(payloads.get(i)));
        }
        return;
      }
      saw(own, key, reader.get(key, mode, slice) ? Model.text(slice.toByteArray()) : null);
    }

    private void saw(NavigableMap<Key, @Nullable String> own, Key key, @Nullable String value) {
      if (!own.containsKey(key)) {
        attempt.observations.add(new Observation(key, value));
        return;
      }
      if (!java.util.Objects.equals(own.get(key), value)) {
        throw new AssertionError(
            attempt + " wrote " + own.get(key) + " to " + key + " and then read " + value);
      }
    }

    void scan(NavigableMap<Key, @Nullable String> own, LockMode mode) {
      int from = random.nextInt(mix.keys());
      int to = from + 1 + random.nextInt(mix.keys() - from);
      boolean reverse = oneIn(3);
      long limit = oneIn(3) ? 1 + random.nextInt(3) : Long.MAX_VALUE;
      int stopAfter = oneIn(4) ? 1 + random.nextInt(3) : Integer.MAX_VALUE;
      KeyRange range = new KeyRange(mix.key(from), mix.key(to));
      int next = reverse ? to - 1 : from;
      int count = 0;
      try (KvCursor cursor = reader.scan(new ScanRequest(range, reverse, mode, limit))) {
        while (count < stopAfter && cursor.next()) {
          count++;
          int found = mix.indexOf(Key.wrap(cursor.key().toByteArray()));
          if (found < from || found >= to || (reverse ? found > next : found < next)) {
            throw new AssertionError(
                "A scan of " + range + " went to " + Key.wrap(cursor.key().toByteArray()));
          }
          while (next != found) {
            saw(own, mix.key(next), null);
            next += reverse ? -1 : 1;
          }
          saw(own, mix.key(found), Model.text(cursor.value().toByteArray()));
          next += reverse ? -1 : 1;
        }
      }
      if (count < Math.min(limit, stopAfter)) {
        while (reverse ? next >= from : next < to) {
          saw(own, mix.key(next), null);
          next += reverse ? -1 : 1;
        }
      }
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
      Reading reading = new Reading(attempt, view);
      for (int i = 1 + random.nextInt(mix.operationsMax()); i > 0; i--) {
        one(reading);
      }
      if (oneIn(3)) {
        try (ReadView second = view.duplicate()) {
          one(new Reading(attempt, second));
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
    if (oneIn(3)) {
      reading.scan(new TreeMap<>(), LockMode.SHARED);
    } else {
      reading.get(new TreeMap<>(), LockMode.SHARED);
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
