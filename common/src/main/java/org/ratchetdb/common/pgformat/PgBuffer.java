package org.ratchetdb.common.pgformat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A growing buffer of bytes in network order. Kept and reused by its owner, so that writing numbers
 * and text into a warm buffer makes no garbage. Owned by one thread.
 */
public final class PgBuffer {
  private static final int INITIAL_CAPACITY = 512;
  private static final int LONG_DIGITS_MAX = 20;

  private byte[] array = new byte[INITIAL_CAPACITY];
  private int length;

  public PgBuffer() {}

  public byte[] array() {
    return array;
  }

  public int length() {
    return length;
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(array, length);
  }

  /** Forgets the content; a buffer that grew beyond the limit is given back. */
  public void clear(int keepCapacityMax) {
    length = 0;
    if (array.length > keepCapacityMax) {
      array = new byte[INITIAL_CAPACITY];
    }
  }

  /** Forgets what was written after that length. */
  public void truncate(int newLength) {
    if (newLength < 0 || newLength > length) {
      throw new IllegalArgumentException("Cannot truncate " + length + " bytes to " + newLength);
    }
    length = newLength;
  }

  public void writeByte(int value) {
    ensure(1);
    array[length++] = (byte) value;
  }

  public void writeShort(int value) {
    ensure(2);
    array[length++] = (byte) (value >>> 8);
    array[length++] = (byte) value;
  }

  public void writeInt(int value) {
    ensure(4);
    putInt(length, value);
    length += 4;
  }

  public void writeLong(long value) {
    ensure(8);
    putInt(length, (int) (value >>> 32));
    putInt(length + 4, (int) value);
    length += 8;
  }

  public void writeBytes(byte[] bytes, int offset, int count) {
    ensure(count);
    System.arraycopy(bytes, offset, array, length, count);
    length += count;
  }

  public void writeBytes(byte[] bytes) {
    writeBytes(bytes, 0, bytes.length);
  }

  /** UTF-8 without length or terminator. */
  public void writeString(CharSequence text) {
    int count = text.length();
    ensure(count);
    for (int i = 0; i < count; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        writeBytes(text.subSequence(i, count).toString().getBytes(StandardCharsets.UTF_8));
        return;
      }
      array[length++] = (byte) c;
    }
  }

  /** UTF-8 and a zero byte. */
  public void writeCString(CharSequence text) {
    writeString(text);
    writeByte(0);
  }

  /** Decimal digits. */
  public void writeDecimal(long value) {
    if (value == Long.MIN_VALUE) {
      writeString("-9223372036854775808");
      return;
    }
    ensure(LONG_DIGITS_MAX);
    long rest = value;
    if (rest < 0) {
      array[length++] = '-';
      rest = -rest;
    }
    int digits = 1;
    for (long limit = 10; digits < 19 && rest >= limit; digits++) {
      limit = digits < 18 ? limit * 10 : Long.MAX_VALUE;
    }
    for (int i = length + digits - 1; i >= length; i--) {
      array[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += digits;
  }

  /** Leaves four bytes for a number that is known later; see {@link #setInt}. */
  public int reserveInt() {
    ensure(4);
    length += 4;
    return length - 4;
  }

  public void setInt(int position, int value) {
    putInt(position, value);
  }

  /** Fills a reserved length that counts the bytes behind it. */
  public void setLengthBehind(int position) {
    putInt(position, length - position - 4);
  }

  private void putInt(int position, int value) {
    array[position] = (byte) (value >>> 24);
    array[position + 1] = (byte) (value >>> 16);
    array[position + 2] = (byte) (value >>> 8);
    array[position + 3] = (byte) value;
  }

  private void ensure(int more) {
    int needed = Math.addExact(length, more);
    if (needed > array.length) {
      long grown = Math.min((long) array.length * 2, Integer.MAX_VALUE - 8L);
      array = Arrays.copyOf(array, (int) Math.max(needed, grown));
    }
  }
}
