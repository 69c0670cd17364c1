package org.ratchetdb.common.key;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.UUID;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.value.Value;

/**
 * Builds keys whose unsigned byte order is the SQL order of their parts. Reads back through {@link
 * KeyDecoder}. Every part is self-delimiting and no encoding of a type is a prefix of another
 * encoding of that type, so parts can be put one after the other and a parent's key is a prefix of
 * exactly its descendants' keys.
 *
 * <pre>
 *   tag(id)   1..127            0xxxxxxx                        of a table or index; the first byte is
 *             next 2^14         10xxxxxx + 1 byte               never 0x00, so that storage may use
 *             next 2^21         110xxxxx + 2 bytes              0x00 to append what is not a child
 *             next 2^28         1110xxxx + 3 bytes
 *             above             0xF0     + 8 bytes
 *
 *   NULL first                  01                              the same two bytes in both directions:
 *   NULL last                   FE                              a complement of a complement
 *   any other part starts with a byte in 02..FD, ascending or descending
 *
 *   BOOL                        10 | 11
 *   INT64     -16..219          0A..F5                          small numbers live in the first byte
 *             above             F6..FD + 1..8 bytes             v - 220, big endian
 *             below             09..02 + 1..8 bytes             v + 16, low bytes of the complement form
 *   DATE                        as INT64, days since the epoch
 *   TIMESTAMP                   as INT64, microseconds since the epoch + nanoseconds 0..999, 2 bytes
 *   FLOAT64                     10 + 8 bytes                    00.. is NaN, then -inf up to +inf; -0 is +0
 *   NUMERIC   zero, positive    40..50 + 0..16 bytes            the value times 10^9, big endian
 *             negative          3F..30 + 1..16 bytes            low bytes of the complement form
 *   UUID                        10 + 16 bytes
 *   STRING, BYTES               10 + bytes + 00 01              a 00 inside becomes 00 FF
 * </pre>
 *
 * DESC writes the bitwise complement of all bytes of the part. The float order is GoogleSQL's, NaN
 * below every number; the PostgreSQL dialect, which has NaN above, stores no NaN in keys.
 *
 * <p>The buffer grows and is kept by {@link #reset}: encoding numbers into a warm encoder makes no
 * garbage. Owned by one thread.
 */
public final class KeyEncoder {
  static final int NULL_FIRST = 0x01;
  static final int NULL_LAST = 0xFE;
  static final int LOWEST_VALUE = 0x02;
  static final int PLAIN = 0x10;
  static final int FALSE = 0x10;
  static final int TRUE = 0x11;

  static final int INT_SMALL_FIRST = 0x0A;
  static final int INT_SMALL_LAST = 0xF5;
  static final long INT_SMALL_MIN = -16;
  static final long INT_SMALL_MAX = INT_SMALL_MIN + (INT_SMALL_LAST - INT_SMALL_FIRST);

  static final int NUMERIC_ZERO = 0x40;
  static final int NUMERIC_SCALE = 9;
  static final int NUMERIC_BYTES_MAX = 16;

  static final int ESCAPE = 0x00;
  static final int ESCAPED_ZERO = 0xFF;
  static final int TERMINATOR = 0x01;

  static final long TAG_2 = 0x80;
  static final long TAG_3 = TAG_2 + (1L << 14);
  static final long TAG_4 = TAG_3 + (1L << 21);
  static final long TAG_9 = TAG_4 + (1L << 28);

  private static final int INITIAL_CAPACITY = 64;

  private static final int[] NOTHING_PENDING = new int[0];

  private byte[] buffer;
  private int length;

  /** Where timestamps stand that are not known yet. */
  private int[] pending = NOTHING_PENDING;

  private int pendingCount;

  public KeyEncoder() {
    this(INITIAL_CAPACITY);
  }

  public KeyEncoder(int initialCapacity) {
    this.buffer = new byte[Math.max(initialCapacity, 16)];
  }

  /** Forgets everything written and keeps the buffer. */
  public KeyEncoder reset() {
    length = 0;
    pendingCount = 0;
    return this;
  }

  /** Forgets what was written after that length, so that a common prefix is encoded once. */
  public KeyEncoder truncate(int newLength) {
    if (newLength < 0 || newLength > length) {
      throw new IllegalArgumentException("Cannot truncate " + length + " bytes to " + newLength);
    }
    length = newLength;
    while (pendingCount > 0 && pending[pendingCount - 1] >= newLength) {
      pendingCount--;
    }
    return this;
  }

