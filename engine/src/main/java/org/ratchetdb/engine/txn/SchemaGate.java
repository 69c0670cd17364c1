package org.ratchetdb.engine.txn;

import java.util.concurrent.locks.ReadWriteLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/**
 * Keeps commits and schema changes apart. A read-write transaction is planned against one schema
 * version; it may only commit while that version is still the current one, or while all that it has
 * used is the same in the current one, for a change may ask for more (an index that must be kept
 * up). So once {@link #publish} has returned, nothing that was made for an older version of a table
 * can reach the store any more. Thread-safe.
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
   * @param isUnchanged asked when another version is current, which stays so meanwhile: whether it
   *     is the same in all that the work has used
   * @throws DbException {@code TRANSACTION_ABORTED} when it is not
   */
  public <T> T commit(long schemaVersion, BooleanSupplier isUnchanged, Supplier<T> commit) {
    lock.readLock().lock();
    try {
      if (schemaVersion != version && !isUnchanged.getAsBoolean()) {
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
