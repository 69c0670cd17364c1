package org.ratchetdb.tests.simulation.workload;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.StampedKey;
import org.ratchetdb.storage.api.CellLocks;
import org.ratchetdb.storage.api.Cells;
import org.ratchetdb.storage.api.CommitOptions;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.LockMode;
import org.ratchetdb.storage.api.TransactionOptions;
import org.ratchetdb.tests.simulation.world.SimulatedProcess;

/** The operations of one transaction, with what it has written so far. */
final class Operations {
  /** How long a call may wait at most, where that is limited. */
  private static final long WAIT_NANOS_MAX = 100_000_000;

  private final SimulatedProcess process;
  private final Attempt attempt;
  private final KvTransaction transaction;
  private final ClientMix mix;
  private final SplittableRandom random;
  private final Reading reading;
  private OwnWrites own = new OwnWrites();
  private int values;

  Operations(
      SimulatedProcess process,
      Attempt attempt,
      KvTransaction transaction,
      ClientMix mix,
      SplittableRandom random) {
    this.process = process;
    this.attempt = attempt;
    this.transaction = transaction;
    this.mix = mix;
    this.random = random;
    this.reading = new Reading(attempt, transaction, mix, random);
  }

  private boolean oneIn(int count) {
    return count > 0 && random.nextInt(count) == 0;
  }

  /** One statement: some operation, which may fail and leave the transaction as it was. */
  void one() {
    if (oneIn(mix.idleOneIn())) {
      process.world().sleep(random.nextLong(15_000_000_000L));
    }
    if (!oneIn(mix.statementOneIn())) {
      operation();
      return;
    }
    int savepoint = transaction.savepoint();
    OwnWrites before = own.copy();
    transaction.limitWaits(
        oneIn(2) ? Duration.ofNanos(random.nextLong(WAIT_NANOS_MAX)) : null,
        process.world().nanos() + random.nextLong(WAIT_NANOS_MAX));
    try {
      operation();
      transaction.limitWaits(null, TransactionOptions.NO_DEADLINE);
    } catch (DbException e) {
      if (!endsStatementOnly(e) || oneIn(3)) {
        throw e;
      }
      process.world().note("goes on after " + e.code());
      transaction.forgetCancel();
      transaction.limitWaits(null, TransactionOptions.NO_DEADLINE);
      transaction.rollbackTo(savepoint);
      own = before;
    }
  }

  private static boolean endsStatementOnly(DbException e) {
    return e.code() == ErrorCode.LOCK_NOT_AVAILABLE
        || e.code() == ErrorCode.DEADLINE_EXCEEDED
        || e.code() == ErrorCode.CANCELLED;
  }

  private void operation() {
    if (oneIn(mix.stampedOneIn())) {
      stamped();
      return;
    }
    if (oneIn(mix.patchOneIn())) {
      patch();
      return;
    }
    switch (random.nextInt(10)) {
      case 0, 1, 2 -> reading.get(own, readLocks());
      case 3, 4 -> reading.scan(own, readLocks());
      case 5 -> delete(mix.key(random));
      case 6 -> savepoint();
      case 7 -> insert();
      default -> put();
    }
  }

  private CellLocks readLocks() {
    long cells = oneIn(3) ? Cells.ALL : Cells.EXISTENCE | someCells();
    return switch (random.nextInt(8)) {
      case 0, 1 -> CellLocks.of(LockMode.EXCLUSIVE, cells);
      case 2 -> new CellLocks(cells, 0, true);
      case 4 -> new CellLocks(Cells.EXISTENCE, someCells(), 0, oneIn(2));
      case 3 -> new CellLocks(cells, someCells(), true);
      default -> CellLocks.of(LockMode.SHARED, cells);
    };
  }

  private long someCells() {
    long cells = Cells.column(random.nextInt(Row.COLUMNS));
    return oneIn(3) ? cells | Cells.column(random.nextInt(Row.COLUMNS)) : cells;
  }

  // ---- writes

  private String value() {
    return attempt.name + "/" + ++values;
  }

  private Row newRow() {
    Row row = Row.empty();
    for (int column = 0; column < Row.VALUES; column++) {
      row = row.with(column, value());
    }
    return oneIn(3) ? row.with(Row.STAMP, Row.PENDING) : row;
  }

  /** Writes a whole row, whatever was there. */
  private void put() {
    Key key = mix.key(random);
    Row row = newRow();
    if (row.stamp() == null) {
      transaction.put(key, row.payload());
    } else {
      transaction.putStamped(key, row.payload(), row.stampOffsets());
    }
    own.put(key, row);
  }

