package org.ratchetdb.storage.rocksdb;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.time.Clock;
import org.ratchetdb.storage.api.KvStore.MetaVisitor;
import org.ratchetdb.storage.api.PayloadMerger;
import org.ratchetdb.storage.api.VerifyListener;
import org.ratchetdb.storage.mvcc.HistoryKey;
import org.ratchetdb.storage.mvcc.OldVersionCheck;
import org.ratchetdb.storage.mvcc.PatchBases;
import org.ratchetdb.storage.mvcc.PreparedWrites;
import org.ratchetdb.storage.mvcc.RetainedHistory;
import org.ratchetdb.storage.mvcc.SharedSnapshot;
import org.ratchetdb.storage.mvcc.Version;
import org.ratchetdb.storage.mvcc.VersionCursor;
import org.ratchetdb.storage.mvcc.VersionEngine;
import org.ratchetdb.storage.mvcc.VersionHeader;
import org.ratchetdb.storage.mvcc.WriteSet;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Versions in RocksDB. The package comments here and in {@link org.ratchetdb.storage.mvcc} have the
 * families and the bytes.
 *
 * <p>Invariant: a snapshot holds exactly the commits at or before its timestamp, because one thread
 * at a time writes data, and it takes the snapshot before it goes on.
 */
final class RocksEngine implements VersionEngine {
  private static final byte[] FORMAT_KEY = "format".getBytes(US_ASCII);
  private static final byte[] TIME_KEY = "time".getBytes(US_ASCII);
  private static final byte FORMAT = 1;

  /** The last timestamp of a store that has none yet. */
  private static final long NEW = -1;

  /** What a version costs beside key and payload, in the families' records. */
  private static final int RECORD_BYTES = 64;

  private final RocksDirectory directory;
  private final RocksDB db;
  private final RocksMaintenance maintenance;
  private final Threads threads;
  private final WriteOptions unsynced;
  private final ReadOptions newest = new ReadOptions();
  private final @Nullable DurableMark mark;
  private final int ownId;
  private final int dataId;
  private final int historyId;
  private final boolean keepsHistory;
  private final int metaId;
  private final Object closing = new Object();

  /** Guarded by closing. */
  private boolean closed;

  /** Snapshots that RocksDB still holds, since it does not close before it has them back. */
  private final Set<RocksSnapshot> live = new HashSet<>();

  private final RowCache rows;
  private volatile RocksSnapshot current;
  private volatile long writtenMicros;

  /**
   * @param mark kept up to what is on disk; null for a store that does not sync
   */
  private RocksEngine(
      RocksDirectory directory,
      RowCache rows,
      @Nullable DurableMark mark,
      boolean keepsHistory,
      long micros,
      Threads threads) {
    this.rows = rows;
    this.keepsHistory = keepsHistory;
    this.directory = directory;
    this.db = directory.db;
    this.maintenance = new RocksMaintenance(directory);
    this.threads = threads;
    this.mark = mark;
    this.ownId = directory.own.getID();
    this.dataId = directory.data.getID();
    this.historyId = directory.history.getID();
    this.metaId = directory.meta.getID();
    this.unsynced = directory.writeOptions(false);
    this.current = takeSnapshot(micros);
    this.writtenMicros = micros;
  }

  static RocksEngine open(
      Path path,
      RocksResources resources,
      RocksStoreOptions options,
      Clock clock,
      Threads threads) {
    return open(path, resources, options, clock, threads, true);
  }

  /** Without history only for measuring what history costs: reads at older timestamps are wrong. */
  static RocksEngine open(
      Path path,
      RocksResources resources,
      RocksStoreOptions options,
      Clock clock,
      Threads threads,
      boolean keepsHistory) {
    String logs = resources.isInMemory() ? "" : StoreFiles.logs(path);
    RocksDirectory directory = RocksDirectory.open(path, resources, options);
    try {
      long micros = readTime(directory);
      if (micros == NEW) {
        micros = clock.nowMicros();
        create(directory, micros);
      }
      if (micros < options.timestampFloorMicros()) {
        micros = options.timestampFloorMicros();
        writeTime(directory, micros);
      }
      boolean sync = options.sync() && !resources.isInMemory();
      DurableMark mark = sync ? mark(path, micros, logs) : null;
      RowCache rows = new RowCache(resources.rows());
      return new RocksEngine(directory, rows, mark, keepsHistory, micros, threads);
    } catch (RuntimeException | Error e) {
      directory.close();
      throw e;
    }
  }

