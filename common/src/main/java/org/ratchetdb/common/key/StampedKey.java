package org.ratchetdb.common.key;

import com.google.errorprone.annotations.Immutable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A key that holds the timestamp of the commit that is to write it, which is known only then. Until
 * then a placeholder of the same length stands in its place; so two of one layout are equal exactly
 * when the keys they become at one commit are equal. Immutable.
 *
 * <p>A placeholder is the encoding of a TIMESTAMP between 1978-12 and 4253, all of which have one
 * length, filled up with ones, which no real timestamp has; DESC is the complement, as everywhere.
 */
@Immutable
public final class StampedKey {
  static final int STAMP_BYTES = 10;
  private static final int VALUE_BYTES = 7;
  private static final int MARKER = KeyEncoder.INT_SMALL_LAST + VALUE_BYTES;
  private static final long BASE = KeyEncoder.INT_SMALL_MAX + 1;

  /** The smallest and the largest timestamp that fit the placeholder. */
  public static final long MICROS_MIN = (1L << (8 * (VALUE_BYTES - 1))) + BASE;

  public static final long MICROS_MAX = (1L << (8 * VALUE_BYTES)) - 1 + BASE;

  private final Key template;

  @SuppressWarnings("Immutable") // never written after construction, never handed out
  private final int[] offsets;

  StampedKey(Key template, int[] offsets) {
    if (offsets.length == 0) {
      throw new IllegalArgumentException("Holds no timestamp");
    }
    this.template = template;
    this.offsets = offsets;
  }

  /** The key with placeholders. */
  public Key template() {
    return template;
  }

  public int length() {
    return template.length();
  }

  /** Where the placeholders stand, ascending. */
  public int[] offsets() {
    return offsets.clone();
  }

  /** The key that a commit at a timestamp writes. */
  public Key at(long micros) {
    byte[] bytes = template.unsafeBytes().clone();
    for (int offset : offsets) {
      resolve(bytes, offset, micros);
    }
    return Key.wrap(bytes);
  }

  /** Holds every key that any commit after a timestamp may write. */
  public KeyRange after(long micros) {
    int offset = offsets[0];
    KeyEncoder encoder = new KeyEncoder(offset + STAMP_BYTES + 1);
    encoder.putRaw(template.unsafeBytes(), 0, offset);
    if (isDescending(template.unsafeBytes(), offset)) {
      Key end = encoder.putTimestamp(micros, 0, KeyOrder.DESC).toKey();
      return new KeyRange(encoder.truncate(offset).putLowestValueBound().toKey(), end);
    }
    Key start = encoder.putTimestamp(micros + 1, 0, KeyOrder.ASC).toKey();
    return new KeyRange(start, encoder.truncate(offset).putHighestValueBound().toKey());
  }

  static void writePlaceholder(byte[] bytes, int offset, KeyOrder order) {
    Arrays.fill(bytes, offset, offset + STAMP_BYTES, (byte) 0xFF);
    bytes[offset] = (byte) MARKER;
    if (order.descending()) {
      complement(bytes, offset);
    }
  }

  private static boolean isDescending(byte[] bytes, int offset) {
    return bytes[offset] != (byte) MARKER;
  }

  /**
   * Replaces a placeholder.
   *
   * @param micros between {@link #MICROS_MIN} and {@link #MICROS_MAX}
   */
  public static void resolve(byte[] bytes, int offset, long micros) {
    if (micros < MICROS_MIN || micros > MICROS_MAX) {
      throw new IllegalArgumentException("Does not fit: " + micros);
    }
    boolean descending = isDescending(bytes, offset);
    long value = micros - BASE;
    bytes[offset] = (byte) MARKER;
    for (int i = VALUE_BYTES; i > 0; i--) {
      bytes[offset + i] = (byte) value;
      value >>>= 8;
    }
    bytes[offset + VALUE_BYTES + 1] = 0;
    bytes[offset + VALUE_BYTES + 2] = 0;
    if (descending) {
      complement(bytes, offset);
    }
  }

  private static void complement(byte[] bytes, int offset) {
    for (int i = offset; i < offset + STAMP_BYTES; i++) {
      bytes[i] = (byte) ~bytes[i];
    }
  }

  @Override
  public boolean equals(@Nullable Object o) {
    return o instanceof StampedKey k
        && template.equals(k.template)
        && Arrays.equals(offsets, k.offsets);
  }

  @Override
  public int hashCode() {
    return template.hashCode();
  }

  @Override
  public String toString() {
    return template + " stamped at " + Arrays.toString(offsets);
  }
}
