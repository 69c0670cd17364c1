package org.ratchetdb.storage.rocksdb;

import org.ratchetdb.storage.txn.StoreOptions;

/**
 * How a store on RocksDB behaves.
 *
 * @param store what every engine has
 * @param sync whether a commit is forced to disk before it is acknowledged; without it a commit
 *     survives the end of the process, but not of the machine
 * @param memtableBytes unflushed writes per family before they go to a file
 * @param timestampFloorMicros commits get timestamps above this one, whatever the store has seen
 */
public record RocksStoreOptions(
    StoreOptions store, boolean sync, long memtableBytes, long timestampFloorMicros) {
  public static final RocksStoreOptions DEFAULT =
      new RocksStoreOptions(StoreOptions.DEFAULT, true, 64L << 20, 0);

  private static final long MEMTABLE_BYTES_MIN = 64L << 10;

  public RocksStoreOptions {
    if (memtableBytes < MEMTABLE_BYTES_MIN) {
      throw new IllegalArgumentException("Memtables need at least 64 KiB");
    }
  }

  public RocksStoreOptions withStore(StoreOptions newStore) {
    return new RocksStoreOptions(newStore, sync, memtableBytes, timestampFloorMicros);
  }

  public RocksStoreOptions withSync(boolean newSync) {
    return new RocksStoreOptions(store, newSync, memtableBytes, timestampFloorMicros);
  }

  public RocksStoreOptions withMemtableBytes(long newMemtableBytes) {
    return new RocksStoreOptions(store, sync, newMemtableBytes, timestampFloorMicros);
  }

  public RocksStoreOptions withTimestampFloorMicros(long newFloor) {
    return new RocksStoreOptions(store, sync, memtableBytes, newFloor);
  }
}
