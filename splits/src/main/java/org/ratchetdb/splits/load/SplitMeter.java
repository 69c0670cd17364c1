package org.ratchetdb.splits.load;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.splits.policy.MiddleEntry;
import org.ratchetdb.splits.policy.SplitPointAligner;
import org.ratchetdb.storage.api.KvCursor;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.LockMode;
import org.ratchetdb.storage.api.ReadBound;
import org.ratchetdb.storage.api.ReadView;
import org.ratchetdb.storage.api.ScanRequest;

/**
 * Measures ranges and finds their middles. Small ranges are read, because estimates of what is not
 * yet in files are too coarse for them; large ones are estimated by the store, and their middle is
 * found by bisection with some dozens of seeks. Takes no locks. Thread-safe.
 */
public final class SplitMeter {
  /** Reading this much takes about 10 ms. */
  private static final long READ_BYTES_MAX = 8L << 20;

  private static final int SAMPLE_ROWS = 64;
  private static final int PROBES_MAX = 96;

  /** Near enough to the middle, as a fraction of the whole. */
  private static final double TOLERANCE = 0.03;

  private final KvStore store;
  private final SplitPointAligner aligner;

  public SplitMeter(KvStore store, SplitPointAligner aligner) {
    this.store = store;
    this.aligner = aligner;
  }

  public SplitSize measure(KeyRange range) {
    long estimate = store.approximateSizeBytes(range);
    try (ReadView view = store.readAt(ReadBound.STRONG)) {
      if (estimate <= READ_BYTES_MAX) {
        SplitSize size = read(view, range, Long.MAX_VALUE);
        if (size.bytes() <= READ_BYTES_MAX) {
          return size;
        }
      }
      SplitSize sample = read(view, range, SAMPLE_ROWS);
      long rows =
          sample.bytes() == 0 ? 0 : Math.round((double) estimate * sample.rows() / sample.bytes());
      return new SplitSize(estimate, rows);
    }
  }

  private static SplitSize read(ReadView view, KeyRange range, long rowsMax) {
    long bytes = 0;
    long rows = 0;
    ScanRequest request = new ScanRequest(range, false, LockMode.NONE, rowsMax);
    try (KvCursor cursor = view.scan(request)) {
      while (bytes <= READ_BYTES_MAX && cursor.next()) {
        bytes += entryBytes(cursor);
        rows++;
      }
    }
    return new SplitSize(bytes, rows);
  }

  private static long entryBytes(KvCursor cursor) {
    return (long) cursor.key().length() + cursor.value().length();
  }

  /**
   * The entry near the middle byte of a range, or empty when there is none to cut at.
   *
   * @param bytes the size of the range as {@link #measure} gave it
   */
  public Optional<MiddleEntry> findMiddle(KeyRange range, long bytes) {
    try (ReadView view = store.readAt(ReadBound.STRONG)) {
      boolean small = bytes <= READ_BYTES_MAX;
      Key key = small ? readMiddle(view, range, bytes) : bisect(view, range, bytes);
      if (key == null) {
        return Optional.empty();
      }
      KeyRange tree = aligner.rowTree(key);
      return Optional.of(
          new MiddleEntry(
              key,
              tree,
              sizeOf(view, below(range, tree.start()), small),
              sizeOf(view, above(range, tree.end()), small)));
    }
  }

  private long sizeOf(ReadView view, @Nullable KeyRange part, boolean small) {
    if (part == null) {
      return 0;
    }
    return small ? read(view, part, Long.MAX_VALUE).bytes() : store.approximateSizeBytes(part);
  }

  private static @Nullable KeyRange below(KeyRange range, Key end) {
    return end.length() == 0 ? null : range.intersect(new KeyRange(Key.EMPTY, end));
  }

  private static @Nullable KeyRange above(KeyRange range, @Nullable Key start) {
    return start == null ? null : range.intersect(new KeyRange(start, null));
  }

  /** The first entry by whose end half of the bytes have passed. */
  private static @Nullable Key readMiddle(ReadView view, KeyRange range, long bytes) {
    long passed = 0;
    Key middle = null;
    try (KvCursor cursor = view.scan(ScanRequest.forward(range, LockMode.NONE))) {
      while (passed * 2 < bytes && cursor.next()) {
        passed += entryBytes(cursor);
        middle = Key.wrap(cursor.key().toByteArray());
      }
    }
    return middle;
  }

  /**
   * Looks for an entry with half of the bytes before it. Invariant: the entry that is sought lies
   * above low and, when there is a bound, below high.
   */
  private @Nullable Key bisect(ReadView view, KeyRange range, long bytes) {
    Key low = range.start();
    Key high = range.end();
    Key best = null;
    long bestDistance = Long.MAX_VALUE;
    for (int probe = 0; probe < PROBES_MAX; probe++) {
      Key middle = KeyMidpoint.between(low, high);
      if (middle == null) {
        break;
      }
      Key entry = firstEntry(view, middle, high);
      if (entry == null) {
        high = middle;
        continue;
      }
      long before = store.approximateSizeBytes(new KeyRange(range.start(), entry));
      long distance = Math.abs(before * 2 - bytes) / 2;
      if (distance < bestDistance) {
        bestDistance = distance;
        best = entry;
      }
      if (distance <= bytes * TOLERANCE) {
        break;
      }
      if (before * 2 < bytes) {
        low = entry;
      } else {
        high = middle;
      }
    }
    return best;
  }

  private static @Nullable Key firstEntry(ReadView view, Key from, @Nullable Key end) {
    ScanRequest request = new ScanRequest(new KeyRange(from, end), false, LockMode.NONE, 1);
    try (KvCursor cursor = view.scan(request)) {
      return cursor.next() ? Key.wrap(cursor.key().toByteArray()) : null;
    }
  }
}
