package org.ratchetdb.storage.mvcc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/**
 * What stands before the payload of a stored version: a format byte and a timestamp. The package
 * comment draws it.
 */
public final class VersionHeader {
  public static final int BYTES = 9;

  /** Where the timestamp begins. */
  public static final int TIMESTAMP_OFFSET = 1;

  private static final byte FORMAT = 1;
  private static final VarHandle BIG_ENDIAN =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private VersionHeader() {}

  public static void write(byte[] target, int offset, long timestampMicros) {
    target[offset] = FORMAT;
    writeLong(target, offset + TIMESTAMP_OFFSET, timestampMicros);
  }

  /** The timestamp of a stored version; fails with {@code CORRUPT_DATA} when it is none. */
  public static long readTimestamp(byte[] source, int offset, int length) {
    if (length < BYTES || source[offset] != FORMAT) {
      throw new DbException(ErrorCode.CORRUPT_DATA, "A stored version has no valid header")
          .with("length", length);
    }
    return readLong(source, offset + TIMESTAMP_OFFSET);
  }

  public static void writeLong(byte[] target, int offset, long value) {
    BIG_ENDIAN.set(target, offset, value);
  }

  public static long readLong(byte[] source, int offset) {
    return (long) BIG_ENDIAN.get(source, offset);
  }
}
