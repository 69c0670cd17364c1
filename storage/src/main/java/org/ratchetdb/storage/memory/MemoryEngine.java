package org.ratchetdb.storage.memory;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.key.StampedKey;
import org.ratchetdb.common.time.Clock;
import org.ratchetdb.storage.api.KvStore.MetaVisitor;
import org.ratchetdb.storage.api.PayloadMerger;
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

/**
 * Versions as chains in an ordered concurrent map. A snapshot is a timestamp: a write puts versions
 * that are later than any state which is published.
 *
 * <p>Invariant: a version is cut off only when it ended before both the retention window and the
 * oldest snapshot in use; so a reader that walks a chain never misses the version it looks for.
 */
public final class MemoryEngine implements VersionEngine {
  private final ConcurrentNavigableMap<Key, VersionChain> data = new ConcurrentSkipListMap<>();
  private final ConcurrentNavigableMap<Key, byte[]> meta = new ConcurrentSkipListMap<>();

  /** Published snapshots that somebody may still read, by timestamp. */
  private final ConcurrentNavigableMap<Long, SharedSnapshot> snapshots =
      new ConcurrentSkipListMap<>();

  private volatile SharedSnapshot current;
  private volatile long writtenMicros;
  private volatile long retentionMicros;
  private volatile boolean closed;

  /** Versions with an end, oldest end first. Owned by the thread that applies. */
  private final Deque<Replaced> replaced = new ArrayDeque<>();

  /** At the end timestamp, the version that began then replaced or deleted an older one. */
  private record Replaced(long endMicros, Key key, VersionChain by) {}

  /** A record to write, or to delete when the value is null. */
  private static final class MetaWrite {
    final Key key;
    final byte @Nullable [] value;

    MetaWrite(Key key, byte @Nullable [] value) {
      this.key = key;
      this.value = value;
    }
  }

  /** The writes, still by key. */
  private static final class MemoryWrites extends PreparedWrites {
    final List<Key> keys;
    final List<StampedKey> stampedKeys;
    final List<byte @Nullable []> payloads;
    final List<int[]> stampOffsets;
    final List<MetaWrite> meta;

    MemoryWrites(
        long[] deltaBytes,
        List<Key> keys,
        List<StampedKey> stampedKeys,
        List<byte @Nullable []> payloads,
        List<int[]> stampOffsets,
        List<MetaWrite> meta) {
      super(deltaBytes);
      this.stampOffsets = stampOffsets;
      this.keys = keys;
      this.stampedKeys = stampedKeys;
      this.payloads = payloads;
      this.meta = meta;
    }

    @Override
    public void assign(long micros) {
      super.assign(micros);
      for (StampedKey key : stampedKeys) {
        keys.add(key.at(micros));
      }
      for (int i = 0; i < payloads.size(); i++) {
        byte[] payload = payloads.get(i);
        for (int offset : stampOffsets.get(i)) {
          if (payload != null) {
            VersionHeader.writeLong(payload, offset, micros);
          }
        }
      }
    }
  }

  private final class TimestampSnapshot extends SharedSnapshot {
    TimestampSnapshot(long micros) {
      super(micros);
    }

    @Override
    protected void free() {
      snapshots.remove(timestampMicros(), this);
    }
  }

  /**
   * Creates an empty engine.
   *
   * @param retention how long versions stay readable after their end
   * @param clock says when the store begins
   */
  public MemoryEngine(Duration retention, Clock clock) {
    this.retentionMicros = micros(retention);
    this.current = new TimestampSnapshot(clock.nowMicros());
    this.writtenMicros = current.timestampMicros();
    snapshots.put(current.timestampMicros(), current);
  }

  private static long micros(Duration duration) {
    return TimeUnit.NANOSECONDS.toMicros(duration.toNanos());
  }

