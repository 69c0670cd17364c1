package org.ratchetdb.engine.txn;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.engine.activity.ActiveTransaction;
import org.ratchetdb.engine.activity.Footprint;
import org.ratchetdb.engine.activity.TransactionMeter;
import org.ratchetdb.engine.api.CommitStatistics;
import org.ratchetdb.engine.api.TransactionMode;
import org.ratchetdb.executor.context.WriteAccount;
import org.ratchetdb.storage.api.CommitOptions;
import org.ratchetdb.storage.api.CommitResult;
import org.ratchetdb.storage.api.KvReader;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.ReadView;
import org.ratchetdb.storage.api.TransactionOptions;

/**
 * A transaction as a session sees it: a schema, and a read-write transaction or a read view of the
 * store. A read-only one gets its view, and so its timestamp and its schema, with its first
 * statement. The schema of a read-write one may move on between statements, see {@link #schemaFor};
 * it is aborted when a table changes that it has used.
 *
 * <p>That is looked at after every read and at the commit of writes. A read that met an effect of a
 * newer schema comes after that schema became current, so the look finds it; and what was read
 * before the last look stands by its locks.
 *
 * <p>Owned by the session's thread, but for {@link #cancelWaits}, {@link #abandon} and {@link
 * #picture}.
 */
public final class SessionTransaction {
  private final TransactionMode mode;
  private final @Nullable KvTransaction write;
  private final @Nullable TransactionMeter meter;
  private final long beganMicros;
  private final long deadlineNanos;
  private final WriteAccount writes = new WriteAccount();
  private @Nullable Schema schema;
  private @Nullable ReadView view;
  private final Savepoints savepoints = new Savepoints();
  private final boolean readsNewest;
  private boolean used;
  private TableUse tables = TableUse.NONE;

  /** Another schema in which all that was used is the same. */
  private @Nullable Schema sameIn;

  private volatile boolean closed;

  private SessionTransaction(
      TransactionMode mode,
      @Nullable Schema schema,
      @Nullable KvTransaction write,
      boolean readsNewest,
      long deadlineNanos,
      @Nullable TransactionMeter meter,
      long beganMicros) {
    this.meter = meter;
    this.readsNewest = readsNewest;
    this.beganMicros = beganMicros;
    this.mode = mode;
    this.schema = schema;
    this.write = write;
    this.deadlineNanos = deadlineNanos;
  }

  /**
   * Begins a read-write transaction, planned for a schema.
   *
   * @param meter counts this attempt
   */
  public static SessionTransaction readWrite(
      TransactionMode mode,
      Schema schema,
      KvStore store,
      TransactionOptions options,
      TransactionMeter meter) {
    boolean readsNewest =
        options.isolation() == TransactionOptions.Isolation.SERIALIZABLE && !options.isOptimistic();
    return new SessionTransaction(
        mode,
        schema,
        store.begin(options),
        readsNewest,
        options.deadlineNanos(),
        meter,
        meter.beganMicros());
  }

  /**
   * Begins a read-only transaction, still without a timestamp: see {@link #open}.
   *
   * @param deadlineNanos reading of the ticker, or {@link TransactionOptions#NO_DEADLINE}
   * @param beganMicros now, in microseconds since the epoch
   */
  public static SessionTransaction readOnly(
      TransactionMode mode, long deadlineNanos, long beganMicros) {
    return new SessionTransaction(mode, null, null, false, deadlineNanos, null, beganMicros);
  }

  /** Whether it is read-only and has no timestamp yet. */
  public boolean isPending() {
    return schema == null;
  }

  /** As it is now; for any thread. */
  public ActiveTransaction picture() {
    String isolation = mode.isolation().name();
    TransactionMeter counts = meter;
    if (write == null || counts == null) {
      return new ActiveTransaction(0, beganMicros, "", isolation, true, !closed, 0, 0);
    }
    return new ActiveTransaction(
        write.id(),
        beganMicros,
        counts.tag(),
        isolation,
        false,
        isOpen(),
        write.age(),
        write.bufferedBytes());
  }

  /**
   * A statement that reads or writes is about to run in it.
   *
   * @param schemaVersion that it was planned for
   * @param current the newest schema
   * @throws DbException {@code TRANSACTION_ABORTED} when it would meet tables as they are no more
   */
  @SuppressWarnings("ReferenceEquality") // the sum is the very same when nothing is new
  public void use(TableUse statement, long schemaVersion, Schema current) {
    used = true;
    if (write == null) {
      return;
    }
    TableUse all = tables.plus(statement);
    if (all != tables) {
      tables = all;
      sameIn = null;
    }
    if (schemaVersion != schema().version()) {
      throw SchemaGate.schemaChanged();
    }
    requireUnchanged(current);
  }

  /**
   * After each read and before each statement: what was used is still the same.
   *
   * @param current the newest schema
   * @throws DbException {@code TRANSACTION_ABORTED} when it is not
   */
  @SuppressWarnings("ReferenceEquality") // another object of the same content is looked at, too
  public void requireUnchanged(Schema current) {
    if (write == null || current == schema || current == sameIn) {
      return;
    }
    if (!isUnchangedIn(current)) {
      throw SchemaGate.schemaChanged();
    }
    sameIn = current;
  }

  /** Whether all that a read-write transaction has used is the same in another schema. */
  public boolean isUnchangedIn(Schema current) {
    return tables.isUnchanged(schema(), current);
  }

  /**
   * The schema that the next statement is to be made for: the newest one, if all that was used is
   * the same there; but a snapshot, once there may be one, stays with the schema of its time.
   *
   * @param current the newest schema
   */
  @SuppressWarnings("ReferenceEquality") // another object of the same content is looked at, too
  public Schema schemaFor(Schema current) {
    if (write != null && current != schema && (readsNewest || !used) && isUnchangedIn(current)) {
      schema = current;
    }
    return schema();
  }

