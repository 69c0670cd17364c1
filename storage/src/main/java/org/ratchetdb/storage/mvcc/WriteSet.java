package org.ratchetdb.storage.mvcc;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;

/** The writes of one transaction, at most one per key, ascending. */
public interface WriteSet {
  /** Number of data writes. */
  int size();

  /** Sum of the lengths of keys and payloads of the data writes. */
  long bytes();

  void forEachData(Visitor visitor);

  void forEachMeta(Visitor visitor);

  /** Receives writes. */
  @FunctionalInterface
  interface Visitor {
    /** One write; a null payload deletes. */
    void write(Key key, byte @Nullable [] payload);
  }
}
