package org.ratchetdb.splits.load;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;

/** Arithmetic on keys as fractions, for bisecting a key range whose entries are not known. */
public final class KeyMidpoint {
  private static final int WINDOW_BYTES = Long.BYTES;

  private KeyMidpoint() {}

  /**
   * A key about halfway between two, or null when none was found: the eight bytes behind what both
   * have in common are read as a number and averaged; when they are neighbours, the next eight are.
   *
   * @param high larger than low, or null for no bound
   */
  public static @Nullable Key between(Key low, @Nullable Key high) {
    int common = high == null ? 0 : commonLength(low, high);
    Key middle = average(low, common, high == null ? -1L : window(high, common));
    if (middle == null) {
      middle = average(low, common + WINDOW_BYTES, -1L);
    }
    boolean isBetween =
        middle != null && middle.compareTo(low) > 0 && (high == null || middle.compareTo(high) < 0);
    return isBetween ? middle : null;
  }

  /** The key's bytes up to an offset, then the mean of its window there and another number. */
  private static @Nullable Key average(Key low, int offset, long highWindow) {
    long lowWindow = window(low, offset);
    long mean = lowWindow + ((highWindow - lowWindow) >>> 1);
    if (mean == lowWindow) {
      return null;
    }
    byte[] bytes = Arrays.copyOf(low.unsafeBytes(), offset + WINDOW_BYTES);
    for (int i = 0; i < WINDOW_BYTES; i++) {
      bytes[offset + i] = (byte) (mean >>> (8 * (WINDOW_BYTES - 1 - i)));
    }
    return Key.wrap(bytes);
  }

  /** Eight bytes from an offset as an unsigned number; bytes past the end count as zero. */
  private static long window(Key key, int offset) {
    byte[] bytes = key.unsafeBytes();
    long window = 0;
    for (int i = offset; i < offset + WINDOW_BYTES; i++) {
      window = window << 8 | (i < bytes.length ? bytes[i] & 0xFF : 0);
    }
    return window;
  }

  private static int commonLength(Key a, Key b) {
    int mismatch = Arrays.mismatch(a.unsafeBytes(), b.unsafeBytes());
    return mismatch < 0 ? a.length() : mismatch;
  }
}