  /** The mark beside the store; fails when the store has lost what the mark stands for. */
  private static DurableMark mark(Path path, long micros, String logs) {
    DurableMark mark = DurableMark.open(path);
    try {
      checkMark(mark.get(), path, micros, logs);
      return mark;
    } catch (DbException e) {
      mark.close();
      throw e;
    }
  }

  private static void checkMark(long acknowledged, Path path, long micros, String logs) {
    if (micros < acknowledged) {
      throw new DbException(
              ErrorCode.CORRUPT_DATA, "The log has lost commits that were acknowledged")
          .with("directory", path)
          .detail(
              "The last commit found is "
                  + micros
                  + ", but "
                  + acknowledged
                  + " (microseconds since 1970) was on disk. Logs: "
                  + logs
                  + ".")
          .hint(
              "Restore a backup. Without the file "
                  + DurableMark.FILE
                  + " the database opens with the loss.");
    }
  }

  /** Gives a new store its format and first timestamp. */
  private static void create(RocksDirectory directory, long micros) {
    try (WriteBatch batch = new WriteBatch();
        WriteOptions options = directory.writeOptions(true)) {
      batch.put(directory.own, FORMAT_KEY, new byte[] {FORMAT});
      batch.put(directory.own, TIME_KEY, encodeTime(micros));
      directory.db.write(options, batch);
    } catch (RocksDBException e) {
      throw RocksErrors.convert("Creating the database", e);
    }
  }

  /** Checks the format of a store and returns its last timestamp, or {@link #NEW}. */
  static long readTime(RocksDirectory directory) {
    try {
      byte[] format = directory.db.get(directory.own, FORMAT_KEY);
      if (format == null) {
        return NEW;
      }
      if (format.length != 1 || format[0] != FORMAT) {
        throw new DbException(
            ErrorCode.FAILED_PRECONDITION,
            "The database was written in a format that this version does not know");
      }
      byte[] time = directory.db.get(directory.own, TIME_KEY);
      if (time == null || time.length != Long.BYTES) {
        throw new DbException(ErrorCode.CORRUPT_DATA, "The database has lost its last timestamp");
      }
      return VersionHeader.readLong(time, 0);
    } catch (RocksDBException e) {
      throw RocksErrors.convert("Opening the database", e);
    }
  }

  private static void writeTime(RocksDirectory directory, long micros) {
    try (WriteOptions options = directory.writeOptions(true)) {
      directory.db.put(directory.own, options, TIME_KEY, encodeTime(micros));
    } catch (RocksDBException e) {
      throw RocksErrors.convert("Opening the database", e);
    }
  }

  private static byte[] encodeTime(long micros) {
    byte[] time = new byte[Long.BYTES];
    VersionHeader.writeLong(time, 0, micros);
    return time;
  }

  // ---- snapshots

  @Override
  public SharedSnapshot acquireSnapshot() {
    while (true) {
      RocksSnapshot snapshot = current;
      if (snapshot.tryRetain()) {
        return snapshot;
      }
      synchronized (closing) {
        if (closed) {
          throw new DbException(ErrorCode.UNAVAILABLE, "The database is closed");
        }
      }
    }
  }

  @Override
  public long appliedMicros() {
    return current.timestampMicros();
  }

  @Override
  public long writtenMicros() {
    return writtenMicros;
  }

  /** Lets later readers see what was removed outside any commit. */
  private void publishAgain() {
    RocksSnapshot before = current;
    RocksSnapshot next = takeSnapshot(before.timestampMicros());
    before.continueAs(next);
    current = next;
    before.release();
  }

  private RocksSnapshot takeSnapshot(long micros) {
    Snapshot snapshot = db.getSnapshot();
    if (snapshot == null) {
      throw new DbException(ErrorCode.IO_ERROR, "RocksDB gave no snapshot");
    }
    RocksSnapshot taken = new RocksSnapshot(this, snapshot, micros);
    synchronized (closing) {
      live.add(taken);
    }
    return taken;
  }

