package org.ratchetdb.storage.mvcc;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.storage.api.PayloadMerger;

/**
 * The version of a key that a read found: where its payload is and since when it holds. Filled by
 * the engine; a byte engine reuses the buffer, so the payload is valid until the next read into the
 * same object. Owned by one thread.
 */
public final class Version {
  private static final int BUFFER_BYTES_MIN = 256;

  private static final int[] NO_STAMPS = new int[0];

  private byte[] buffer = new byte[0];
  private byte[] array = buffer;
  private int offset;
  private int length;
  private long timestampMicros;

  /** Since when this version holds: the timestamp of the commit that wrote it. */
  public long timestampMicros() {
    return timestampMicros;
  }

  public int payloadLength() {
    return length;
  }

  /** Points the slice at the payload. */
  public void payloadInto(ByteSlice slice) {
    slice.set(array, offset, length);
  }

  /** What a patch makes of the version of a key that it is laid over; there must be one. */
  public static PayloadMerger.Merged patched(
      Key key, @Nullable Version base, byte[] patch, int[] stampOffsets, PayloadMerger merger) {
    if (base == null) {
      // Whoever patches has the existence locked, so this would be a bug.
      throw new IllegalStateException("A patch of a key that does not exist: " + key);
    }
    ByteSlice slice = new ByteSlice();
    base.payloadInto(slice);
    return merger.merge(slice, NO_STAMPS, patch, stampOffsets);
  }

  public void copyPayload(byte[] target, int targetOffset) {
    System.arraycopy(array, offset, target, targetOffset, length);
  }

  /** The array a byte engine reads into, at least of the given size. */
  public byte[] buffer(int bytesMin) {
    if (buffer.length < bytesMin) {
      buffer = new byte[Math.max(BUFFER_BYTES_MIN, Integer.highestOneBit(bytesMin - 1) << 1)];
    }
    return buffer;
  }

  /** Sets what was found. */
  public void set(long newTimestampMicros, byte[] newArray, int newOffset, int newLength) {
    timestampMicros = newTimestampMicros;
    array = newArray;
    offset = newOffset;
    length = newLength;
  }
}
