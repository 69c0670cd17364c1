package org.ratchetdb.executor.row;

import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/** Reads what {@link ByteWriter} wrote; bytes that nobody wrote give CORRUPT_DATA. */
public final class ByteReader {
  private byte[] array = new byte[0];
  private int position;
  private int end;

  public ByteReader set(byte[] bytes, int offset, int length) {
    array = bytes;
    position = offset;
    end = offset + length;
    return this;
  }

  public byte[] array() {
    return array;
  }

  public int position() {
    return position;
  }

  public int remaining() {
    return end - position;
  }

  public int next() {
    require(1);
    return array[position++] & 0xFF;
  }

  public long readBigEndian(int bytes) {
    require(bytes);
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value = (value << 8) | (array[position++] & 0xFF);
    }
    return value;
  }

  public long readVarint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int b = next();
      value |= (long) (b & 0x7F) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw corrupt();
  }

  /** A length that must fit in what is left. */
  public int readLength() {
    long length = readVarint();
    if (length < 0 || length > remaining()) {
      throw corrupt();
    }
    return (int) length;
  }

  public byte[] readBytes(int count) {
    require(count);
    byte[] bytes = java.util.Arrays.copyOfRange(array, position, position + count);
    position += count;
    return bytes;
  }

  public void skip(int count) {
    require(count);
    position += count;
  }

  private void require(int bytes) {
    if (bytes < 0 || end - position < bytes) {
      throw corrupt();
    }
  }

  static DbException corrupt() {
    return new DbException(ErrorCode.CORRUPT_DATA, "Row cannot be read");
  }
}
