package org.ratchetdb.splits.map;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;

/**
 * All splits of a database. Immutable.
 *
 * <p>Invariant: the splits cover the whole key space, in order, without overlap. It holds by
 * construction: only starts are kept, the first is the empty key, and each split ends where the
 * next begins.
 */
public final class SplitMap {
  private final long version;
  private final long nextId;
  private final Key[] starts;
  private final List<Split> splits;

  private SplitMap(long version, long nextId, List<Split> splits) {
    this.version = version;
    this.nextId = nextId;
    this.splits = List.copyOf(splits);
    this.starts = splits.stream().map(split -> split.range().start()).toArray(Key[]::new);
  }

  /** One split over everything. */
  public static SplitMap initial(long nowMicros) {
    Split all = new Split(new SplitId(1), KeyRange.ALL, nowMicros, SplitOrigin.INITIAL);
    return new SplitMap(1, 2, List.of(all));
  }

  /** A map from its parts. The splits must cover the key space in order, or it is refused. */
  static SplitMap of(long version, long nextId, List<Split> splits) {
    if (splits.isEmpty() || splits.get(0).range().start().length() != 0) {
      throw new IllegalArgumentException("The first split must begin at the empty key");
    }
    for (int i = 0; i < splits.size(); i++) {
      Key end = splits.get(i).range().end();
      boolean last = i == splits.size() - 1;
      if (last ? end != null : !splits.get(i + 1).range().start().equals(end)) {
        throw new IllegalArgumentException("Splits must meet without gap or overlap");
      }
      if (splits.get(i).id().value() >= nextId) {
        throw new IllegalArgumentException("The next id must be new");
      }
    }
    return new SplitMap(version, nextId, splits);
  }

  /** Grows by one with every change. */
  public long version() {
    return version;
  }

  long nextId() {
    return nextId;
  }

  /** All splits, ascending. */
  public List<Split> splits() {
    return splits;
  }

  public int size() {
    return splits.size();
  }

  /** The index of the split that holds the key. */
  public int indexOf(Key key) {
    int at = Arrays.binarySearch(starts, key);
    return at >= 0 ? at : -at - 2;
  }

  /** The index of the split that holds the key in the slice. */
  public int indexOf(ByteSlice key) {
    int low = 0;
    int high = starts.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      byte[] start = starts[middle].unsafeBytes();
      int order =
          Arrays.compareUnsigned(
              start, 0, start.length, key.array(), key.offset(), key.offset() + key.length());
      if (order <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  public Split splitAt(Key key) {
    return splits.get(indexOf(key));
  }

  public Optional<Split> find(SplitId id) {
    return splits.stream().filter(split -> split.id().equals(id)).findFirst();
  }

  /** The splits that a range touches, ascending, each cut to the range. */
  public List<Split> splitsFor(KeyRange range) {
    List<Split> touched = new ArrayList<>();
    for (int i = indexOf(range.start()); i < splits.size(); i++) {
      Split split = splits.get(i);
      KeyRange part = split.range().intersect(range);
      if (part == null) {
        break;
      }
      touched.add(new Split(split.id(), part, split.sinceMicros(), split.origin()));
    }
    return touched;
  }

  /**
   * The map after a division: the left part keeps its id, the right one gets a new one. A key that
   * is a boundary already changes nothing.
   */
  public SplitMap divide(Key at, SplitOrigin origin, long nowMicros) {
    int index = indexOf(at);
    Split old = splits.get(index);
    if (old.range().start().equals(at)) {
      return this;
    }
    List<Split> changed = new ArrayList<>(splits);
    changed.set(
        index, new Split(old.id(), new KeyRange(old.range().start(), at), nowMicros, old.origin()));
    changed.add(
        index + 1,
        new Split(new SplitId(nextId), new KeyRange(at, old.range().end()), nowMicros, origin));
    return of(version + 1, nextId + 1, changed);
  }

  /** The map without the boundary at the key: what began there joins its left neighbour. */
  public SplitMap merge(Key at, long nowMicros) {
    int index = indexOf(at);
    if (index == 0 || !splits.get(index).range().start().equals(at)) {
      throw new IllegalArgumentException("No split but the first begins at this key");
    }
    Split left = splits.get(index - 1);
    Split right = splits.get(index);
    List<Split> changed = new ArrayList<>(splits);
    changed.remove(index);
    changed.set(
        index - 1,
        new Split(
            left.id(),
            new KeyRange(left.range().start(), right.range().end()),
            nowMicros,
            left.origin()));
    return of(version + 1, nextId, changed);
  }
}
