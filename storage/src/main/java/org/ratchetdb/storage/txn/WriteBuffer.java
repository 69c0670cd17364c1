package org.ratchetdb.storage.txn;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.key.StampedKey;
import org.ratchetdb.storage.api.Cells;
import org.ratchetdb.storage.api.PayloadMerger;
import org.ratchetdb.storage.mvcc.WriteSet;

/**
 * What a transaction has written so far, one entry per key, with a log to undo from once there is a
 * savepoint. Owned by one thread.
 */
final class WriteBuffer implements WriteSet {
  static final int[] NO_STAMPS = new int[0];

  private final NavigableMap<Key, Write> data = new TreeMap<>();
  private final NavigableMap<Key, Write> meta = new TreeMap<>();

  /** Puts under keys that hold the commit timestamp, by template; null until there is one. */
  private @Nullable NavigableMap<Key, StampedWrite> stamped;

  private final List<Undo> undo = new ArrayList<>(0);
  private final PayloadMerger merger;
  private boolean hasSavepoint;

  /** Whether there has been a patch. */
  private boolean patched;

  private long bytes;

  /** A buffered write; a null payload deletes. */
  static final class Write {
    final byte @Nullable [] payload;
    final int[] stampOffsets;

    final Kind kind;

    /** What it writes; everything unless it is a patch. */
    final long cells;

    Write(byte @Nullable [] payload, int[] stampOffsets, Kind kind, long cells) {
      this.payload = payload;
      this.stampOffsets = stampOffsets;
      this.kind = kind;
      this.cells = cells;
    }

    boolean isPatch() {
      return kind == Kind.PATCH;
    }
  }

  /** A buffered put under a key that is known only at commit. */
  static final class StampedWrite {
    final StampedKey key;
    final byte[] payload;
    final int[] stampOffsets;

    StampedWrite(StampedKey key, byte[] payload, int[] stampOffsets) {
      this.key = key;
      this.payload = payload;
      this.stampOffsets = stampOffsets;
    }
  }

  /** Takes a write back. */
  private sealed interface Undo {
    /** What a key had before the write; null when it had no entry. */
    record Plain(boolean inMeta, Key key, @Nullable Write before) implements Undo {}

    /** What a template had before. */
    record Stamped(Key template, @Nullable StampedWrite before) implements Undo {}

    /** What the transaction's user does to keep step. */
    record Other(Runnable action) implements Undo {}
  }

  void put(Key key, byte @Nullable [] payload, int[] stampOffsets) {
    Write before = get(key);
    boolean stillNew = before != null && before.kind == Kind.NEW;
    put(key, new Write(payload, stampOffsets, stillNew ? Kind.NEW : Kind.WHOLE, Cells.ALL));
  }

  /**
   * Puts a row under a key that is locked and has none, unless the transaction deletes one there.
   */
  void insert(Key key, byte[] payload, int[] stampOffsets) {
    if (data.putIfAbsent(key, new Write(payload, stampOffsets, Kind.NEW, Cells.ALL)) != null) {
      put(key, payload, stampOffsets);
      return;
    }
    bytes += size(key, payload);
    if (hasSavepoint) {
      undo.add(new Undo.Plain(false, key, null));
    }
  }

  /** Adds a patch to what the buffer has for the key. */
  void patch(Key key, byte[] patch, int[] stampOffsets, long cells) {
    Write before = data.get(key);
    if (before == null) {
      put(key, new Write(patch, stampOffsets, Kind.PATCH, cells));
      return;
    }
    byte[] base = before.payload;
    if (base == null) {
      throw new IllegalArgumentException("Updating a key that the transaction has deleted");
    }
    ByteSlice slice = new ByteSlice();
    slice.set(base, 0, base.length);
    PayloadMerger.Merged merged = merger.merge(slice, before.stampOffsets, patch, stampOffsets);
    put(key, new Write(merged.payload(), merged.stampOffsets(), before.kind, before.cells | cells));
  }

  private void put(Key key, Write write) {
    patched |= write.isPatch();
    Write before = data.put(key, write);
    bytes += size(key, write.payload) - (before == null ? 0 : size(key, before.payload));
    if (hasSavepoint) {
      undo.add(new Undo.Plain(false, key, before));
    }
  }

  void putMeta(Key key, byte @Nullable [] value) {
    Write before = meta.put(key, new Write(value, NO_STAMPS, Kind.WHOLE, Cells.ALL));
    if (hasSavepoint) {
      undo.add(new Undo.Plain(true, key, before));
    }
  }

  void onRollbackTo(Runnable action) {
    if (hasSavepoint) {
      undo.add(new Undo.Other(action));
    }
  }

