package org.ratchetdb.common.key;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.Value;

/**
 * Reads the parts of a key back, in order; the layout is drawn in {@link KeyEncoder}. A cursor over
 * bytes that somebody else owns. Numbers are read without allocation. Bytes that no encoder wrote
 * give CORRUPT_DATA, never another exception. Owned by one thread.
 *
 * <p>Whoever reads a part that may be NULL asks {@link #readNull} first; a typed reader that meets
 * NULL reports corruption.
 */
public final class KeyDecoder {
  private byte[] array = new byte[0];
  private int position;
  private int end;
  private int start;

  // Of the timestamp or float read last.
  private int nanos;

  private byte[] scratch = new byte[32];

  public KeyDecoder() {}

  public KeyDecoder(Key key) {
    set(key);
  }

  public KeyDecoder set(Key key) {
    return set(key.unsafeBytes(), 0, key.length());
  }

  public KeyDecoder set(ByteSlice slice) {
    return set(slice.array(), slice.offset(), slice.length());
  }

  /** Stands before the first part of that key. */
  public KeyDecoder set(byte[] bytes, int offset, int length) {
    array = bytes;
    start = offset;
    position = offset;
    end = offset + length;
    return this;
  }

  /** Bytes read so far. */
  public int consumed() {
    return position - start;
  }

  public int remaining() {
    return end - position;
  }

  /** Length of the tag that a key begins with, or 0 when it begins with none. */
  public static int tagLength(byte[] key, int length) {
    int first = length == 0 ? 0 : key[0] & 0xFF;
    int tag;
    if (first == 0 || first > 0xF0) {
      tag = 0;
    } else if (first < 0x80) {
      tag = 1;
    } else if (first < 0xC0) {
      tag = 2;
    } else if (first < 0xE0) {
      tag = 3;
    } else {
      tag = first < 0xF0 ? 4 : 9;
    }
    return tag <= length ? tag : 0;
  }

  public long readTag() {
    int first = next();
    if (first < 0x80) {
      if (first == 0) {
        throw corrupt("tag");
      }
      return first;
    }
    if (first < 0xC0) {
      return KeyEncoder.TAG_2 + (((long) (first & 0x3F) << 8) | readBigEndian(1, 0));
    }
    if (first < 0xE0) {
      return KeyEncoder.TAG_3 + (((long) (first & 0x1F) << 16) | readBigEndian(2, 0));
    }
    if (first < 0xF0) {
      return KeyEncoder.TAG_4 + (((long) (first & 0x0F) << 24) | readBigEndian(3, 0));
    }
    long id = first == 0xF0 ? readBigEndian(8, 0) : -1;
    if (id < KeyEncoder.TAG_9) {
      throw corrupt("tag");
    }
    return id;
  }

  /** Whether the next part is NULL; does not move. */
  public boolean isNull() {
    if (position >= end) {
      throw corrupt("end of key");
    }
    int first = array[position] & 0xFF;
    return first == KeyEncoder.NULL_FIRST || first == KeyEncoder.NULL_LAST;
  }

  /** Moves over the next part when it is NULL and says whether it was. */
  public boolean readNull() {
    if (isNull()) {
      position++;
      return true;
    }
    return false;
  }

  public boolean readBool(KeyOrder order) {
    int b = (next() ^ mask(order)) & 0xFF;
    if (b != KeyEncoder.TRUE && b != KeyEncoder.FALSE) {
      throw corrupt("BOOL");
    }
    return b == KeyEncoder.TRUE;
  }

  public long readLong(KeyOrder order) {
    int mask = mask(order);
    int first = (next() ^ mask) & 0xFF;
    if (first < KeyEncoder.INT_SMALL_FIRST) {
      int bytes = KeyEncoder.INT_SMALL_FIRST - first;
      if (bytes > 8) {
        throw corrupt("INT64");
      }
      long rest = readNegative(bytes, mask);
      if (rest >= 0 || rest < Long.MIN_VALUE - KeyEncoder.INT_SMALL_MIN) {
        throw corrupt("INT64");
      }
      return rest + KeyEncoder.INT_SMALL_MIN;
    }
    if (first > KeyEncoder.INT_SMALL_LAST) {
      int bytes = first - KeyEncoder.INT_SMALL_LAST;
      if (bytes > 8) {
        throw corrupt("INT64");
      }
      long rest = readBigEndian(bytes, mask);
      if (rest < 0 || rest > Long.MAX_VALUE - KeyEncoder.INT_SMALL_MAX - 1) {
        throw corrupt("INT64");
      }
      return rest + KeyEncoder.INT_SMALL_MAX + 1;
    }
    return first - KeyEncoder.INT_SMALL_FIRST + KeyEncoder.INT_SMALL_MIN;
  }