  @Override
  public SharedSnapshot acquireSnapshot() {
    while (true) {
      SharedSnapshot snapshot = current;
      if (snapshot.tryRetain()) {
        return snapshot;
      }
      if (closed) {
        throw new DbException(ErrorCode.UNAVAILABLE, "The database is closed");
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

  private long timestampOf(@Nullable SharedSnapshot snapshot) {
    return snapshot == null ? writtenMicros : snapshot.timestampMicros();
  }

  @Override
  public boolean get(@Nullable SharedSnapshot snapshot, Key key, Version into) {
    return find(timestampOf(snapshot), key, into);
  }

  @Override
  public boolean getAt(SharedSnapshot snapshot, long timestampMicros, Key key, Version into) {
    return find(timestampMicros, key, into);
  }

  private boolean find(long micros, Key key, Version into) {
    VersionChain version = VersionChain.visibleAt(data.get(key), micros);
    if (version == null || version.payload == null) {
      return false;
    }
    into.set(version.startMicros, version.payload, 0, version.payload.length);
    return true;
  }

  @Override
  public VersionCursor scan(@Nullable SharedSnapshot snapshot, KeyRange range, boolean reverse) {
    return new MemoryCursor(data, range, reverse, timestampOf(snapshot));
  }

  @Override
  public VersionCursor scanAt(
      SharedSnapshot snapshot, long timestampMicros, KeyRange range, boolean reverse) {
    return new MemoryCursor(data, range, reverse, timestampMicros);
  }

  @Override
  public PreparedWrites prepare(
      WriteSet writes, OldVersionCheck check, PatchBases bases, PayloadMerger merger) {
    List<Key> keys = new ArrayList<>(writes.size());
    List<byte @Nullable []> payloads = new ArrayList<>(writes.size());
    List<int[]> stampOffsets = new ArrayList<>(writes.size());
    long[] deltaBytes = new long[writes.size()];
    writes.forEachData(
        (key, payload, stamps, kind) -> {
          boolean patch = kind == WriteSet.Kind.PATCH;
          Version old = new Version();
          boolean exists = (patch && bases.find(key, old)) || find(Long.MAX_VALUE, key, old);
          if (exists && kind == WriteSet.Kind.NEW) {
            throw new IllegalStateException("A new row where there is one");
          }
          check.replaces(key, exists ? old.timestampMicros() : OldVersionCheck.ABSENT);
          byte[] whole = payload;
          int[] wholeStamps = stamps;
          if (patch && payload != null) {
            PayloadMerger.Merged merged =
                Version.patched(key, exists ? old : null, payload, stamps, merger);
            bases.patched(key, merged);
            whole = merged.payload();
            wholeStamps = merged.stampOffsets();
          }
          deltaBytes[keys.size()] =
              size(key, whole) - (exists ? (long) key.length() + old.payloadLength() : 0);
          keys.add(key);
          payloads.add(whole);
          stampOffsets.add(wholeStamps);
        });
    List<StampedKey> stampedKeys = new ArrayList<>(0);
    writes.forEachStamped(
        (key, payload, stamps) -> {
          deltaBytes[payloads.size()] = (long) key.length() + payload.length;
          stampedKeys.add(key);
          payloads.add(payload);
          stampOffsets.add(stamps);
        });
    List<MetaWrite> metaWrites = new ArrayList<>(0);
    writes.forEachMeta((key, value) -> metaWrites.add(new MetaWrite(key, value)));
    return new MemoryWrites(deltaBytes, keys, stampedKeys, payloads, stampOffsets, metaWrites);
  }

  private static long size(Key key, byte @Nullable [] payload) {
    return payload == null ? 0 : (long) key.length() + payload.length;
  }

  @Override
  public SharedSnapshot write(List<PreparedWrites> group) {
    long last = writtenMicros;
    for (PreparedWrites each : group) {
      MemoryWrites writes = (MemoryWrites) each;
      last = writes.timestampMicros();
      for (int i = 0; i < writes.keys.size(); i++) {
        write(writes.keys.get(i), writes.payloads.get(i), last);
      }
      for (MetaWrite write : writes.meta) {
        putMeta(write.key, write.value);
      }
    }
    SharedSnapshot state = new TimestampSnapshot(last);
    snapshots.put(last, state);
    writtenMicros = last;
    // By the commit's time, not the clock's, which may step back below what it has let go.
    cut(last - retentionMicros);
    return state;
  }

  private void write(Key key, byte @Nullable [] payload, long micros) {
    VersionChain old = data.get(key);
    if (old == null && payload == null) {
      return;
    }
    VersionChain version = new VersionChain(micros, payload, old);
    data.put(key, version);
    if (old != null) {
      replaced.add(new Replaced(micros, key, version));
    }
  }

  private void putMeta(Key key, byte @Nullable [] value) {
    if (value == null) {
      meta.remove(key);
    } else {
      meta.put(key, value.clone());
    }
  }

  @Override
  public void publish(SharedSnapshot state, long firstMicros, boolean durable) {
    SharedSnapshot before = current;
    before.endAt(firstMicros);
    current = state;
    before.release();
  }

  /** Cuts off what ended at or before the timestamp and before every snapshot in use. */
  private void cut(long micros) {
    long oldestInUse = snapshots.firstKey();
    long limit = Math.min(micros, oldestInUse);
    for (Replaced first = replaced.peek();
        first != null && first.endMicros <= limit;
        first = replaced.peek()) {
      replaced.remove();
      first.by.older = null;
      if (first.by.payload == null) {
        // Nothing older is left to hide, so the mark of the deletion can go, unless newer
        // versions stand on it; those cut it off when they are old enough.
        data.remove(first.key, first.by);
      }
    }
  }

  @Override
  public void reserveTimestamps(long micros) {
    // Nothing of this store outlives the process.
  }

  @Override
  public byte @Nullable [] getMeta(Key key) {
    byte[] value = meta.get(key);
    return value == null ? null : value.clone();
  }

  @Override
  public void scanMeta(KeyRange range, MetaVisitor visitor) {
    inside(meta, range).forEach((key, value) -> visitor.visit(key, value.clone()));
  }

  private static <V> NavigableMap<Key, V> inside(NavigableMap<Key, V> map, KeyRange range) {
    return range.end() == null
        ? map.tailMap(range.start(), true)
        : map.subMap(range.start(), true, range.end(), false);
  }

  @Override
  public long approximateSizeBytes(KeyRange range) {
    long bytes = 0;
    for (var entry : inside(data, range).entrySet()) {
      bytes += size(entry.getKey(), entry.getValue().payload);
    }
    return bytes;
  }

  @Override
  public void dropRange(KeyRange range) {
    inside(data, range).clear();
    replaced.removeIf(entry -> range.contains(entry.key));
  }

  @Override
  public void expireHistory(long timestampMicros) {
    // Done at every commit; an idle store keeps its last window, which is what it may keep.
  }

  @Override
  public long historyBytes() {
    long bytes = 0;
    for (var entry : data.entrySet()) {
      for (VersionChain old = entry.getValue().older; old != null; old = old.older) {
        bytes += size(entry.getKey(), old.payload);
      }
    }
    return bytes;
  }

  @Override
  public RetainedHistory retainedHistory() {
    return RetainedHistory.UNKNOWN;
  }

  @Override
  public void setRetainedHistory(RetainedHistory retained) {
    retentionMicros = retained.retentionMicros();
  }

  @Override
  public void checkpoint(Path directory) {
    throw DbException.notSupported("A checkpoint of a database in memory");
  }

  @Override
  public boolean syncs() {
    return false;
  }

  @Override
  public void close() {
    closed = true;
    current.release();
    data.clear();
    meta.clear();
    replaced.clear();
  }
}