  /** Writes a row where an exclusive lock has shown that there is none. */
  private void insert() {
    Key key = mix.key(random);
    if (reading.getLocked(key, own, CellLocks.EXCLUSIVE) != null) {
      return;
    }
    Row row = newRow();
    transaction.insert(key, row.payload(), row.stampOffsets());
    own.put(key, row);
  }

  private void delete(Key key) {
    transaction.delete(key);
    own.delete(key);
  }

  /** Writes some columns of a row that is there, having read those or others or none. */
  private void patch() {
    Key key = mix.key(random);
    long read = Cells.EXISTENCE | (oneIn(2) ? someCells() : 0);
    if (reading.getLocked(key, own, new CellLocks(read, 0, oneIn(3))) == null) {
      return;
    }
    Row patch = Row.empty().with(random.nextInt(Row.VALUES), value());
    if (oneIn(3)) {
      patch = patch.with(random.nextInt(Row.VALUES), value());
    }
    if (oneIn(4)) {
      patch = patch.with(Row.STAMP, Row.PENDING);
    }
    transaction.update(key, patch.payload(), patch.stampOffsets(), patch.cells());
    own.patch(key, patch);
  }

  /** Does something with keys that hold their commit timestamp. */
  private void stamped() {
    int group = random.nextInt(StampedKeys.GROUPS);
    StampedKey key = StampedKeys.of(group, random.nextInt(2));
    switch (random.nextInt(6)) {
      case 0 -> {
        transaction.deleteStamped(key);
        own.forget(key.template());
      }
      case 1 -> {
        List<Key> stored = reading.list(group, own, readLocks());
        if (!stored.isEmpty() && oneIn(2)) {
          delete(stored.get(random.nextInt(stored.size())));
        }
      }
      case 2 -> {
        long now = process.nowMicros();
        attempt.floorMicros = Math.max(attempt.floorMicros, now);
        transaction.commitAfter(now);
      }
      default -> {
        Row row = newRow().with(Row.STAMP, Row.PENDING);
        transaction.putStamped(key, row.payload(), row.stampOffsets());
        own.put(key.template(), row);
      }
    }
    requireStamped(key);
  }

  private void requireStamped(StampedKey key) {
    ByteSlice slice = new ByteSlice();
    Row found = transaction.getStamped(key, slice) ? Row.of(slice.toByteArray()) : null;
    Written written = own.get(key.template());
    @Nullable Row expected = written == null ? null : written.row();
    if (!java.util.Objects.equals(found, expected)) {
      throw new AssertionError(attempt + " put " + expected + " at " + key + ", found " + found);
    }
  }

  /** Does some operations, of which nothing is left when it goes back. */
  private void savepoint() {
    OwnWrites before = own.copy();
    int savepoint = transaction.savepoint();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      switch (random.nextInt(4)) {
        case 0 -> patch();
        case 1 -> delete(mix.key(random));
        case 2 -> stampedIfAny();
        default -> put();
      }
    }
    if (oneIn(2)) {
      transaction.rollbackTo(savepoint);
      own = before;
    }
  }

  private void stampedIfAny() {
    if (mix.stampedOneIn() > 0) {
      stamped();
    } else {
      put();
    }
  }

  // ---- the end

  /** Commits; returns the timestamp. */
  long commit() {
    if (!own.isEmpty() && !own.areSigned()) {
      put(); // so that the log shows whose it is
    }
    attempt.writes = own.all();
    attempt.durable = !oneIn(mix.lazyOneIn());
    if (!own.isEmpty()) {
      attempt.outcome = Attempt.Outcome.UNKNOWN;
    }
    CommitOptions options = CommitOptions.DEFAULT.withDurable(attempt.durable);
    if (oneIn(mix.delayOneIn())) {
      options =
          options.withMaxCommitDelay(
              Duration.ofNanos(random.nextLong(CommitOptions.DELAY_MAX.toNanos() + 1)));
    }
    if (oneIn(mix.limitedCommitOneIn())) {
      transaction.limitWaits(
          null, process.world().nanos() + random.nextLong(oneIn(2) ? WAIT_NANOS_MAX : 10_000));
    }
    if (oneIn(10)) {
      transaction.lockForCommit();
    }
    try {
      return mix.bugs().commit(transaction, options).timestamp().micros();
    } catch (DbException e) {
      if (saysNoEffect(e.code())) {
        attempt.outcome = Attempt.Outcome.WITHOUT_EFFECT;
      }
      throw e;
    }
  }

  /** Whether an error of a commit says that nothing of it is or ever will be there. */
  private static boolean saysNoEffect(ErrorCode code) {
    return switch (code) {
      case TRANSACTION_ABORTED,
          LOCK_NOT_AVAILABLE,
          DEADLINE_EXCEEDED,
          CANCELLED,
          FAILED_PRECONDITION ->
          true;
      default -> false;
    };
  }
}
