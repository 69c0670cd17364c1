package org.ratchetdb.executor.row;

import java.util.Arrays;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/** A byte array that grows. Owned by one thread. */
public final class ByteWriter {
  private byte[] buffer;
  private int length;

  public ByteWriter(int capacity) {
    this.buffer = new byte[capacity];
  }

  public byte[] array() {
    return buffer;
  }

  public int length() {
    return length;
  }

  public void reset() {
    length = 0;
  }

  public void put(int b) {
    ensure(1);
    buffer[length++] = (byte) b;
  }

  public void putBytes(byte[] source, int offset, int count) {
    ensure(count);
    System.arraycopy(source, offset, buffer, length, count);
    length += count;
  }

  /** The low bytes of a word, most significant first. */
  public void putBigEndian(long value, int bytes) {
    ensure(bytes);
    for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8) {
      buffer[length++] = (byte) (value >>> shift);
    }
  }

  /** Seven bits a byte, least significant first; the top bit says that more follow. */
  public void putVarint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      put((int) (rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    put((int) rest);
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(buffer, length);
  }

  private void ensure(int more) {
    long needed = (long) length + more;
    if (needed > buffer.length) {
      if (needed > Integer.MAX_VALUE - 64) {
        throw new DbException(ErrorCode.LIMIT_EXCEEDED, "Row is larger than 2 GiB");
      }
      long doubled = Math.min(Integer.MAX_VALUE - 64, 2L * buffer.length);
      buffer = Arrays.copyOf(buffer, (int) Math.max(needed, Math.max(doubled, 32)));
    }
  }
}
