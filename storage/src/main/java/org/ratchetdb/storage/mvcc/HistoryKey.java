package org.ratchetdb.storage.mvcc;

import java.util.Arrays;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;

/** Keys of the history family; the package comment draws them. */
public final class HistoryKey {
  /** The terminator and the inverted start timestamp. */
  public static final int SUFFIX_BYTES = 10;

  private static final byte ESCAPED_ZERO = (byte) 0xFF;
  private static final byte TERMINATOR = 0x01;

  private HistoryKey() {}

  /** The history key of the version of a key that began at a timestamp. */
  public static byte[] encode(byte[] key, int offset, int length, long startMicros) {
    byte[] encoded = escape(key, offset, length, SUFFIX_BYTES);
    int at = encoded.length - SUFFIX_BYTES;
    encoded[at + 1] = TERMINATOR;
    VersionHeader.writeLong(encoded, at + 2, ~startMicros);
    return encoded;
  }

  public static byte[] encode(Key key, long startMicros) {
    return encode(key.unsafeBytes(), 0, key.length(), startMicros);
  }

  /** Sorts before every version of the key, and after those of every smaller key. */
  public static byte[] before(Key key) {
    byte[] encoded = escape(key.unsafeBytes(), 0, key.length(), 2);
    encoded[encoded.length - 1] = TERMINATOR;
    return encoded;
  }

  /** Sorts after every version of the key, and before those of every larger key. */
  public static byte[] after(byte[] key, int offset, int length) {
    byte[] encoded = escape(key, offset, length, 2);
    encoded[encoded.length - 1] = TERMINATOR + 1;
    return encoded;
  }

  private static byte[] escape(byte[] key, int offset, int length, int room) {
    int zeros = 0;
    for (int i = offset; i < offset + length; i++) {
      if (key[i] == 0) {
        zeros++;
      }
    }
    byte[] encoded = new byte[length + zeros + room];
    if (zeros == 0) {
      System.arraycopy(key, offset, encoded, 0, length);
      return encoded;
    }
    int at = 0;
    for (int i = offset; i < offset + length; i++) {
      encoded[at++] = key[i];
      if (key[i] == 0) {
        encoded[at++] = ESCAPED_ZERO;
      }
    }
    return encoded;
  }

  /** The start timestamp in a history key. */
  public static long startMicros(ByteSlice encoded) {
    checkLength(encoded);
    return ~VersionHeader.readLong(
        encoded.array(), encoded.offset() + encoded.length() - Long.BYTES);
  }

  /** The key in a history key. */
  public static byte[] decode(ByteSlice encoded) {
    checkLength(encoded);
    byte[] from = encoded.array();
    int end = encoded.offset() + encoded.length() - SUFFIX_BYTES;
    byte[] key = new byte[encoded.length() - SUFFIX_BYTES];
    int length = 0;
    for (int i = encoded.offset(); i < end; i++) {
      key[length++] = from[i];
      if (from[i] == 0) {
        i++; // the escape
      }
    }
    return length == key.length ? key : Arrays.copyOf(key, length);
  }

  private static void checkLength(ByteSlice encoded) {
    if (encoded.length() < SUFFIX_BYTES) {
      throw new DbException(ErrorCode.CORRUPT_DATA, "A key of the history is too short")
          .with("length", encoded.length());
    }
  }
}
