package org.ratchetdb.storage.txn;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.storage.lock.KeyGroups;

/**
 * What a transaction has read without locks and must find unchanged when it commits: keys, whether
 * they were there or not, and stretches of scans with their gaps. Owned by one thread.
 *
 * <p>Keeps to a bound: when there are too many entries, those of one table become one range. That
 * may find conflicts that are none, and never misses one.
 */
final class ReadSet {
  static final int ENTRIES_MAX = 1 << 16;

  private final int entriesMax;
  private final Map<Key, Long> points = new HashMap<>();
  private final List<RangeRead> ranges = new ArrayList<>();
  private final List<OpenScan> scans = new ArrayList<>(2);
  private int collapseAt;

  /** A stretch that was scanned, and which cells of its rows were looked at. */
  record RangeRead(KeyRange range, long cells) {}

  /** A scan that may go on. */
  private record OpenScan(StoreCursor cursor, KeyRange range, boolean reverse, long cells) {}

  ReadSet() {
    this(ENTRIES_MAX);
  }

  ReadSet(int entriesMax) {
    this.entriesMax = entriesMax;
    this.collapseAt = entriesMax;
  }

  boolean isEmpty() {
    return points.isEmpty() && ranges.isEmpty() && scans.isEmpty();
  }

  void addPoint(Key key, long cells) {
    points.merge(key, cells, (a, b) -> a | b);
    bound();
  }

  void addRange(KeyRange range, long cells) {
    ranges.add(new RangeRead(range, cells));
    bound();
  }

  /** Notes a scan; how far it came is asked when it is closed or the transaction commits. */
  void addScan(StoreCursor cursor, KeyRange range, boolean reverse, long cells) {
    scans.add(new OpenScan(cursor, range, reverse, cells));
  }

  /** Notes how far a scan came that ends now. */
  void closed(StoreCursor cursor) {
    for (int i = 0; i < scans.size(); i++) {
      if (scans.get(i).cursor() == cursor) {
        settle(scans.remove(i));
        return;
      }
    }
  }

  /** Notes how far all open scans have come. */
  void settle() {
    scans.forEach(this::settle);
    scans.clear();
  }

  private void settle(OpenScan scan) {
    KeyRange passed = passed(scan);
    if (passed != null) {
      addRange(passed, scan.cells());
    }
  }

  private static @Nullable KeyRange passed(OpenScan scan) {
    if (scan.cursor().isExhausted()) {
      return scan.range();
    }
    Key last = scan.cursor().lastKey();
    if (last == null) {
      return null;
    }
    return scan.reverse()
        ? new KeyRange(last, scan.range().end())
        : new KeyRange(scan.range().start(), last.successor());
  }

  private void bound() {
    if (points.size() + ranges.size() < collapseAt) {
      return;
    }
    NavigableMap<Key, List<RangeRead>> groups = new TreeMap<>();
    points.forEach((key, cells) -> group(groups, new RangeRead(KeyRange.point(key), cells)));
    ranges.forEach(range -> group(groups, range));
    points.clear();
    ranges.clear();
    for (List<RangeRead> group : groups.values()) {
      RangeRead all = group.get(0);
      for (RangeRead each : group) {
        all = new RangeRead(KeyGroups.hull(all.range(), each.range()), all.cells() | each.cells());
      }
      ranges.add(all);
    }
    collapseAt = Math.max(entriesMax, 2 * ranges.size());
  }

  private static void group(NavigableMap<Key, List<RangeRead>> groups, RangeRead read) {
    groups
        .computeIfAbsent(KeyGroups.groupOf(read.range().start()), g -> new ArrayList<>())
        .add(read);
  }

  Map<Key, Long> points() {
    return points;
  }

  List<RangeRead> ranges() {
    return ranges;
  }
}
