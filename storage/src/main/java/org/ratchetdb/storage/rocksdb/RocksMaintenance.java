package org.ratchetdb.storage.rocksdb;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.storage.api.KvStore.MetaVisitor;
import org.ratchetdb.storage.mvcc.HistoryKey;
import org.ratchetdb.storage.mvcc.RetainedHistory;
import org.ratchetdb.storage.mvcc.VersionHeader;
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

  private static final byte[] RETAINED_KEY = "retained".getBytes(US_ASCII);

  static {
    Arrays.fill(TOP, (byte) 0xFF);
  }

  /** Below this, flushing at the moment of a copy takes a few milliseconds. */
  private static final long IDLE_FLUSH_BYTES_MIN = 2L << 20;

  /** RocksDB's sequence number and kind behind every key. */
  private static final int KEY_TRAILER_BYTES = 8;

  private volatile Expansion expansion = new Expansion(0, 1);

  /** The age at which files are dropped, if RocksDB has not been told of it yet; else 0. */
  private final AtomicLong newAgeSeconds = new AtomicLong();

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

  /**
   * RocksDB tells how long a range is in its files, which are compressed, and how much of the range
   * has not been flushed yet.
   */
  long approximateSizeBytes(KeyRange range) {
    Key end = range.end();
    try (Slice from = new Slice(range.start().unsafeBytes());
        Slice to = new Slice(end == null ? TOP : end.unsafeBytes())) {
      Range of = new Range(from, to);
      long inFiles =
          db.getApproximateSizes(directory.data, List.of(of), SizeApproximationFlag.INCLUDE_FILES)[
              0];
      long unflushed = db.getApproximateMemTableStats(directory.data, of).size;
      return Math.round(inFiles * expansion().factor) + unflushed;
    } catch (RocksDBException e) {
      throw RocksErrors.convert("Measuring a range", e);
    }
  }

  /** Looked up anew when the files have changed: it walks through all of them. */
  private Expansion expansion() throws RocksDBException {
    long fileBytes = db.getLongProperty(directory.data, "rocksdb.live-sst-files-size");
    Expansion known = expansion;
    if (known.fileBytes != fileBytes) {
      known = new Expansion(fileBytes, measuredExpansion(fileBytes));
      expansion = known;
    }
    return known;
  }

  private double measuredExpansion(long fileBytes) throws RocksDBException {
    Map<String, String> properties =
        db.getMapProperty(directory.data, "rocksdb.aggregated-table-properties");
    long entries = number(properties, "num_entries");
    long bytes =
        number(properties, "raw_key_size")
            + number(properties, "raw_value_size")
            - entries * KEY_TRAILER_BYTES;
    return fileBytes <= 0 || bytes <= 0 ? 1 : (double) bytes / fileBytes;
  }

  private static long number(Map<String, String> properties, String name) {
    return Long.parseLong(properties.getOrDefault(name, "0"));
  }

  void dropRange(KeyRange range) {
    Key end = range.end();
    byte[] dataStart = range.start().unsafeBytes();
    byte[] historyStart = HistoryKey.before(range.start());
    byte[] dataEnd = end == null ? TOP : end.unsafeBytes();
    byte[] historyEnd = end == null ? TOP : HistoryKey.before(end);
    try (WriteBatch batch = new WriteBatch();
        WriteOptions options = directory.writeOptions(true)) {
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
      applyAge();
      if (hasUnflushed()) {
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

  long historyBytes() {
    try {
      long inMemory = hasUnflushed() ? property("rocksdb.size-all-mem-tables") : 0;
      return inMemory + property("rocksdb.live-sst-files-size");
    } catch (RocksDBException e) {
      throw RocksErrors.convert("Measuring the history", e);
    }
  }

  private boolean hasUnflushed() throws RocksDBException {
    return property("rocksdb.num-entries-active-mem-table")
            + property("rocksdb.num-entries-imm-mem-tables")
        > 0;
  }

  private long property(String name) throws RocksDBException {
    String value = db.getProperty(directory.history, name);
    return value == null || value.isEmpty() ? 0 : Long.parseLong(value);
  }

  /** What is stored about the history. Files are dropped by age from now on, if it is set. */
  RetainedHistory retainedHistory() {
    try {
      byte[] record = db.get(directory.own, RETAINED_KEY);
      if (record == null) {
        return RetainedHistory.UNKNOWN;
      }
      if (record.length != 2 * Long.BYTES) {
        throw new DbException(ErrorCode.CORRUPT_DATA, "The database has lost its retention period");
      }
      RetainedHistory retained =
          new RetainedHistory(
              VersionHeader.readLong(record, 0), VersionHeader.readLong(record, Long.BYTES));
      dropByAge(retained.retentionMicros());
      return retained;
    } catch (RocksDBException e) {
      throw RocksErrors.convert("Reading the retention", e);
    }
  }

  /** Stores it before files are dropped by it, so that no restart expects what is gone. */
  void setRetainedHistory(RetainedHistory retained) {
    byte[] record = new byte[2 * Long.BYTES];
    VersionHeader.writeLong(record, 0, retained.retentionMicros());
    VersionHeader.writeLong(record, Long.BYTES, retained.floorMicros());
    try (WriteOptions options = directory.writeOptions(true)) {
      db.put(directory.own, options, RETAINED_KEY, record);
      dropByAge(retained.retentionMicros());
    } catch (RocksDBException e) {
      throw RocksErrors.convert("Changing the retention", e);
    }
  }

  /**
   * Has files dropped by age from the next look on. RocksDB writes and syncs all its options for
   * that, which opening a store need not wait for.
   */
  private void dropByAge(long retentionMicros) {
    newAgeSeconds.set(
        TimeUnit.MICROSECONDS.toSeconds(retentionMicros) + RocksDirectory.TTL_SLACK_SECONDS);
  }

  private void applyAge() throws RocksDBException {
    long seconds = newAgeSeconds.getAndSet(0);
    if (seconds > 0) {
      db.setOptions(
          directory.history, MutableColumnFamilyOptions.builder().setTtl(seconds).build());
    }
  }

  /**
   * Writes unflushed rows to files when there are enough of them to make a copy of the store, or
   * the next start, wait for that.
   */
  void flushIdle() {
    try {
      long unflushed = unflushedBytes(directory.data) + unflushedBytes(directory.history);
      if (unflushed >= IDLE_FLUSH_BYTES_MIN) {
        try (FlushOptions options = new FlushOptions().setWaitForFlush(false)) {
          db.flush(
              options, List.of(directory.own, directory.data, directory.history, directory.meta));
        }
      }
    } catch (RocksDBException e) {
      throw RocksErrors.convert("Flushing an idle store", e);
    }
  }

  void flush() {
    try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
      db.flush(options, List.of(directory.own, directory.data, directory.history, directory.meta));
    } catch (RocksDBException e) {
      throw RocksErrors.convert("Flushing the store", e);
    }
  }

  private long unflushedBytes(ColumnFamilyHandle family) throws RocksDBException {
    return db.getLongProperty(family, "rocksdb.cur-size-all-mem-tables");
  }

  /**
   * Files that will not change are linked. Of the log RocksDB copies what came after the flush that
   * this begins with, so the copy holds all commits up to one of those under way.
   */
  void checkpoint(Path target) {
    try (Checkpoint checkpoint = Checkpoint.create(db)) {
      checkpoint.createCheckpoint(target.toString());
    } catch (RocksDBException e) {
      throw RocksErrors.convert("Copying the store", e).with("directory", target);
    }
  }

  /** How many bytes of keys and values a byte of the files holds, when they had this size. */
  private record Expansion(long fileBytes, double factor) {}
}
