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

    /** Whether the payload holds some cells only, to be laid over the newest version. */
    final boolean patch;

    /** What it writes; everything unless it is a patch. */
    final long cells;

    Write(byte @Nullable [] payload, int[] stampOffsets, boolean patch, long cells) {
      this.payload = payload;
      this.stampOffsets = stampOffsets;
      this.patch = patch;
      this.cells = cells;
    }
  }

  /** What a key had before a write; null when it had no entry. */
  private record Undo(boolean inMeta, Key key, @Nullable Write before) {}

  void put(Key key, byte @Nullable [] payload, int[] stampOffsets) {
    put(key, new Write(payload, stampOffsets, false, Cells.ALL));
  }

  /** Adds a patch to what the buffer has for the key. */
  void patch(Key key, byte[] patch, int[] stampOffsets, long cells) {
    Write before = data.get(key);
    if (before == null) {
      put(key, new Write(patch, stampOffsets, true, cells));
      return;
    }
    byte[] base = before.payload;
    if (base == null) {
      throw new IllegalArgumentException("Updating a key that the transaction has deleted");
    }
    ByteSlice slice = new ByteSlice();
    slice.set(base, 0, base.length);
    PayloadMerger.Merged merged = merger.merge(slice, before.stampOffsets, patch, stampOffsets);
    put(
        key,
        new Write(merged.payload(), merged.stampOffsets(), before.patch, before.cells | cells));
  }

  private void put(Key key, Write write) {
    patched |= write.patch;
    Write before = data.put(key, write);
    bytes += size(key, write.payload) - (before == null ? 0 : size(key, before.payload));
    if (hasSavepoint) {
      undo.add(new Undo(false, key, before));
    }
  }

  void putMeta(Key key, byte @Nullable [] value) {
    Write before = meta.put(key, new Write(value, NO_STAMPS, false, Cells.ALL));
    if (hasSavepoint) {
      undo.add(new Undo(true, key, before));
    }
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
          if (write.patch) {
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
      Map<Key, Write> map = step.inMeta ? meta : data;
      Write undone = step.before == null ? map.remove(step.key) : map.put(step.key, step.before);
      if (!step.inMeta) {
        bytes += step.before == null ? 0 : size(step.key, step.before.payload);
        bytes -= undone == null ? 0 : size(step.key, undone.payload);
      }
    }
  }

  boolean isEmpty() {
    return data.isEmpty() && meta.isEmpty();
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
    return data.size();
  }

  int entries() {
    return data.size() + meta.size();
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public void forEachData(DataVisitor visitor) {
    data.forEach(
        (key, write) -> visitor.write(key, write.payload, write.stampOffsets, write.patch));
  }

  @Override
  public void forEachMeta(Visitor visitor) {
    meta.forEach((key, write) -> visitor.write(key, write.payload));
  }
}