  /** Days since the epoch. */
  public int readDate(KeyOrder order) {
    long days = readLong(order);
    if (days != (int) days) {
      throw corrupt("DATE");
    }
    return (int) days;
  }

  /** Microseconds since the epoch; the rest is in {@link #nanos()} until the next timestamp. */
  public long readTimestampMicros(KeyOrder order) {
    long micros = readLong(order);
    nanos = (int) readBigEndian(2, mask(order));
    if (nanos > 999) {
      throw corrupt("TIMESTAMP");
    }
    return micros;
  }

  /** Nanoseconds beyond the microsecond, 0..999, of the timestamp read last. */
  public int nanos() {
    return nanos;
  }

  public double readDouble(KeyOrder order) {
    int mask = mask(order);
    expectPlain(mask, "FLOAT64");
    long sortable = readBigEndian(8, mask);
    if (sortable == 0) {
      return Double.NaN;
    }
    return Double.longBitsToDouble(sortable < 0 ? sortable & Long.MAX_VALUE : ~sortable);
  }

  /** NUMERIC with scale 9. */
  public BigDecimal readNumeric(KeyOrder order) {
    int mask = mask(order);
    int first = (next() ^ mask) & 0xFF;
    int bytes = Math.abs(first - KeyEncoder.NUMERIC_ZERO);
    boolean negative = first < KeyEncoder.NUMERIC_ZERO;
    if (bytes > KeyEncoder.NUMERIC_BYTES_MAX) {
      throw corrupt("NUMERIC");
    }
    if (bytes < 8) {
      long unscaled = negative ? readNegative(bytes, mask) : readBigEndian(bytes, mask);
      return BigDecimal.valueOf(unscaled, KeyEncoder.NUMERIC_SCALE);
    }
    require(bytes, "NUMERIC");
    byte[] complementForm = new byte[bytes + 1];
    complementForm[0] = (byte) (negative ? -1 : 0);
    for (int i = 1; i <= bytes; i++) {
      complementForm[i] = (byte) (array[position++] ^ mask);
    }
    return new BigDecimal(new BigInteger(complementForm), KeyEncoder.NUMERIC_SCALE);
  }

  public UUID readUuid(KeyOrder order) {
    int mask = mask(order);
    expectPlain(mask, "UUID");
    long mostSignificant = readBigEndian(8, mask);
    return new UUID(mostSignificant, readBigEndian(8, mask));
  }

  /**
   * STRING as UTF-8, or BYTES, without a copy where the key holds them as they are.
   *
   * @param into set to the bytes; valid until the next call on this decoder or until the key's
   *     owner reuses its array
   */
  public void readBytes(KeyOrder order, ByteSlice into) {
    int mask = mask(order);
    expectPlain(mask, "STRING or BYTES");
    int from = position;
    int zeros = findTerminator(mask);
    int raw = position - 2 - from;
    if (mask == 0 && zeros == 0) {
      into.set(array, from, raw);
      return;
    }
    if (scratch.length < raw) {
      scratch = new byte[Math.max(raw, scratch.length * 2)];
    }
    int length = 0;
    for (int i = from; i < from + raw; i++) {
      byte b = (byte) (array[i] ^ mask);
      scratch[length++] = b;
      if (b == KeyEncoder.ESCAPE) {
        i++;
      }
    }
    into.set(scratch, 0, length);
  }

  public byte[] readByteArray(KeyOrder order) {
    ByteSlice slice = new ByteSlice();
    readBytes(order, slice);
    return slice.toByteArray();
  }

