package org.ratchetdb.common.key;

import java.util.Arrays;

/**
 * A window on bytes that somebody else owns and may reuse. Mutable and without {@code equals} on
 * purpose: it is a cursor's hand, not a value. Owned by one thread.
 */
public final class ByteSlice {
  private byte[] array;
  private int offset;
  private int length;

  public ByteSlice() {
    this.array = new byte[0];
  }

  public void set(byte[] newArray, int newOffset, int newLength) {
    this.array = newArray;
    this.offset = newOffset;
    this.length = newLength;
  }

  public byte[] array() {
    return array;
  }

  public int offset() {
    return offset;
  }

  public int length() {
    return length;
  }

  /** Whether both windows show the same bytes. */
  public boolean contentEquals(ByteSlice other) {
    return Arrays.equals(
        array, offset, offset + length, other.array, other.offset, other.offset + other.length);
  }

  public byte[] toByteArray() {
    return Arrays.copyOfRange(array, offset, offset + length);
  }
}