  /** Gives a snapshot back to RocksDB, unless closing has done it. */
  void free(RocksSnapshot snapshot) {
    synchronized (closing) {
      if (live.remove(snapshot)) {
        snapshot.closeShared();
        db.releaseSnapshot(snapshot.snapshot());
      }
    }
  }

  private static @Nullable Snapshot nativeSnapshot(@Nullable SharedSnapshot snapshot) {
    return snapshot == null ? null : ((RocksSnapshot) snapshot).snapshot();
  }

  // ---- reads

  @Override
  public boolean get(@Nullable SharedSnapshot snapshot, Key key, Version into) {
    if (rows.get(key, snapshot == null ? Long.MAX_VALUE : snapshot.timestampMicros(), into)) {
      return true;
    }
    int clears = rows.clears();
    long micros;
    boolean found;
    if (snapshot == null) {
      micros = writtenMicros;
      found = get(newest, key, into);
    } else {
      micros = snapshot.timestampMicros();
      found = get(((RocksSnapshot) snapshot).readOptions(), key, into);
    }
    if (found) {
      rows.offer(key, micros, into, clears);
    }
    return found;
  }

  private boolean get(ReadOptions options, Key key, Version into) {
    byte[] keyBytes = key.unsafeBytes();
    try {
      byte[] buffer = into.buffer(1);
      int length = db.get(directory.data, options, keyBytes, buffer);
      while (length > buffer.length) {
        buffer = into.buffer(length);
        length = db.get(directory.data, options, keyBytes, buffer);
      }
      if (length == RocksDB.NOT_FOUND) {
        return false;
      }
      long timestamp = VersionHeader.readTimestamp(buffer, 0, length);
      into.set(timestamp, buffer, VersionHeader.BYTES, length - VersionHeader.BYTES);
      return true;
    } catch (RocksDBException e) {
      throw RocksErrors.convert("Reading a key", e).with("key", key);
    } catch (DbException e) {
      throw e.with("key", key);
    }
  }

  @Override
  public void findNewest(List<Key> keys, boolean[] found) {
    int walked = KeyWalk.isAscending(keys) ? KeyWalk.find(db, directory.data, keys, found) : 0;
    if (walked == found.length) {
      return;
    }
    List<Key> rest = keys.subList(walked, keys.size());
    try {
      List<byte[]> values =
          db.multiGetAsList(
              newest,
              Collections.nCopies(rest.size(), directory.data),
              rest.stream().map(Key::unsafeBytes).toList());
      for (int i = 0; i < rest.size(); i++) {
        found[walked + i] = values.get(i) != null;
      }
    } catch (RocksDBException e) {
      throw RocksErrors.convert("Reading keys", e);
    }
  }

  @Override
  public boolean getAt(SharedSnapshot snapshot, long timestampMicros, Key key, Version into) {
    RocksSnapshot state = (RocksSnapshot) snapshot;
    if (get(state.readOptions(), key, into) && into.timestampMicros() <= timestampMicros) {
      return true;
    }
    try (HistoryCursor history = history(state, KeyRange.point(key), timestampMicros, false)) {
      history.first();
      if (!history.isValid()) {
        return false;
      }
      byte[] payload = history.payload().toByteArray();
      into.set(history.startMicros(), payload, 0, payload.length);
      return true;
    }
  }

  private HistoryCursor history(
      RocksSnapshot snapshot, KeyRange range, long timestampMicros, boolean reverse) {
    Key end = range.end();
    RawCursor raw =
        new RawCursor(
            db,
            directory.history,
            snapshot.snapshot(),
            HistoryKey.before(range.start()),
            end == null ? null : HistoryKey.before(end),
            reverse);
    return new HistoryCursor(raw, timestampMicros, reverse);
  }

  @Override
  public VersionCursor scan(@Nullable SharedSnapshot snapshot, KeyRange range, boolean reverse) {
    if (snapshot != null && IdleCursors.fits(range, reverse)) {
      RocksSnapshot state = (RocksSnapshot) snapshot;
      IdleCursors idle = state.idleCursors();
      Key end = range.end();
      if (idle != null && end != null) {
        return new DataCursor(ascending(state, idle, range.start(), end));
      }
    }
    return data(nativeSnapshot(snapshot), range, reverse);
  }