  /** Starts a key from an existing one. */
  public KeyEncoder putKey(Key prefix) {
    return putRaw(prefix.unsafeBytes(), 0, prefix.length());
  }

  /** Appends bytes that are encoded already. */
  public KeyEncoder putRaw(byte[] bytes, int offset, int count) {
    ensure(count);
    System.arraycopy(bytes, offset, buffer, length, count);
    length += count;
    return this;
  }

  /** Appends the tag of a table or index. */
  public KeyEncoder tag(long objectId) {
    if (objectId <= 0) {
      throw new IllegalArgumentException("Object ids are positive: " + objectId);
    }
    ensure(9);
    if (objectId < TAG_2) {
      put((int) objectId);
    } else if (objectId < TAG_3) {
      long rest = objectId - TAG_2;
      put(0x80 | (int) (rest >>> 8));
      put((int) rest);
    } else if (objectId < TAG_4) {
      long rest = objectId - TAG_3;
      put(0xC0 | (int) (rest >>> 16));
      putBigEndian(rest, 2);
    } else if (objectId < TAG_9) {
      long rest = objectId - TAG_4;
      put(0xE0 | (int) (rest >>> 24));
      putBigEndian(rest, 3);
    } else {
      put(0xF0);
      putBigEndian(objectId, 8);
    }
    return this;
  }

  public KeyEncoder putNull(KeyOrder order) {
    ensure(1);
    put(order.nullsFirst() ? NULL_FIRST : NULL_LAST);
    return this;
  }

  /**
   * Appends a bound below every value of a part and above its NULLs-first marker: the start of the
   * range of all keys whose next part is not NULL.
   */
  public KeyEncoder putLowestValueBound() {
    ensure(1);
    put(LOWEST_VALUE);
    return this;
  }

  /**
   * Appends a bound above every value of a part, and at its NULLs-last marker: the exclusive end of
   * the range of all keys whose next part is not NULL.
   */
  public KeyEncoder putHighestValueBound() {
    ensure(1);
    put(NULL_LAST);
    return this;
  }

  public KeyEncoder putBool(boolean value, KeyOrder order) {
    ensure(1);
    int b = value ? TRUE : FALSE;
    put(order.descending() ? ~b : b);
    return this;
  }

  public KeyEncoder putLong(long value, KeyOrder order) {
    int start = length;
    ensure(9);
    writeLong(value);
    return finish(start, order);
  }

  /** DATE as days since the epoch. */
  public KeyEncoder putDate(int epochDay, KeyOrder order) {
    return putLong(epochDay, order);
  }

  /**
   * TIMESTAMP.
   *
   * @param nanos 0..999 beyond the microsecond
   */
  public KeyEncoder putTimestamp(long epochMicros, int nanos, KeyOrder order) {
    if (nanos < 0 || nanos > 999) {
      throw new IllegalArgumentException("nanos out of 0..999");
    }
    int start = length;
    ensure(11);
    writeLong(epochMicros);
    putBigEndian(nanos, 2);
    return finish(start, order);
  }

  /** TIMESTAMP of the commit that is to write the key; take the key by {@link #toStampedKey}. */
  public KeyEncoder putPendingTimestamp(KeyOrder order) {
    ensure(StampedKey.STAMP_BYTES);
    if (pendingCount == pending.length) {
      pending = Arrays.copyOf(pending, pendingCount + 2);
    }
    pending[pendingCount++] = length;
    StampedKey.writePlaceholder(buffer, length, order);
    length += StampedKey.STAMP_BYTES;
    return this;
  }

  /** Whether the key holds timestamps that are not known yet. */
  public boolean hasPending() {
    return pendingCount > 0;
  }

  public KeyEncoder putDouble(double value, KeyOrder order) {
    int start = length;
    ensure(9);
    put(PLAIN);
    putBigEndian(sortableBits(value), 8);
    return finish(start, order);
  }

  /** NUMERIC as the value times 10^9 when that fits a long. */
  public KeyEncoder putNumericScaled(long unscaled, KeyOrder order) {
    int start = length;
    ensure(9);
    if (unscaled == 0) {
      put(NUMERIC_ZERO);
    } else {
      int bytes = significantBytes(unscaled);
      put(unscaled > 0 ? NUMERIC_ZERO + bytes : NUMERIC_ZERO - bytes);
      putBigEndian(unscaled, bytes);
    }
    return finish(start, order);
  }

