package org.ratchetdb.storage.mvcc;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.storage.api.KvStore.MetaVisitor;
import org.ratchetdb.storage.api.PayloadMerger;
import org.ratchetdb.storage.api.VerifyListener;

/**
 * Keeps versions and finds them again. Knows no transactions, no locks and no buffers: {@code
 * storage.txn} adds those. Thread-safe, but for {@link #write}, {@link #publish}, {@link
 * #dropRange} and {@link #close}: their caller serialises the calls of each, and lets only the
 * first two run beside each other. Nothing else may be called during or after close.
 */
public interface VersionEngine extends AutoCloseable {
  /**
   * The newest published state; the caller releases it. Costs no call into native code, and fails
   * cleanly after close, as does releasing one late.
   */
  SharedSnapshot acquireSnapshot();

  /** The timestamp of the newest published state, or what an earlier run of the store reached. */
  long appliedMicros();

  /**
   * The timestamp up to which reads of the newest versions find every commit; at or after that of
   * the newest published state.
   */
  long writtenMicros();

  /**
   * Reads the version of a key in a snapshot, or, with null, the newest of all: right for keys that
   * the caller has locked.
   */
  boolean get(@Nullable SharedSnapshot snapshot, Key key, Version into);

  /**
   * Looks which keys have a version now; right for keys that the caller has locked. Cheapest when
   * they ascend.
   *
   * @param found set to true for those that have
   */
  default void findNewest(List<Key> keys, boolean[] found) {
    Version version = new Version();
    for (int i = 0; i < found.length; i++) {
      found[i] = get(null, keys.get(i), version);
    }
  }

  /** Reads the version of a key at a timestamp at or before that of the snapshot. */
  boolean getAt(SharedSnapshot snapshot, long timestampMicros, Key key, Version into);

  /** Scans as {@link #get} reads. */
  VersionCursor scan(@Nullable SharedSnapshot snapshot, KeyRange range, boolean reverse);

  /** Scans as {@link #getAt} reads. */
  VersionCursor scanAt(
      SharedSnapshot snapshot, long timestampMicros, KeyRange range, boolean reverse);

  /**
   * Lays out the writes of a transaction. Nobody else may write their keys before these are applied
   * or given up, but for those that are patched, whose versions the bases know better. The check
   * hears of every old version; the merger lays patches over them.
   */
  PreparedWrites prepare(
      WriteSet writes, OldVersionCheck check, PatchBases bases, PayloadMerger merger);

  /** As the other, with patches laid over the newest versions. */
  default PreparedWrites prepare(WriteSet writes, OldVersionCheck check, PayloadMerger merger) {
    return prepare(writes, check, PatchBases.NEWEST, merger);
  }

  /**
   * Adds a group to the log, in the order of the list. Reads of the newest versions then find it,
   * all at once for whoever knows from its locks that it is written; no published state has it.
   * When it throws, nothing of the group is visible.
   *
   * @return the state after it, which the caller publishes or releases
   */
  SharedSnapshot write(List<PreparedWrites> group);

  /**
   * Makes a state that was written the newest published one. When it throws, nothing more is
   * published.
   *
   * @param state of the last write so far, or of an earlier one; later than what is published
   * @param firstMicros timestamp of the first commit that was written after what is published
   * @param durable whether everything written up to the state must be forced to disk first, as far
   *     as the engine {@link #syncs}
   */
  void publish(SharedSnapshot state, long firstMicros, boolean durable);

  /**
   * Remembers that timestamps up to this one are spent, so that no later run of the store hands
   * them out again. Need not survive a power failure.
   */
  void reserveTimestamps(long micros);

  byte @Nullable [] getMeta(Key key);

  void scanMeta(KeyRange range, MetaVisitor visitor);

  long approximateSizeBytes(KeyRange range);

  /** Forgets all versions in the range, old ones included. */
  void dropRange(KeyRange range);

  /** Gives back the room of versions that ended before the timestamp, as far as that is due. */
  void expireHistory(long timestampMicros);

  /**
   * What was set last, in this run of the store or before. History is dropped by it from then on;
   * until one of the two is called, nothing is.
   */
  RetainedHistory retainedHistory();

  /** Keeps versions that long after their end, from now on, and remembers it. */
  void setRetainedHistory(RetainedHistory retained);

  /** Estimate of the bytes that older versions take now. */
  long historyBytes();

  /**
   * Called when nothing has been written for a moment: time for what would otherwise be done while
   * somebody waits.
   */
  default void flushIdle() {}

  /** Looks for damage in files, and for versions that contradict each other. */
  default void verify(SharedSnapshot snapshot, VerifyListener listener) {}

  /** Writes what is only in memory and in the log to files, and waits for it. */
  default void flush() {}

  /** Copies the store as of now, all commits up to one, into a new directory. */
  void checkpoint(Path directory);

  /** Whether a durable {@link #publish} forces the log to disk. */
  boolean syncs();

  @Override
  void close();
}
