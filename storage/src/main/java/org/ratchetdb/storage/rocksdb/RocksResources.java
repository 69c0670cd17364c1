package org.ratchetdb.storage.rocksdb;

import org.rocksdb.Cache;
import org.rocksdb.Env;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * What all stores of a process share: block cache, memory for unflushed writes, background threads.
 * Close it after the last store. Thread-safe.
 */
public final class RocksResources implements AutoCloseable {
  /** Default size of the block cache. */
  public static final long BLOCK_CACHE_BYTES = 256L << 20;

  /** Default bound on unflushed writes of all stores together. */
  public static final long WRITE_BUFFERS_BYTES = 256L << 20;

  static {
    RocksDB.loadLibrary();
  }

  private final Cache blockCache;

  /**
   * The manager wants a cache to charge; the block cache must not shrink when there is much to
   * flush.
   */
  private final Cache accountingCache = new LRUCache(0);

  private final WriteBufferManager writeBufferManager;

  /**
   * Allocates the shared parts.
   *
   * @param blockCacheBytes memory for blocks read from files
   * @param writeBuffersBytes memory for unflushed writes; beyond it the largest is flushed early
   */
  public RocksResources(long blockCacheBytes, long writeBuffersBytes) {
    this.blockCache = new LRUCache(blockCacheBytes);
    this.writeBufferManager = new WriteBufferManager(writeBuffersBytes, accountingCache);
  }

  public static RocksResources createDefault() {
    return new RocksResources(BLOCK_CACHE_BYTES, WRITE_BUFFERS_BYTES);
  }

  Cache blockCache() {
    return blockCache;
  }

  WriteBufferManager writeBufferManager() {
    return writeBufferManager;
  }

  Env env() {
    return Env.getDefault();
  }

  @Override
  public void close() {
    writeBufferManager.close();
    accountingCache.close();
    blockCache.close();
  }
}
