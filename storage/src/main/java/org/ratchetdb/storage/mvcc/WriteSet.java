package org.ratchetdb.storage.mvcc;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.StampedKey;

/**
 * The writes of one transaction, at most one per key, ascending. Data writes are those under keys
 * known now, followed by those under keys that hold the commit timestamp.
 */
public interface WriteSet {
  /** Number of data writes, of both kinds. */
  int size();

  /** Sum of the lengths of keys and payloads of the data writes. */
  long bytes();

  void forEachData(DataVisitor visitor);

  void forEachStamped(StampedVisitor visitor);

  void forEachMeta(Visitor visitor);

  /** What a write knows of the version that it replaces. */
  enum Kind {
    /** Replaces or deletes whatever there is. */
    WHOLE,
    /** The payload holds some cells only, to be laid over the newest version. */
    PATCH,
    /** Nothing exists under the key, so there is nothing to look for. */
    NEW
  }

  /** Receives data writes. */
  @FunctionalInterface
  interface DataVisitor {
    /**
     * One write; a null payload deletes.
     *
     * @param stampOffsets where in the payload the commit timestamp goes, 8 bytes each
     */
    void write(Key key, byte @Nullable [] payload, int[] stampOffsets, Kind kind);
  }

  /** Receives puts under keys that hold the commit timestamp. */
  @FunctionalInterface
  interface StampedVisitor {
    /**
     * One put; no version of the key exists.
     *
     * @param stampOffsets where in the payload the commit timestamp goes too
     */
    void write(StampedKey key, byte[] payload, int[] stampOffsets);
  }

  /** Receives writes. */
  @FunctionalInterface
  interface Visitor {
    /** One write; a null payload deletes. */
    void write(Key key, byte @Nullable [] payload);
  }
}