  /** NUMERIC of at most nine fractional digits, trailing zeros without meaning. */
  public KeyEncoder putNumeric(BigDecimal value, KeyOrder order) {
    BigInteger unscaled;
    try {
      unscaled = value.setScale(NUMERIC_SCALE, RoundingMode.UNNECESSARY).unscaledValue();
    } catch (ArithmeticException e) {
      throw new DbException(
          ErrorCode.VALUE_OUT_OF_RANGE, "NUMERIC key has more than 9 decimals", e);
    }
    int bits = unscaled.bitLength();
    if (bits < Long.SIZE) {
      return putNumericScaled(unscaled.longValue(), order);
    }
    int bytes = (bits + 7) / 8;
    if (bytes > NUMERIC_BYTES_MAX) {
      throw new DbException(ErrorCode.VALUE_OUT_OF_RANGE, "NUMERIC key is too large");
    }
    int start = length;
    ensure(bytes + 1);
    put(unscaled.signum() > 0 ? NUMERIC_ZERO + bytes : NUMERIC_ZERO - bytes);
    byte[] complementForm = unscaled.toByteArray();
    int extra = complementForm.length - bytes;
    System.arraycopy(complementForm, extra, buffer, length, bytes);
    length += bytes;
    return finish(start, order);
  }

  /** UUID, ordered as an unsigned 128-bit number, which is the order of its text. */
  public KeyEncoder putUuid(long mostSignificant, long leastSignificant, KeyOrder order) {
    int start = length;
    ensure(17);
    put(PLAIN);
    putBigEndian(mostSignificant, 8);
    putBigEndian(leastSignificant, 8);
    return finish(start, order);
  }

  public KeyEncoder putUuid(UUID value, KeyOrder order) {
    return putUuid(value.getMostSignificantBits(), value.getLeastSignificantBits(), order);
  }

  /** BYTES. */
  public KeyEncoder putBytes(byte[] bytes, int offset, int count, KeyOrder order) {
    int start = length;
    ensure(count + 3);
    put(PLAIN);
    int end = offset + count;
    int copied = offset;
    for (int i = offset; i < end; i++) {
      if (bytes[i] == ESCAPE) {
        int run = i + 1 - copied;
        ensure(run + 1 + (end - i) + 2);
        System.arraycopy(bytes, copied, buffer, length, run);
        length += run;
        put(ESCAPED_ZERO);
        copied = i + 1;
      }
    }
    ensure(end - copied + 2);
    System.arraycopy(bytes, copied, buffer, length, end - copied);
    length += end - copied;
    put(ESCAPE);
    put(TERMINATOR);
    return finish(start, order);
  }

  /** STRING that is UTF-8 already. */
  public KeyEncoder putUtf8(byte[] utf8, int offset, int count, KeyOrder order) {
    return putBytes(utf8, offset, count, order);
  }

  /** STRING; a lone surrogate is refused with INVALID_UTF8. */
  public KeyEncoder putString(String value, KeyOrder order) {
    int start = length;
    int count = value.length();
    ensure(count + 3);
    put(PLAIN);
    for (int i = 0; i < count; i++) {
      char c = value.charAt(i);
      if (c != 0 && c < 0x80) {
        ensure(1);
        put(c);
      } else {
        i += putOtherCharacter(value, i, c);
      }
    }
    ensure(2);
    put(ESCAPE);
    put(TERMINATOR);
    return finish(start, order);
  }

  /** Appends any value of a type that may be a key, NULL included. */
  public KeyEncoder putValue(Value value, KeyOrder order) {
    if (value instanceof Value.Null) {
      return putNull(order);
    }
    if (value instanceof Value.Int64 v) {
      return putLong(v.value(), order);
    }
    if (value instanceof Value.Str v) {
      return putString(v.value(), order);
    }
    if (value instanceof Value.Timestamp v) {
      return putTimestamp(v.epochMicros(), v.nanos(), order);
    }
    if (value instanceof Value.Date v) {
      return putDate(v.epochDay(), order);
    }
    if (value instanceof Value.Bool v) {
      return putBool(v.value(), order);
    }
    if (value instanceof Value.Float64 v) {
      return putDouble(v.value(), order);
    }
    if (value instanceof Value.Bytes v) {
      byte[] bytes = v.value();
      return putBytes(bytes, 0, bytes.length, order);
    }
    if (value instanceof Value.Uuid v) {
      return putUuid(v.value(), order);
    }
    if (value instanceof Value.Numeric v) {
      return putNumeric(v.value(), order);
    }
    throw DbException.notSupported("A key of type " + value.type());
  }

