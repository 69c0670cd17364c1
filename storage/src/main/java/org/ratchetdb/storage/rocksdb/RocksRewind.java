package org.ratchetdb.storage.rocksdb;

import java.nio.file.Path;
import java.util.List;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.storage.mvcc.HistoryKey;
import org.ratchetdb.storage.mvcc.VersionHeader;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Takes a closed store back to a timestamp: keys whose newest version is younger get the version
 * that held then, or go; younger versions leave the history. Records of the meta family have no
 * versions and stay as they are, and so does the store's last timestamp, so commits never get one
 * twice.
 *
 * <p>The store must hold the history since the timestamp, and nobody else may use its directory: a
 * failure in between leaves it neither as it was nor as it should be.
 */
public final class RocksRewind {
  private static final long BATCH_BYTES = 1L << 20;
  private static final int ENTRIES_PER_REPORT = 4_096;

  private final RocksDirectory directory;
  private final long micros;
  private final Progress progress;
  private final WriteOptions unsynced;
  private long entries;

  private RocksRewind(RocksDirectory directory, long micros, Progress progress) {
    this.directory = directory;
    this.micros = micros;
    this.progress = progress;
    this.unsynced = directory.writeOptions(false);
  }

  /** Hears how far it is, and may throw to stop it. */
  @FunctionalInterface
  public interface Progress {
    void entries(long done);
  }

  /** Rewinds the store in a directory; on disk when it returns. */
  public static void run(
      Path path, RocksResources resources, long timestampMicros, Progress progress) {
    // Opened below the store, so that no history is dropped by age.
    try (RocksDirectory directory =
        RocksDirectory.open(path, resources, RocksStoreOptions.DEFAULT)) {
      RocksRewind rewind = new RocksRewind(directory, timestampMicros, progress);
      try (rewind.unsynced) {
        rewind.removeYounger();
        rewind.bringBack();
        try (FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
          directory.db.flush(
              flush, List.of(directory.own, directory.data, directory.history, directory.meta));
        }
      }
    } catch (RocksDBException e) {
      throw RocksErrors.convert("Rewinding the database", e);
    }
  }

  private RawCursor all(org.rocksdb.ColumnFamilyHandle family) {
    return new RawCursor(directory.db, family, null, new byte[0], null, false);
  }

  private void removeYounger() throws RocksDBException {
    try (RawCursor raw = all(directory.data);
        WriteBatch batch = new WriteBatch()) {
      for (boolean found = raw.first(); found; found = raw.step()) {
        count();
        if (DataCursor.readTimestamp(raw) > micros) {
          batch.delete(directory.data, raw.key().toByteArray());
          writeWhenFull(batch);
        }
      }
      write(batch);
    }
  }

  private void bringBack() throws RocksDBException {
    try (RawCursor raw = all(directory.history);
        WriteBatch batch = new WriteBatch()) {
      for (boolean found = raw.first(); found; found = raw.step()) {
        count();
        long end = DataCursor.readTimestamp(raw);
        if (end <= micros) {
          continue;
        }
        long start = HistoryKey.startMicros(raw.key());
        batch.delete(directory.history, raw.key().toByteArray());
        if (start <= micros) {
          batch.put(directory.data, HistoryKey.decode(raw.key()), version(start, raw.value()));
        }
        writeWhenFull(batch);
      }
      write(batch);
    }
  }

  private static byte[] version(long startMicros, ByteSlice stored) {
    byte[] version = stored.toByteArray();
    VersionHeader.write(version, 0, startMicros);
    return version;
  }

  private void count() {
    if (entries++ % ENTRIES_PER_REPORT == 0) {
      progress.entries(entries);
    }
  }

  private void writeWhenFull(WriteBatch batch) throws RocksDBException {
    if (batch.getDataSize() >= BATCH_BYTES) {
      write(batch);
    }
  }

  private void write(WriteBatch batch) throws RocksDBException {
    RocksDB db = directory.db;
    db.write(unsynced, batch);
    batch.clear();
  }
}