  private RawCursor ascending(RocksSnapshot snapshot, IdleCursors idle, Key start, Key end) {
    byte[] startBytes = start.unsafeBytes();
    byte[] endBytes = end.unsafeBytes();
    RawCursor cursor = idle.take();
    return cursor != null
        ? cursor.reuse(startBytes, endBytes)
        : new RawCursor(db, directory.data, snapshot.snapshot(), startBytes, endBytes, idle);
  }

  private DataCursor data(@Nullable Snapshot snapshot, KeyRange range, boolean reverse) {
    Key end = range.end();
    return new DataCursor(
        new RawCursor(
            db,
            directory.data,
            snapshot,
            range.start().unsafeBytes(),
            end == null ? null : end.unsafeBytes(),
            reverse));
  }

  @Override
  public VersionCursor scanAt(
      SharedSnapshot snapshot, long timestampMicros, KeyRange range, boolean reverse) {
    RocksSnapshot state = (RocksSnapshot) snapshot;
    return new VersionMergeCursor(
        data(state.snapshot(), range, reverse),
        history(state, range, timestampMicros, reverse),
        timestampMicros,
        reverse);
  }

  // ---- writes

  @Override
  public PreparedWrites prepare(
      WriteSet writes, OldVersionCheck check, PatchBases bases, PayloadMerger merger) {
    RecordBuffer records =
        new RecordBuffer(writes.bytes() + (long) RECORD_BYTES * (writes.size() + 1));
    long[] deltaBytes = new long[writes.size()];
    int[] index = {0};
    List<Key> changed = new ArrayList<>();
    Version old = new Version();
    writes.forEachData(
        (key, payload, stamps, kind) -> {
          boolean patch = kind == WriteSet.Kind.PATCH;
          boolean exists =
              (patch && bases.find(key, old))
                  || (kind != WriteSet.Kind.NEW && get(newest, key, old));
          assert kind != WriteSet.Kind.NEW || !get(newest, key, old) : "There is a row already";
          check.replaces(key, exists ? old.timestampMicros() : OldVersionCheck.ABSENT);
          Version before = exists ? old : null;
          if (exists) {
            changed.add(key);
          }
          if (patch && payload != null) {
            PayloadMerger.Merged merged = Version.patched(key, before, payload, stamps, merger);
            bases.patched(key, merged);
            deltaBytes[index[0]++] =
                write(records, key, merged.payload(), merged.stampOffsets(), before);
          } else {
            deltaBytes[index[0]++] = write(records, key, payload, stamps, before);
          }
        });
    writes.forEachStamped(
        (key, payload, stamps) -> {
          records.putVersion(dataId, key, payload, stamps);
          deltaBytes[index[0]++] = (long) key.length() + payload.length;
        });
    writes.forEachMeta(
        (key, value) -> {
          if (value == null) {
            records.delete(metaId, key.unsafeBytes());
          } else {
            records.put(metaId, key.unsafeBytes(), value);
          }
        });
    return new RocksWrites(deltaBytes, records, changed);
  }

  /** Lays one write out, with the old version on its way to history; returns the growth. */
  private long write(
      RecordBuffer records,
      Key key,
      byte @Nullable [] payload,
      int[] stampOffsets,
      @Nullable Version old) {
    byte[] keyBytes = key.unsafeBytes();
    long delta = 0;
    if (old != null) {
      if (keepsHistory) {
        records.putVersion(historyId, HistoryKey.encode(key, old.timestampMicros()), old);
      }
      delta -= (long) keyBytes.length + old.payloadLength();
    }
    if (payload != null) {
      records.putVersion(dataId, keyBytes, payload, stampOffsets);
      return delta + keyBytes.length + payload.length;
    }
    if (old != null) {
      records.delete(dataId, keyBytes);
    }
    return delta;
  }

