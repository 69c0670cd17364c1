package org.ratchetdb.storage.api;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.time.CommitTimestamp;

/**
 * A transactional, multi-version, ordered store of one database. Knows keys, payloads and
 * timestamps, no SQL. Thread-safe.
 */
public interface KvStore extends AutoCloseable {
  /** Begins a read-write transaction; never blocks. */
  KvTransaction begin(TransactionOptions options);

  /**
   * Opens a view; at a timestamp it fails with {@code READ_TIMESTAMP_TOO_OLD} outside the retention
   * window, and with {@code INVALID_ARGUMENT} for a timestamp that is still to come. May wait for
   * commits under way when the timestamp is newer than {@link #appliedTimestamp}.
   */
  ReadView readAt(ReadBound bound);

  /** The newest timestamp T such that every commit at or before T is applied. */
  CommitTimestamp appliedTimestamp();

  /** Reads a record of the meta family as last committed. */
  byte @Nullable [] getMeta(Key key);

  /** Visits the records of the meta family in a range, ascending. */
  void scanMeta(KeyRange range, MetaVisitor visitor);

  /**
   * Writes a record of the meta family alone, synced, outside any transaction (sequences, split
   * map); null deletes.
   */
  void putMeta(Key key, byte @Nullable [] value);

  /** Estimate of the stored bytes (keys and values of the newest versions) in the range. */
  long approximateSizeBytes(KeyRange range);

  /**
   * Removes every key of the range with its history, for dropped objects: not transactional,
   * restartable.
   */
  void dropRange(KeyRange range);

  /**
   * Tells the listener, once, when a commit could not be written: from then on nothing can be until
   * the store is opened again. Called by the thread that wrote, which must not be kept.
   */
  void setWriteFailureListener(Consumer<Throwable> listener);

  /** Tells the listener of all reads and writes from now on. */
  void setLoadListener(LoadListener listener);

  /** Tells the listener of all waits for locks from now on. */
  void setLockWaitListener(LockWaitListener listener);

  /**
   * Locks on data held and waited for now, all of one moment, ordered by key, then by transaction;
   * not more than {@code countMax}. Holds up lockers while it copies, about 0.1 µs a lock.
   */
  List<LockInfo> locks(int countMax);

  /**
   * How long versions stay readable after they were overwritten or deleted, from now on; stores on
   * disk remember it. What a shorter retention has let go does not come back with a longer one.
   */
  void setRetention(Duration retention);

  /** The oldest timestamp that {@link #readAt} takes now. */
  CommitTimestamp oldestReadableTimestamp();

  /** Estimate of the bytes that older versions take now. */
  long historyBytes();

  StoreStatistics statistics();

  /** Hard-linked copy of the store as of now into a new directory; not supported in memory. */
  void checkpoint(Path directory);

  /**
   * As {@link #checkpoint}, but of a moment between two commits, which wait meanwhile: for as long
   * as it takes to flush what has been written since the call began, and to link the files.
   *
   * @return the copy holds exactly the commits at or before this timestamp
   */
  CommitTimestamp checkpointExactly(Path directory);

  /**
   * Looks for damage below the payloads: files that do not have their checksums, versions that
   * overlap. Beside running transactions; reads everything.
   */
  void verify(VerifyListener listener);

  /** Ends open transactions, waits for commits under way, closes files. */
  @Override
  void close();

  /** Receives meta records. */
  @FunctionalInterface
  interface MetaVisitor {
    void visit(Key key, byte[] value);
  }
}
