package org.ratchetdb.storage.rocksdb;

import org.jspecify.annotations.Nullable;
import org.rocksdb.Cache;
import org.rocksdb.Env;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksMemEnv;
import org.rocksdb.WriteBufferManager;

/**
 * What stores share: block cache, memory for unflushed writes, background threads, and the file
 * system, which may be one in memory. Close it after the last store. Thread-safe.
 */
public final class RocksResources implements AutoCloseable {
  /** Default size of the block cache. */
  public static final long BLOCK_CACHE_BYTES = 256L << 20;

  /** Default bound on unflushed writes of all stores together. */
  public static final long WRITE_BUFFERS_BYTES = 256L << 20;

  private static final int ROWS_PART_OF_CACHE = 2;
  private static final int ROWS_PART_OF_HEAP = 16;

  static {
    NativeLibrary.load();
  }

  private final Cache blockCache;

  /**
   * The manager wants a cache to charge; the block cache must not shrink when there is much to
   * flush.
   */
  private final Cache accountingCache = new LRUCache(0);

  private final WriteBufferManager writeBufferManager;
  private final RowCache.Memory rows;

  /** A file system in memory; null for that of the machine. */
  private final @Nullable Env memory;

  /**
   * Allocates the shared parts, for stores on disk.
   *
   * @param blockCacheBytes memory for blocks read from files; rows get half as much besides, but at
   *     most a sixteenth of the heap
   * @param writeBuffersBytes memory for unflushed writes; beyond it the largest is flushed early
   */
  public RocksResources(long blockCacheBytes, long writeBuffersBytes) {
    this(blockCacheBytes, writeBuffersBytes, null);
  }

  private RocksResources(long blockCacheBytes, long writeBuffersBytes, @Nullable Env memory) {
    this.memory = memory;
    this.blockCache = new LRUCache(blockCacheBytes);
    this.rows =
        new RowCache.Memory(
            Math.min(
                blockCacheBytes / ROWS_PART_OF_CACHE,
                Runtime.getRuntime().maxMemory() / ROWS_PART_OF_HEAP));
    this.writeBufferManager = new WriteBufferManager(writeBuffersBytes, accountingCache);
  }

  public static RocksResources createDefault() {
    return new RocksResources(BLOCK_CACHE_BYTES, WRITE_BUFFERS_BYTES);
  }

  /**
   * For stores in a file system in memory, which is freed with this object. Its paths are absolute;
   * its directories need not be made.
   */
  public static RocksResources inMemory(long blockCacheBytes, long writeBuffersBytes) {
    return new RocksResources(
        blockCacheBytes, writeBuffersBytes, new RocksMemEnv(Env.getDefault()));
  }

  /** Whether the files are in memory, so that there is nothing to recover after a crash. */
  boolean isInMemory() {
    return memory != null;
  }

  Cache blockCache() {
    return blockCache;
  }

  RowCache.Memory rows() {
    return rows;
  }

  WriteBufferManager writeBufferManager() {
    return writeBufferManager;
  }

  Env env() {
    return memory == null ? Env.getDefault() : memory;
  }

  @Override
  public void close() {
    writeBufferManager.close();
    accountingCache.close();
    blockCache.close();
    if (memory != null) {
      memory.close();
    }
  }
}
