package org.ratchetdb.storage.api;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.key.StampedKey;

/**
 * A read-write transaction. Sees its own writes. Writes are buffered; locks are taken when they are
 * made and held to the end. Any call may fail with {@code TRANSACTION_ABORTED} once an older
 * transaction has wounded this one: the transaction is then over and may be retried whole, with the
 * same {@link #age}. Owned by one thread at a time, but for what says otherwise.
 */
public interface KvTransaction extends KvReader, AutoCloseable {
  /** Tells it from every other transaction since the store was opened. */
  long id();

  /** Place in the wound-wait order; smaller is older. */
  long age();

  /**
   * Sets how long calls from now on may wait, say for the statement that is to come. A wait for a
   * lock fails with {@code LOCK_NOT_AVAILABLE} after the timeout, any wait with {@code
   * DEADLINE_EXCEEDED} after the deadline of the transaction or this one, whichever comes first.
   *
   * @param lockTimeout longest single wait for a lock, or null for no limit
   * @param deadlineNanos reading of the store's ticker, or {@link TransactionOptions#NO_DEADLINE}
   */
  void limitWaits(@Nullable Duration lockTimeout, long deadlineNanos);

  /**
   * Locks all cells exclusively and buffers the write. Takes the array over: never change it
   * afterwards.
   */
  void put(Key key, byte[] payload);

  /**
   * Locks keys exclusively that the transaction is about to insert, and looks which exist. Cheapest
   * when they ascend.
   *
   * @return whether there is something, per key
   */
  boolean[] lockToInsert(List<Key> keys);

  /**
   * As {@link #putStamped(Key, byte[], int[])}, for a key under which a read of this transaction
   * with {@link CellLocks#EXCLUSIVE} has just found nothing: the lock is there, and the commit need
   * not look for a version to replace.
   */
  void insert(Key key, byte[] payload, int[] stampOffsets);

  /**
   * As {@link #put}, for a payload that is to hold the commit timestamp, which is known only at
   * commit: then 8 bytes at each of the offsets become the timestamp in microseconds, big-endian.
   * Until then reads of this transaction meet what the payload holds now. Takes both arrays over.
   */
  void putStamped(Key key, byte[] payload, int[] stampOffsets);

  /**
   * Locks some cells to write them ({@link LockMode#WRITER_SHARED}), the existence shared, and
   * buffers new values for them; the other cells keep what they hold when the transaction commits.
   * Others may write the same cells unread: the later commit decides. The key must exist. Takes
   * both arrays over. Fails with an {@link UnsupportedOperationException} in a store without a
   * {@link PayloadMerger}.
   *
   * @param patch what to lay over the payload
   * @param stampOffsets where in the patch the commit timestamp goes, as for {@link #putStamped}
   * @param cells what the patch holds; the existence not among them
   */
  void update(Key key, byte[] patch, int[] stampOffsets, long cells);

  /**
   * As {@link #putStamped(Key, byte[], int[])}, under a key that is to hold the commit timestamp
   * itself. The key cannot exist yet, and reads of this transaction do not meet it, but for {@link
   * #getStamped}. Locks the keys that it may become, so that no locking read sees a phantom; other
   * transactions may put such keys at the same time.
   */
  void putStamped(StampedKey key, byte[] payload, int[] stampOffsets);

  /**
   * Whether this transaction has put the key.
   *
   * @param into set to the payload as it was put
   */
  boolean getStamped(StampedKey key, ByteSlice into);

  /** Forgets a key that this transaction may have put. */
  void deleteStamped(StampedKey key);

  /**
   * Makes sure that the commit timestamp is greater than one that the transaction writes into a
   * column or key for commit timestamps. Fails with {@code FAILED_PRECONDITION} when that one is
   * still to come.
   */
  void commitAfter(long micros);

  /** Locks all cells exclusively and buffers the deletion; the key need not exist. */
  void delete(Key key);

  /** Locks a range (or {@link KeyRange#point}) without reading. */
  void lock(KeyRange range, CellLocks locks);

  /** As {@link #lock(KeyRange, CellLocks)}, all cells in one mode. */
  default void lock(KeyRange range, LockMode mode) {
    lock(range, CellLocks.of(mode));
  }

  /**
   * Writes a record of the meta family in the same atomic commit; null deletes. Locks the key
   * exclusively.
   */
  void putMeta(Key key, byte @Nullable [] value);

  /**
   * Marks a point in the write buffer, for statements that must take effect whole or not at all.
   */
  int savepoint();

  /** Forgets every write made since the savepoint; locks stay. */
  void rollbackTo(int savepoint);

  /**
   * Does something when the transaction goes back to a savepoint made before this call, after the
   * writes made since; for what the caller keeps in step with the writes. Newest first.
   */
  void onRollbackTo(Runnable action);

  /** Number of buffered entries so far. */
  int bufferedEntries();

  /** Bytes of keys and payloads buffered so far. */
  long bufferedBytes();

  /** Commits with {@link CommitOptions#DEFAULT}: blocks until the log is synced. */
  default CommitResult commit() {
    return commit(CommitOptions.DEFAULT);
  }

  /**
   * Takes every lock that a commit may have to wait for, so that {@link #commit} waits for none:
   * for callers that hold something others wait for while they commit. Nothing but the end of the
   * transaction may follow. Without it a commit does the same by itself.
   */
  void lockForCommit();

  /**
   * Makes the writes visible at once, and durable as the options say. Fails with {@code
   * DEADLINE_EXCEEDED} or {@code CANCELLED} only before the commit has begun: it then has no
   * effect, and the transaction is over.
   */
  CommitResult commit(CommitOptions options);

  /** Ends without effect. Safe to repeat, and after a failed commit. */
  void rollback();

  /** Callable from any thread: a wait for a lock, now or later, fails with {@code CANCELLED}. */
  void cancel();

  /** Lets a transaction whose statement was cancelled go on: later waits are real waits again. */
  void forgetCancel();

  /**
   * Rolls back from outside, callable from any thread: the locks are free at once, everything else
   * as soon as no call is under way. Later calls fail with {@code UNAVAILABLE}. Does nothing to a
   * transaction that commits or is over.
   */
  void abandon();

  boolean isOpen();

  /** Fails as any call does once the transaction was aborted, for statements that make none. */
  void requireNotAborted();

  /**
   * Says that the transaction is in use although it makes no calls, say during a long sort, so that
   * it is not rolled back as idle. Callable from any thread.
   */
  void keepAlive();

  /** Rolls back when still open. */
  @Override
  void close();
}
