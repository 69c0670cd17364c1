package org.ratchetdb.executor.operator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.executor.context.Helpers;
import org.ratchetdb.storage.api.KvCursor;
import org.ratchetdb.storage.api.KvReader;
import org.ratchetdb.storage.api.LockMode;
import org.ratchetdb.storage.api.ScanRequest;

/**
 * Cuts a range of keys into parts of about the same stored size. A range that is too large is cut
 * half way between the first and the last key in it, taken as numbers, and its parts again.
 */
final class RangeDivision {
  /** Halvings of one range at most, so that keys that cannot be told apart end it. */
  private static final int DEPTH_MAX = 12;

  /** Bytes of a key that are taken as a number; a long without a sign has room for these. */
  private static final int NUMBER_BYTES = 7;

  private final KvReader reader;
  private final Helpers sizes;
  private final long partBytes;
  private final List<KeyRange> parts = new ArrayList<>();

  private RangeDivision(KvReader reader, Helpers sizes, long partBytes) {
    this.reader = reader;
    this.sizes = sizes;
    this.partBytes = partBytes;
  }

  /** The parts of the range, ascending, together all of it. */
  static List<KeyRange> divide(
      KeyRange range, long bytes, long partBytes, KvReader reader, Helpers sizes) {
    RangeDivision division = new RangeDivision(reader, sizes, partBytes);
    division.cut(range, bytes, DEPTH_MAX);
    return division.parts;
  }

  private void cut(KeyRange range, long bytes, int depth) {
    Key middle = bytes <= partBytes || depth == 0 ? null : middle(range);
    if (middle == null) {
      parts.add(range);
      return;
    }
    KeyRange left = new KeyRange(range.start(), middle);
    long leftBytes = sizes.sizeBytes(left);
    cut(left, leftBytes, depth - 1);
    cut(new KeyRange(middle, range.end()), bytes - leftBytes, depth - 1);
  }

  private @Nullable Key middle(KeyRange range) {
    Key first = end(range, false);
    Key last = end(range, true);
    return first == null || last == null ? null : between(first, last);
  }

  private @Nullable Key end(KeyRange range, boolean last) {
    try (KvCursor cursor = reader.scan(new ScanRequest(range, last, LockMode.SHARED, 1))) {
      if (!cursor.next()) {
        return null;
      }
      ByteSlice key = cursor.key();
      return Key.copyOf(key.array(), key.offset(), key.length());
    }
  }

  /** A key above the first and not above the last, half way; null when they are too close. */
  static @Nullable Key between(Key first, Key last) {
    byte[] low = first.unsafeBytes();
    byte[] high = last.unsafeBytes();
    int common = Arrays.mismatch(low, high);
    if (common < 0) {
      return null;
    }
    long from = number(low, common);
    long to = number(high, common);
    long half = (to - from) >>> 1;
    if (half == 0) {
      return null;
    }
    long middle = from + half;
    byte[] key = Arrays.copyOf(high, common + NUMBER_BYTES);
    for (int i = 0; i < NUMBER_BYTES; i++) {
      key[common + i] = (byte) (middle >>> (Byte.SIZE * (NUMBER_BYTES - 1 - i)));
    }
    return Key.wrap(key);
  }

  /** The bytes from there as a number; zeros where there are none. */
  private static long number(byte[] bytes, int at) {
    long number = 0;
    for (int i = 0; i < NUMBER_BYTES; i++) {
      number = number << Byte.SIZE | (at + i < bytes.length ? bytes[at + i] & 0xFF : 0);
    }
    return number;
  }
}
