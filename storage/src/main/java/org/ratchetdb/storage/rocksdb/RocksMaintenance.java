package org.ratchetdb.storage.rocksdb;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.storage.api.KvStore.MetaVisitor;
import org.ratchetdb.storage.mvcc.HistoryKey;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.Range;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** What a store does beside reading and writing versions: records, sizes, dropping, copying. */
final class RocksMaintenance {
  /** Above every key that is in use, where RocksDB wants an end and there is none. */
  private static final byte[] TOP = new byte[1024];

  static {
    Arrays.fill(TOP, (byte) 0xFF);
  }

  private final RocksDirectory directory;
  private final RocksDB db;

  RocksMaintenance(RocksDirectory directory) {
    this.directory = directory;
    this.db = directory.db;
  }

  byte @Nullable [] getMeta(Key key) {
    try {
      return db.get(directory.meta, key.unsafeBytes());
    } catch (RocksDBException e) {
      throw RocksErrors.convert("Reading a record", e).with("key", key);
    }
  }

  void scanMeta(KeyRange range, MetaVisitor visitor) {
    Key end = range.end();
    try (RawCursor raw =
        new RawCursor(
            db,
            directory.meta,
            null,
            range.start().unsafeBytes(),
            end == null ? null : end.unsafeBytes(),
            false)) {
      for (boolean found = raw.first(); found; found = raw.step()) {
        visitor.visit(Key.wrap(raw.key().toByteArray()), raw.value().toByteArray());
      }
    }
  }

  long approximateSizeBytes(KeyRange range) {
    Key end = range.end();
    try (Slice from = new Slice(range.start().unsafeBytes());
        Slice to = new Slice(end == null ? TOP : end.unsafeBytes())) {
      return db.getApproximateSizes(
              directory.data,
              List.of(new Range(from, to)),
              SizeApproximationFlag.INCLUDE_FILES,
              SizeApproximationFlag.INCLUDE_MEMTABLES)[0];
    }
  }

  void dropRange(KeyRange range) {
    Key end = range.end();
    byte[] dataStart = range.start().unsafeBytes();
    byte[] historyStart = HistoryKey.before(range.start());
    byte[] dataEnd = end == null ? TOP : end.unsafeBytes();
    byte[] historyEnd = end == null ? TOP : HistoryKey.before(end);
    try (WriteBatch batch = new WriteBatch();
        WriteOptions options = new WriteOptions().setSync(true)) {
      batch.deleteRange(directory.data, dataStart, dataEnd);
      batch.deleteRange(directory.history, historyStart, historyEnd);
      db.write(options, batch);
      // Frees whole files at once; the rest goes when compaction meets the tombstone.
      dropFiles(directory.data, dataStart, dataEnd);
    } catch (RocksDBException e) {
      throw RocksErrors.convert("Dropping a range", e);
    }
  }

  private void dropFiles(ColumnFamilyHandle family, byte[] start, byte[] end)
      throws RocksDBException {
    db.deleteFilesInRanges(family, List.of(start, end), false);
  }

  /**
   * RocksDB drops files by age only when it flushes or compacts the family, so an idle store needs
   * this nudge.
   */
  void expireHistory() {
    try {
      boolean hasUnflushed = property("rocksdb.num-entries-active-mem-table") > 0;
      if (hasUnflushed) {
        try (FlushOptions options = new FlushOptions().setWaitForFlush(false)) {
          db.flush(options, directory.history);
        }
        return;
      }
      if (property("rocksdb.num-files-at-level0") > 0) {
        db.compactRange(directory.history);
      }
    } catch (RocksDBException e) {
      throw RocksErrors.convert("Expiring the history", e);
    }
  }

  private long property(String name) throws RocksDBException {
    String value = db.getProperty(directory.history, name);
    return value == null || value.isEmpty() ? 0 : Long.parseLong(value);
  }

  void setRetention(Duration retention) {
    try {
      db.setOptions(
          directory.history,
          MutableColumnFamilyOptions.builder()
              .setTtl(RocksDirectory.timeToLiveSeconds(retention))
              .build());
    } catch (RocksDBException e) {
      throw RocksErrors.convert("Changing the retention", e);
    }
  }

  void checkpoint(Path target) {
    try (Checkpoint checkpoint = Checkpoint.create(db)) {
      checkpoint.createCheckpoint(target.toString());
    } catch (RocksDBException e) {
      throw RocksErrors.convert("Copying the store", e).with("directory", target);
    }
  }
}
