package org.ratchetdb.storage.api;

import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;

/**
 * Hears of every read and write, so that splits can count load. Called on the hot path by many
 * threads: must neither block nor throw.
 */
public interface LoadListener {
  LoadListener NONE =
      new LoadListener() {
        @Override
        public void read(Key key, long rows, long bytes) {}

        @Override
        public void scanned(ByteSlice firstKey, long rows, long bytes) {}

        @Override
        public void written(Key key, long bytesDelta) {}
      };

  /** A point read. */
  void read(Key key, long rows, long bytes);

  /**
   * A stretch of a scan that lies within one range request; reported at the end of the scan or
   * every some rows.
   */
  void scanned(ByteSlice firstKey, long rows, long bytes);

  /** A committed put (positive growth in stored bytes) or deletion (negative). */
  void written(Key key, long bytesDelta);
}