  /** Bytes written so far. */
  public int length() {
    return length;
  }

  /** The buffer itself, valid up to {@link #length} and until the next call. */
  public byte[] array() {
    return buffer;
  }

  /** A copy as a key; not for one with timestamps that are not known yet. */
  public Key toKey() {
    if (pendingCount > 0) {
      throw new IllegalStateException("The key holds a timestamp that is not known yet");
    }
    return Key.wrap(Arrays.copyOf(buffer, length));
  }

  /** A copy as a key that is whole only at commit. */
  public StampedKey toStampedKey() {
    return new StampedKey(
        Key.wrap(Arrays.copyOf(buffer, length)), Arrays.copyOf(pending, pendingCount));
  }

  /** The smallest number of low bytes that hold the complement form without its sign. */
  static int significantBytes(long value) {
    long bits = (value < 0 ? ~value : value) | 1;
    return 8 - (Long.numberOfLeadingZeros(bits) >>> 3);
  }

  /** Bits whose unsigned order is the float order; zero is NaN. */
  static long sortableBits(double value) {
    if (Double.isNaN(value)) {
      return 0;
    }
    long bits = Double.doubleToRawLongBits(value + 0.0); // turns -0 into +0
    return bits < 0 ? ~bits : bits | Long.MIN_VALUE;
  }

  private void writeLong(long value) {
    if (value < INT_SMALL_MIN) {
      long rest = value - INT_SMALL_MIN;
      int bytes = significantBytes(rest);
      put(INT_SMALL_FIRST - bytes);
      putBigEndian(rest, bytes);
    } else if (value > INT_SMALL_MAX) {
      long rest = value - INT_SMALL_MAX - 1;
      int bytes = significantBytes(rest);
      put(INT_SMALL_LAST + bytes);
      putBigEndian(rest, bytes);
    } else {
      put((int) (value - INT_SMALL_MIN) + INT_SMALL_FIRST);
    }
  }

  /** Writes the character at i that is NUL or beyond ASCII; returns how many more chars it took. */
  private int putOtherCharacter(String value, int i, char c) {
    ensure(4);
    if (c == 0) {
      put(ESCAPE);
      put(ESCAPED_ZERO);
      return 0;
    }
    if (c < 0x800) {
      put(0xC0 | (c >>> 6));
      put(0x80 | (c & 0x3F));
      return 0;
    }
    if (!Character.isSurrogate(c)) {
      put(0xE0 | (c >>> 12));
      put(0x80 | ((c >>> 6) & 0x3F));
      put(0x80 | (c & 0x3F));
      return 0;
    }
    if (Character.isLowSurrogate(c)
        || i + 1 == value.length()
        || !Character.isLowSurrogate(value.charAt(i + 1))) {
      throw new DbException(ErrorCode.INVALID_UTF8, "Invalid UTF-8 encoding for string value");
    }
    int codePoint = Character.toCodePoint(c, value.charAt(i + 1));
    put(0xF0 | (codePoint >>> 18));
    put(0x80 | ((codePoint >>> 12) & 0x3F));
    put(0x80 | ((codePoint >>> 6) & 0x3F));
    put(0x80 | (codePoint & 0x3F));
    return 1;
  }

  private KeyEncoder finish(int start, KeyOrder order) {
    if (order.descending()) {
      for (int i = start; i < length; i++) {
        buffer[i] = (byte) ~buffer[i];
      }
    }
    return this;
  }

  /** Writes the low bytes, most significant first. */
  private void putBigEndian(long value, int bytes) {
    for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8) {
      put((int) (value >>> shift));
    }
  }

  private void put(int b) {
    buffer[length++] = (byte) b;
  }

  private void ensure(int more) {
    int needed = Math.addExact(length, more);
    if (needed > buffer.length) {
      int doubled = (int) Math.min((long) buffer.length * 2, Integer.MAX_VALUE - 8L);
      buffer = Arrays.copyOf(buffer, Math.max(needed, doubled));
    }
  }
}