  /** Whether nothing has run in it, so that another may take its place. */
  public boolean isFresh() {
    return !used && savepoints.isEmpty();
  }

  /** A statement runs in it. */
  public void ran(Footprint statement) {
    if (meter != null) {
      meter.ran(statement);
    }
  }

  /** A statement in it has failed, or its commit. */
  public void failed(DbException failure) {
    if (meter != null) {
      meter.failed(failure);
    }
  }

  /** Gives a read-only transaction its timestamp; it closes the view. */
  public void open(Schema schemaThen, ReadView opened) {
    schema = schemaThen;
    view = opened;
  }

  /** Not before a read-only transaction has its timestamp. */
  public Schema schema() {
    if (schema == null) {
      throw new IllegalStateException("The transaction has no timestamp yet");
    }
    return schema;
  }

  /** After which it must not go on; {@link TransactionOptions#NO_DEADLINE} for never. */
  public long deadlineNanos() {
    return deadlineNanos;
  }

  /** Fails when a read-only transaction is too old to go on. */
  public void requireRetained() {
    if (view != null) {
      view.requireRetained();
    }
  }

  public TransactionMode mode() {
    return mode;
  }

  public KvReader reader() {
    if (view != null) {
      return view;
    }
    return writer();
  }

  public boolean isReadOnly() {
    return write == null;
  }

  /**
   * Fails when another has aborted it, as a statement must although it reads and writes nothing.
   */
  public void requireNotAborted() {
    if (write != null) {
      write.requireNotAborted();
    }
  }

  /** How long a call of the statement to come may wait; for a read-write transaction. */
  public void limitWaits(@Nullable Duration lockTimeout, long statementDeadlineNanos) {
    if (write != null) {
      write.limitWaits(lockTimeout, statementDeadlineNanos);
    }
  }

  /** Fails with {@code READ_ONLY_TRANSACTION}. */
  public KvTransaction writer() {
    if (write == null) {
      throw new DbException(
          ErrorCode.READ_ONLY_TRANSACTION,
          "cannot execute a statement that writes in a read-only transaction");
    }
    return write;
  }

  /** The read-write transaction of the store, or null in a read-only one. */
  public @Nullable KvTransaction writerOrNull() {
    return write;
  }

  /** What its statements have written so far. */
  public WriteAccount writes() {
    return writes;
  }

  /** Its place in the wound-wait order, for a retry; 0 for a read-only transaction. */
  public long age() {
    return write == null ? 0 : write.age();
  }

  public boolean hasSavepoints() {
    return !savepoints.isEmpty();
  }

  /**
   * Marks this point; the newest savepoint of a name is the one that counts.
   *
   * @param settingsMark what {@link #rollbackTo} is to return
   */
  public void setSavepoint(String name, int settingsMark) {
    savepoints.add(name, write == null ? 0 : write.savepoint(), settingsMark);
  }

  /** Forgets a savepoint and those after it; fails with {@code UNDEFINED_SAVEPOINT}. */
  public void releaseSavepoint(String name) {
    savepoints.release(name);
  }

  /**
   * Undoes the writes made since a savepoint, which stays, unlike those after it; locks stay too.
   * Fails with {@code UNDEFINED_SAVEPOINT}. Returns the mark of the settings.
   */
  public int rollbackTo(String name) {
    Savepoints.Savepoint savepoint = savepoints.backTo(name);
    if (write != null) {
      write.forgetCancel();
      write.rollbackTo(savepoint.mark());
    }
    return savepoint.settingsMark();
  }

  /** Whether statements can still run in it: not ended, and not aborted by another. */
  public boolean isOpen() {
    return !closed && (write == null || write.isOpen());
  }

  /**
   * Commits; the transaction is over whether this succeeds or fails. Null for a read-only one.
   *
   * @param current the newest schema
   */
  public @Nullable CommitStatistics commit(
      SchemaGate gate, Supplier<Schema> current, CommitOptions options) {
    if (write == null) {
      close();
      return null;
    }
    KvTransaction transaction = write;
    try (transaction) {
      if (meter != null) {
        meter.committing();
      }
      writes.checkCommit(transaction);
      // Not inside the gate: whoever has the locks may have to come through it, and a schema change
      // that waits for us keeps it from doing so.
      transaction.lockForCommit();
      CommitResult result = commit(transaction, gate, current, options);
      if (meter != null) {
        meter.committed();
      }
      return new CommitStatistics(result.timestamp(), writes.mutations());
    } catch (DbException e) {
      failed(e);
      throw e;
    } finally {
      ended();
    }
  }

  /** What wrote nothing asks nothing of the schema, and may end after it has changed. */
  private CommitResult commit(
      KvTransaction transaction, SchemaGate gate, Supplier<Schema> current, CommitOptions options) {
    return transaction.bufferedEntries() == 0
        ? transaction.commit(options)
        : gate.commit(
            schema().version(),
            () -> isUnchangedIn(current.get()),
            () -> transaction.commit(options));
  }

  private void ended() {
    if (meter != null && write != null) {
      meter.ended(write.bufferedBytes());
    }
  }

  /** Callable from any thread: a wait for a lock ends. */
  public void cancelWaits() {
    if (write != null) {
      write.cancel();
    }
  }

  /**
   * Callable from any thread: the locks of a read-write transaction are free at once, and what its
   * own thread calls fails with {@code UNAVAILABLE}.
   */
  public void abandon() {
    if (write != null) {
      write.abandon();
    }
  }

  /** Rolls back what is open. Safe to repeat. */
  public void close() {
    closed = true;
    if (view != null) {
      view.close();
    }
    if (write != null) {
      ended();
      write.rollback();
    }
  }
}
