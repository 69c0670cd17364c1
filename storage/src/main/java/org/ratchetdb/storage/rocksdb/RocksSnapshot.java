package org.ratchetdb.storage.rocksdb;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.storage.mvcc.SharedSnapshot;
import org.rocksdb.ReadOptions;
import org.rocksdb.Snapshot;

/** A RocksDB snapshot that knows its timestamp, with the read options that point to it. */
final class RocksSnapshot extends SharedSnapshot {
  private final RocksEngine engine;
  private final Snapshot snapshot;
  private volatile @Nullable ReadOptions readOptions;
  private volatile boolean scanned;
  private volatile @Nullable IdleCursors idleCursors;

  RocksSnapshot(RocksEngine engine, Snapshot snapshot, long micros) {
    super(micros);
    this.engine = engine;
    this.snapshot = snapshot;
  }

  Snapshot snapshot() {
    return snapshot;
  }

  /** For gets; made once, since making one takes a fifth of a get. */
  ReadOptions readOptions() {
    ReadOptions options = readOptions;
    return options == null ? makeReadOptions() : options;
  }

  private synchronized ReadOptions makeReadOptions() {
    ReadOptions options = readOptions;
    if (options == null) {
      options = new ReadOptions();
      options.setSnapshot(snapshot);
      readOptions = options;
    }
    return options;
  }

  /**
   * Where cursors wait for their next use; null for the first scan, since a snapshot that lives
   * from one commit to the next may see no other.
   */
  @Nullable IdleCursors idleCursors() {
    IdleCursors cursors = idleCursors;
    if (cursors != null) {
      return cursors;
    }
    if (!scanned) {
      scanned = true;
      return null;
    }
    return makeIdleCursors();
  }

  private synchronized IdleCursors makeIdleCursors() {
    IdleCursors cursors = idleCursors;
    if (cursors == null) {
      cursors = new IdleCursors();
      idleCursors = cursors;
    }
    return cursors;
  }

  @Override
  protected void free() {
    engine.free(this);
  }

  /** Closes what reads of it share; called once, by the engine. */
  synchronized void closeShared() {
    IdleCursors cursors = idleCursors;
    if (cursors != null) {
      cursors.close();
    }
    ReadOptions options = readOptions;
    if (options != null) {
      readOptions = null;
      options.close();
    }
  }
}
