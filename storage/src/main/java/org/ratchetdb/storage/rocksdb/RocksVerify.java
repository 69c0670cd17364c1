package org.ratchetdb.storage.rocksdb;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.storage.api.VerifyListener;
import org.ratchetdb.storage.mvcc.HistoryKey;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Reads every file of an open store, and walks the history beside the newest versions. Used once,
 * by one thread.
 */
final class RocksVerify {
  private static final int ENTRIES_PER_REPORT = 1_024;
  private static final int STEPS_BEFORE_SEEK = 8;

  private final RocksDirectory directory;
  private final RocksDB db;
  private final VerifyListener listener;

  RocksVerify(RocksDirectory directory, VerifyListener listener) {
    this.directory = directory;
    this.db = directory.db;
    this.listener = listener;
  }

  void run(RocksSnapshot snapshot) {
    verifyFiles();
    try {
      verifyHistory(snapshot);
    } catch (DbException e) {
      if (e.code() != org.ratchetdb.common.error.ErrorCode.CORRUPT_DATA) {
        throw e;
      }
      listener.damage("history", null, "Not all old versions can be read: " + text(e));
    }
  }

  private static String text(DbException e) {
    return e.detail().map(detail -> e.message() + " (" + detail + ")").orElse(e.message());
  }

  // ---- files

  private void verifyFiles() {
    if (directory.isInMemory()) {
      verifyInMemory();
      return;
    }
    try {
      db.disableFileDeletions();
      try {
        List<LiveFileMetaData> tables = new ArrayList<>(db.getLiveFilesMetaData());
        long total = tables.stream().mapToLong(LiveFileMetaData::size).sum();
        long done = 0;
        for (LiveFileMetaData table : tables) {
          listener.filesRead(done, total);
          verifyTable(table);
          done += table.size();
        }
        listener.filesRead(done, total);
        StoreFiles.find(
            Path.of(db.getName()),
            (file, problem) -> listener.damage("file " + file.getFileName(), null, problem));
      } finally {
        db.enableFileDeletions();
      }
    } catch (RocksDBException e) {
      throw RocksErrors.convert("Reading the files of the database", e);
    }
  }

  private void verifyTable(LiveFileMetaData table) {
    Path file = Path.of(table.path(), table.fileName());
    String family = new String(table.columnFamilyName(), US_ASCII);
    String where = "file " + file.getFileName() + " (" + family + ")";
    if (!Files.exists(file)) {
      listener.damage(where, null, "It is missing");
      return;
    }
    try {
      RocksFiles.verifyTable(file);
    } catch (DbException e) {
      listener.damage(where, null, text(e));
    }
  }

  private void verifyInMemory() {
    try {
      db.verifyChecksum();
    } catch (RocksDBException e) {
      listener.damage("memory", null, text(RocksErrors.convert("Reading the tables", e)));
    }
  }

  // ---- versions

  private RawCursor all(ColumnFamilyHandle family, RocksSnapshot snapshot) {
    return new RawCursor(db, family, snapshot.snapshot(), new byte[0], null, false);
  }

  /** Versions of a key follow each other, and the newest of all comes last. */
  private void verifyHistory(RocksSnapshot snapshot) {
    try (RawCursor history = all(directory.history, snapshot);
        RawCursor data = all(directory.data, snapshot)) {
      byte @Nullable [] key = null;
      long nextStart = Long.MAX_VALUE;
      long done = 0;
      data.first();
      for (boolean found = history.first(); found; found = history.step()) {
        if (done++ % ENTRIES_PER_REPORT == 0) {
          listener.versionsRead(done);
        }
        long end = DataCursor.readTimestamp(history);
        long start = HistoryKey.startMicros(history.key());
        byte[] its = HistoryKey.decode(history.key());
        if (key == null || !Arrays.equals(its, key)) {
          key = its;
          nextStart = newestStart(data, its);
        }
        verify(Key.wrap(its), start, end, nextStart, snapshot.timestampMicros());
        nextStart = start;
      }
    }
  }

  /**
   * When the newest version of a key began, or {@code Long.MAX_VALUE} without one. Keys ascend from
   * call to call, so the cursor never goes back: a seek passes over everything that was deleted up
   * to the next key there is, and one for each deleted key would pass over all of it each time.
   */
  private static long newestStart(RawCursor data, byte[] key) {
    for (int steps = 0; data.isValid() && !data.isAtOrBeyond(key); steps++) {
      if (steps < STEPS_BEFORE_SEEK) {
        data.step();
      } else {
        data.seek(key);
      }
    }
    boolean found =
        data.isValid()
            && Arrays.equals(
                key, 0, key.length, data.key().array(), data.key().offset(), data.key().length());
    return found ? DataCursor.readTimestamp(data) : Long.MAX_VALUE;
  }

  private void verify(Key key, long start, long end, long nextStart, long now) {
    if (start >= end) {
      listener.damage("history", key, "An old version ends at " + end + ", before it began");
    } else if (end > nextStart) {
      listener.damage(
          "history", key, "An old version ends at " + end + ", after the next began: " + nextStart);
    } else if (end > now) {
      listener.damage("history", key, "An old version ends at " + end + ", which is to come");
    }
  }
}
