package org.ratchetdb.engine.txn;

import java.util.concurrent.locks.ReadWriteLock;
import java.util.function.Supplier;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/**
 * Keeps commits and schema changes apart. A read-write transaction is planned against one schema
 * version; it may only commit while that version is still the current one, for a later version may
 * ask for more (an index that must be kept up). So once {@link #publish} has returned, nothing that
 * was made for an older version can reach the store any more. Thread-safe.
 */
public final class SchemaGate {
  private final ReadWriteLock lock;
  private volatile long version;

  public SchemaGate(long version, Threads threads) {
    this.lock = threads.newReadWriteLock();
    this.version = version;
  }

  /**
   * Commits work that was made for a schema version.
   *
   * @throws DbException {@code TRANSACTION_ABORTED} when the schema has moved on
   */
  public <T> T commit(long schemaVersion, Supplier<T> commit) {
    lock.readLock().lock();
    try {
      if (schemaVersion != version) {
        throw schemaChanged();
      }
      return commit.get();
    } finally {
      lock.readLock().unlock();
    }
  }

  /** Runs work while the schema does not change; commits go on. */
  public <T> T whileUnchanged(Supplier<T> work) {
    lock.readLock().lock();
    try {
      return work.get();
    } finally {
      lock.readLock().unlock();
    }
  }

  /** Returns once no change is being published. */
  public void settle() {
    whileUnchanged(() -> version);
  }

  /** Runs a change that makes a version the current one, while no commit is under way. */
  public void publish(long newVersion, Runnable change) {
    lock.writeLock().lock();
    try {
      change.run();
      version = newVersion;
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** What a transaction that was overtaken by a schema change gets. */
  public static DbException schemaChanged() {
    return new DbException(
            ErrorCode.TRANSACTION_ABORTED,
            "Transaction aborted. Database schema has changed since the transaction began.")
        .hint("Retry the whole transaction.");
  }
}
