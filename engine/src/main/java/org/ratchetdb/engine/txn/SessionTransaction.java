package org.ratchetdb.engine.txn;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.engine.api.TransactionMode;
import org.ratchetdb.storage.api.CommitResult;
import org.ratchetdb.storage.api.KvReader;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.ReadBound;
import org.ratchetdb.storage.api.ReadView;
import org.ratchetdb.storage.api.TransactionOptions;

/**
 * A transaction as a session sees it: one schema version, and a read-write transaction or a read
 * view of the store. Owned by the session's thread, but for {@link #cancelWaits}.
 */
public final class SessionTransaction {
  private final Schema schema;
  private final TransactionMode mode;
  private final @Nullable KvTransaction write;
  private final @Nullable ReadView view;
  private final Savepoints savepoints = new Savepoints();
  private boolean closed;

  private SessionTransaction(
      Schema schema, TransactionMode mode, @Nullable KvTransaction write, @Nullable ReadView view) {
    this.schema = schema;
    this.mode = mode;
    this.write = write;
    this.view = view;
  }

  /**
   * Begins.
   *
   * @param age of the first attempt when this one repeats it, else 0
   */
  public static SessionTransaction begin(
      KvStore store, Schema schema, TransactionMode mode, long age) {
    if (mode.readOnly()) {
      return new SessionTransaction(schema, mode, null, store.readAt(ReadBound.STRONG));
    }
    TransactionOptions.Isolation isolation =
        mode.isolation() == TransactionMode.Isolation.REPEATABLE_READ
            ? TransactionOptions.Isolation.REPEATABLE_READ
            : TransactionOptions.Isolation.SERIALIZABLE;
    KvTransaction write =
        store.begin(TransactionOptions.DEFAULT.withIsolation(isolation).withAge(age));
    return new SessionTransaction(schema, mode, write, null);
  }

  /** A read-only transaction on a view that was opened together with its schema. */
  public static SessionTransaction readOnly(Schema schema, TransactionMode mode, ReadView view) {
    return new SessionTransaction(schema, mode, null, view);
  }

  public Schema schema() {
    return schema;
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

  /** Its place in the wound-wait order, for a retry; 0 for a read-only transaction. */
  public long age() {
    return write == null ? 0 : write.age();
  }

  public boolean hasSavepoints() {
    return !savepoints.isEmpty();
  }

  /** Marks this point; the newest savepoint of a name is the one that counts. */
  public void setSavepoint(String name) {
    savepoints.add(name, write == null ? 0 : write.savepoint());
  }

  /** Forgets a savepoint and those after it; fails with {@code UNDEFINED_SAVEPOINT}. */
  public void releaseSavepoint(String name) {
    savepoints.release(name);
  }

  /**
   * Undoes the writes made since a savepoint, which stays, unlike those after it; locks stay too.
   * Fails with {@code UNDEFINED_SAVEPOINT}.
   */
  public void rollbackTo(String name) {
    int mark = savepoints.backTo(name);
    if (write != null) {
      write.forgetCancel();
      write.rollbackTo(mark);
    }
  }

  /** Whether statements can still run in it: not ended, and not aborted by another. */
  public boolean isOpen() {
    return !closed && (write == null || write.isOpen());
  }

  /** Commits; the transaction is over whether this succeeds or fails. Null for a read-only one. */
  public @Nullable CommitResult commit(SchemaGate gate) {
    if (write == null) {
      close();
      return null;
    }
    KvTransaction transaction = write;
    try (transaction) {
      return gate.commit(schema.version(), transaction::commit);
    }
  }

  /** Callable from any thread: a wait for a lock ends. */
  public void cancelWaits() {
    if (write != null) {
      write.cancel();
    }
  }

  /** Rolls back what is open. Safe to repeat. */
  public void close() {
    closed = true;
    if (view != null) {
      view.close();
    }
    if (write != null) {
      write.rollback();
    }
  }
}