  @Override
  public SharedSnapshot write(List<PreparedWrites> group) {
    long last = group.get(group.size() - 1).timestampMicros();
    byte[] batch = assemble(group, last);
    threads.step("engine.write");
    try (WriteBatch nativeBatch = new WriteBatch(batch)) {
      db.write(unsynced, nativeBatch);
    } catch (RocksDBException e) {
      throw RocksErrors.convert("Writing a commit", e);
    }
    RocksSnapshot state = takeSnapshot(last);
    writtenMicros = last;
    for (PreparedWrites writes : group) {
      ((RocksWrites) writes).changed.forEach(key -> rows.changed(key, writes.timestampMicros()));
    }
    return state;
  }

  @Override
  public void publish(SharedSnapshot state, long firstMicros, boolean durable) {
    if (durable && mark != null) {
      try {
        // Forces every log that is not yet on disk, so what came before is durable with it.
        db.syncWal();
      } catch (RocksDBException e) {
        throw RocksErrors.convert("Forcing commits to disk", e);
      }
      mark.set(state.timestampMicros());
    }
    threads.step("engine.synced");
    RocksSnapshot before = current;
    before.endAt(firstMicros);
    current = (RocksSnapshot) state;
    before.release();
  }

  /** All records of a group behind one header, the last timestamp among them. */
  private byte[] assemble(List<PreparedWrites> group, long last) {
    RecordBuffer time = new RecordBuffer(RECORD_BYTES);
    time.put(ownId, TIME_KEY, encodeTime(last));
    long bytes = RecordBuffer.BATCH_HEADER_BYTES + (long) time.length();
    int count = time.count();
    for (PreparedWrites writes : group) {
      bytes += ((RocksWrites) writes).records.length();
      count += ((RocksWrites) writes).records.count();
    }
    byte[] batch = new byte[Math.toIntExact(bytes)];
    RecordBuffer.writeBatchHeader(batch, count);
    int at = RecordBuffer.BATCH_HEADER_BYTES;
    for (PreparedWrites writes : group) {
      RecordBuffer records = ((RocksWrites) writes).records;
      records.copyTo(batch, at);
      at += records.length();
    }
    time.copyTo(batch, at);
    return batch;
  }

  @Override
  public void reserveTimestamps(long micros) {
    threads.step("engine.reserve");
    try {
      db.put(directory.own, unsynced, TIME_KEY, encodeTime(micros));
    } catch (RocksDBException e) {
      throw RocksErrors.convert("Reserving timestamps", e);
    }
  }

  // ---- meta records and upkeep

  @Override
  public byte @Nullable [] getMeta(Key key) {
    return maintenance.getMeta(key);
  }

  @Override
  public void scanMeta(KeyRange range, MetaVisitor visitor) {
    maintenance.scanMeta(range, visitor);
  }

  @Override
  public long approximateSizeBytes(KeyRange range) {
    return maintenance.approximateSizeBytes(range);
  }

  @Override
  public void dropRange(KeyRange range) {
    maintenance.dropRange(range);
    publishAgain();
    rows.clear();
  }

  @Override
  public void expireHistory(long timestampMicros) {
    maintenance.expireHistory();
  }

  @Override
  public long historyBytes() {
    return maintenance.historyBytes();
  }

  @Override
  public RetainedHistory retainedHistory() {
    return maintenance.retainedHistory();
  }

  @Override
  public void setRetainedHistory(RetainedHistory retained) {
    maintenance.setRetainedHistory(retained);
  }

  @Override
  public void flushIdle() {
    maintenance.flushIdle();
  }

  @Override
  public void verify(SharedSnapshot snapshot, VerifyListener listener) {
    new RocksVerify(directory, listener).run((RocksSnapshot) snapshot);
  }

  @Override
  public void flush() {
    maintenance.flush();
  }

  @Override
  public void checkpoint(Path target) {
    maintenance.checkpoint(target);
  }

  @Override
  public boolean syncs() {
    return mark != null;
  }

  @Override
  public void close() {
    current.release();
    synchronized (closing) {
      closed = true;
      // A view that was opened while the store closed may have been missed.
      for (RocksSnapshot snapshot : live) {
        snapshot.closeShared();
        db.releaseSnapshot(snapshot.snapshot());
      }
      live.clear();
    }
    rows.clear();
    newest.close();
    unsynced.close();
    if (mark != null) {
      mark.close();
    }
    directory.close();
  }
}