  void putStamped(StampedKey key, byte[] payload, int[] stampOffsets) {
    NavigableMap<Key, StampedWrite> map = stamped;
    if (map == null) {
      map = new TreeMap<>();
      stamped = map;
    }
    setStamped(map, key.template(), new StampedWrite(key, payload, stampOffsets));
  }

  void deleteStamped(StampedKey key) {
    NavigableMap<Key, StampedWrite> map = stamped;
    if (map != null && map.containsKey(key.template())) {
      setStamped(map, key.template(), null);
    }
  }

  private void setStamped(
      NavigableMap<Key, StampedWrite> map, Key template, @Nullable StampedWrite write) {
    StampedWrite before = exchange(map, template, write);
    if (hasSavepoint) {
      undo.add(new Undo.Stamped(template, before));
    }
  }

  private @Nullable StampedWrite exchange(
      NavigableMap<Key, StampedWrite> map, Key template, @Nullable StampedWrite write) {
    StampedWrite before = write == null ? map.remove(template) : map.put(template, write);
    bytes += write == null ? 0 : size(template, write.payload);
    bytes -= before == null ? 0 : size(template, before.payload);
    return before;
  }

  @Nullable StampedWrite get(StampedKey key) {
    return stamped == null ? null : stamped.get(key.template());
  }

  boolean hasStampedKeys() {
    return stamped != null && !stamped.isEmpty();
  }

  private static long size(Key key, byte @Nullable [] payload) {
    return (long) key.length() + (payload == null ? 0 : payload.length);
  }

  WriteBuffer(PayloadMerger merger) {
    this.merger = merger;
  }

  /** Keys whose newest version decides what is written, in order. */
  List<Key> patchedKeys() {
    if (!patched) {
      return List.of();
    }
    List<Key> keys = new ArrayList<>();
    data.forEach(
        (key, write) -> {
          if (write.isPatch()) {
            keys.add(key);
          }
        });
    return keys;
  }

  /** The data writes by key. */
  Map<Key, Write> data() {
    return data;
  }

  int savepoint() {
    hasSavepoint = true;
    return undo.size();
  }

  void rollbackTo(int savepoint) {
    if (!hasSavepoint || savepoint < 0 || savepoint > undo.size()) {
      throw new IllegalArgumentException("No such savepoint");
    }
    for (int i = undo.size() - 1; i >= savepoint; i--) {
      Undo step = undo.remove(i);
      if (step instanceof Undo.Plain plain) {
        takeBack(plain);
      } else if (step instanceof Undo.Stamped before && stamped != null) {
        exchange(stamped, before.template, before.before);
      } else if (step instanceof Undo.Other other) {
        other.action.run();
      }
    }
  }

  private void takeBack(Undo.Plain step) {
    Map<Key, Write> map = step.inMeta ? meta : data;
    Write undone = step.before == null ? map.remove(step.key) : map.put(step.key, step.before);
    if (!step.inMeta) {
      bytes += step.before == null ? 0 : size(step.key, step.before.payload);
      bytes -= undone == null ? 0 : size(step.key, undone.payload);
    }
  }

  /** Lets go of the writes of a transaction that is over; their size stays known. */
  void discard() {
    data.clear();
    meta.clear();
    stamped = null;
    undo.clear();
  }

  boolean isEmpty() {
    return data.isEmpty() && meta.isEmpty() && !hasStampedKeys();
  }

  @Nullable Write get(Key key) {
    return data.isEmpty() ? null : data.get(key);
  }

  /** The writes inside a range as they are now, or null when there are none. */
  @Nullable PendingWrites pending(KeyRange range, boolean reverse) {
    if (data.isEmpty()) {
      return null;
    }
    NavigableMap<Key, Write> inside =
        range.end() == null
            ? data.tailMap(range.start(), true)
            : data.subMap(range.start(), true, range.end(), false);
    if (inside.isEmpty()) {
      return null;
    }
    return new PendingWrites(reverse ? inside.descendingMap() : inside, reverse);
  }

  @Override
  public int size() {
    return data.size() + (stamped == null ? 0 : stamped.size());
  }

  int entries() {
    return size() + meta.size();
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public void forEachData(DataVisitor visitor) {
    data.forEach((key, write) -> visitor.write(key, write.payload, write.stampOffsets, write.kind));
  }

  @Override
  public void forEachStamped(StampedVisitor visitor) {
    if (stamped != null) {
      stamped.values().forEach(w -> visitor.write(w.key, w.payload, w.stampOffsets));
    }
  }

  @Override
  public void forEachMeta(Visitor visitor) {
    meta.forEach((key, write) -> visitor.write(key, write.payload));
  }
}
