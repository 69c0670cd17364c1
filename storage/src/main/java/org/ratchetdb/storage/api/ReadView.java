package org.ratchetdb.storage.api;

import org.ratchetdb.common.time.CommitTimestamp;

/**
 * A consistent picture of the store as of one timestamp. Owned by one thread; close it to release
 * the snapshot.
 */
public interface ReadView extends KvReader, AutoCloseable {
  /**
   * The timestamp of the view. For one that was not opened at an exact timestamp it is that of the
   * last commit in it, however long ago; see {@link #moment} for a newer one.
   */
  CommitTimestamp readTimestamp();

  /** When the state of the view held. Callable until the view is closed. */
  ReadMoment moment();

  /**
   * Fails with {@code READ_TIMESTAMP_TOO_OLD} when the state has been replaced for longer than the
   * retention. Reads of older versions check that by themselves; others stay possible as long as
   * the view is open, unless the range they read was dropped meanwhile.
   */
  void requireRetained();

  /**
   * Opens another view of the same state, for another thread, say a branch of a parallel scan. Each
   * is closed on its own.
   */
  ReadView duplicate();

  @Override
  void close();
}
