/**
 * The store on RocksDB: the only place that knows it. Open {@link RocksKvStore}, then {@link
 * RocksEngine}. {@link org.ratchetdb.storage.mvcc} draws what the bytes mean.
 *
 * <h2>Families</h2>
 *
 * <ul>
 *   <li>{@code data}: levelled, lz4, zstd at the bottom, bloom filters on whole keys.
 *   <li>{@code history}: FIFO by age, zstd, everything in level 0 with its triggers out of reach.
 *       RocksDB measures the age of a file from its newest entry, that is from the flush, and an
 *       entry is written at the moment its version ends; so what is dropped ended at least one
 *       retention ago. A bloom filter would be dead weight: versions are found by seeking, because
 *       their start is not known, and whole-key filters serve gets only.
 *   <li>{@code meta} and the default family: small.
 * </ul>
 *
 * <h2>Commits</h2>
 *
 * A group is one {@code WriteBatch}, made from one array that Java has filled (1.45 times as fast
 * as a call per record), and one write; a sync serves all groups written before it. Log files are
 * recycled, which makes a sync 40 % cheaper. After each group a RocksDB snapshot is taken, and
 * published when that is synced; readers share it by counting.
 */
@NullMarked
package org.ratchetdb.storage.rocksdb;

import org.jspecify.annotations.NullMarked;
