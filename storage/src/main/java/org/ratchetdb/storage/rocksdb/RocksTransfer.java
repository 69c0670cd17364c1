package org.ratchetdb.storage.rocksdb;

import java.nio.file.Path;
import java.util.List;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Copies a closed store between the file system in memory, whose files nobody else can read, and
 * that of the machine: entry by entry, with all versions and records, so that the copy is the same
 * store in other files. A failure leaves a part of it, which is the caller's to delete.
 */
public final class RocksTransfer {
  private static final long BATCH_BYTES = 1L << 20;
  private static final int ENTRIES_PER_REPORT = 4_096;

  private final RocksDirectory from;
  private final RocksDirectory to;
  private final Progress progress;
  private long entries;

  private RocksTransfer(RocksDirectory from, RocksDirectory to, Progress progress) {
    this.from = from;
    this.to = to;
    this.progress = progress;
  }

  /** Hears how far it is, and may throw to stop it. */
  @FunctionalInterface
  public interface Progress {
    void entries(long done);
  }

  /**
   * Copies a store.
   *
   * @param target does not exist yet
   */
  public static void copy(
      Path source,
      RocksResources sourceResources,
      Path target,
      RocksResources targetResources,
      Progress progress) {
    try (RocksDirectory from = RocksDirectory.openReadOnly(source, sourceResources);
        RocksDirectory to =
            RocksDirectory.open(target, targetResources, RocksStoreOptions.DEFAULT)) {
      RocksTransfer transfer = new RocksTransfer(from, to, progress);
      transfer.copy(from.own, to.own);
      transfer.copy(from.data, to.data);
      transfer.copy(from.history, to.history);
      transfer.copy(from.meta, to.meta);
      try (FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
        to.db.flush(flush, List.of(to.own, to.data, to.history, to.meta));
      }
    } catch (RocksDBException e) {
      throw RocksErrors.convert("Copying the store", e).with("directory", target);
    }
  }

  private void copy(ColumnFamilyHandle source, ColumnFamilyHandle target) throws RocksDBException {
    try (RawCursor raw = new RawCursor(from.db, source, null, new byte[0], null, false);
        WriteBatch batch = new WriteBatch();
        WriteOptions options = to.writeOptions(false)) {
      for (boolean found = raw.first(); found; found = raw.step()) {
        if (entries++ % ENTRIES_PER_REPORT == 0) {
          progress.entries(entries);
        }
        batch.put(target, raw.key().toByteArray(), raw.value().toByteArray());
        if (batch.getDataSize() >= BATCH_BYTES) {
          to.db.write(options, batch);
          batch.clear();
        }
      }
      to.db.write(options, batch);
    }
  }
}