  public String readString(KeyOrder order) {
    ByteSlice slice = new ByteSlice();
    readBytes(order, slice);
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(slice.array(), slice.offset(), slice.length()))
          .toString();
    } catch (CharacterCodingException e) {
      throw new DbException(ErrorCode.CORRUPT_DATA, "Key holds invalid UTF-8", e)
          .with("key", hex());
    }
  }

  /** Moves over the next part, NULL or not, without building anything. */
  public void skip(SqlType type, KeyOrder order) {
    if (readNull()) {
      return;
    }
    switch (type.kind()) {
      case BOOL -> readBool(order);
      case INT64, DATE -> readLong(order);
      case TIMESTAMP -> readTimestampMicros(order);
      case FLOAT64 -> readDouble(order);
      case UUID -> {
        expectPlain(mask(order), "UUID");
        advance(16, "UUID");
      }
      case NUMERIC -> {
        int bytes = Math.abs(((next() ^ mask(order)) & 0xFF) - KeyEncoder.NUMERIC_ZERO);
        if (bytes > KeyEncoder.NUMERIC_BYTES_MAX) {
          throw corrupt("NUMERIC");
        }
        advance(bytes, "NUMERIC");
      }
      case STRING, BYTES -> {
        int mask = mask(order);
        expectPlain(mask, "STRING or BYTES");
        findTerminator(mask);
      }
      default -> throw notAKey(type);
    }
  }

  /** Reads the next part, NULL or not, as a boxed value. */
  public Value readValue(SqlType type, KeyOrder order) {
    if (readNull()) {
      return new Value.Null(type);
    }
    return switch (type.kind()) {
      case BOOL -> new Value.Bool(readBool(order));
      case INT64 -> new Value.Int64(readLong(order));
      case DATE -> new Value.Date(readDate(order));
      case TIMESTAMP -> new Value.Timestamp(readTimestampMicros(order), nanos);
      case FLOAT64 -> new Value.Float64(readDouble(order));
      case UUID -> new Value.Uuid(readUuid(order));
      case NUMERIC -> new Value.Numeric(readNumeric(order));
      case STRING -> new Value.Str(readString(order));
      case BYTES -> new Value.Bytes(readByteArray(order));
      default -> throw notAKey(type);
    };
  }

  /** Whether values of that kind have a key encoding. */
  public static boolean isKeyKind(TypeKind kind) {
    return switch (kind) {
      case BOOL, INT64, DATE, TIMESTAMP, FLOAT64, UUID, NUMERIC, STRING, BYTES -> true;
      default -> false;
    };
  }

  /** Moves behind the terminator; returns how many escaped zeros it passed. */
  private int findTerminator(int mask) {
    byte escape = (byte) (KeyEncoder.ESCAPE ^ mask);
    int zeros = 0;
    while (position + 1 < end) {
      if (array[position] != escape) {
        position++;
        continue;
      }
      int second = (array[position + 1] ^ mask) & 0xFF;
      position += 2;
      if (second == KeyEncoder.TERMINATOR) {
        return zeros;
      }
      if (second != KeyEncoder.ESCAPED_ZERO) {
        throw corrupt("STRING or BYTES");
      }
      zeros++;
    }
    throw corrupt("STRING or BYTES");
  }

  /** The low bytes of a negative number in complement form. */
  private long readNegative(int bytes, int mask) {
    long low = readBigEndian(bytes, mask);
    return bytes == 8 ? low : low | (-1L << (bytes * 8));
  }

  private long readBigEndian(int bytes, int mask) {
    require(bytes, "number");
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value = (value << 8) | ((array[position++] ^ mask) & 0xFF);
    }
    return value;
  }

  private void expectPlain(int mask, String type) {
    if (((next() ^ mask) & 0xFF) != KeyEncoder.PLAIN) {
      throw corrupt(type);
    }
  }

  private int next() {
    require(1, "key");
    return array[position++] & 0xFF;
  }

  private void advance(int bytes, String type) {
    require(bytes, type);
    position += bytes;
  }

  private void require(int bytes, String what) {
    if (end - position < bytes) {
      throw corrupt(what);
    }
  }

  private static int mask(KeyOrder order) {
    return order.descending() ? 0xFF : 0;
  }

  private static DbException notAKey(SqlType type) {
    return DbException.notSupported("A key of type " + type);
  }

  private DbException corrupt(String what) {
    return new DbException(ErrorCode.CORRUPT_DATA, "Key cannot be read")
        .with("part", what)
        .with("offset", consumed())
        .with("key", hex());
  }

  private String hex() {
    return HexFormat.of().formatHex(Arrays.copyOfRange(array, start, end));
  }
}
