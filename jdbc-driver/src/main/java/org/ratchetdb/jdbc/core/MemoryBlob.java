package org.ratchetdb.jdbc.core;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Blob;
import java.sql.SQLException;
import java.util.Arrays;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.jdbc.backend.SqlErrors;

/** Bytes that were read from a column, as a Blob for the programs that ask for one. Read-only. */
final class MemoryBlob implements Blob {
  private final byte[] bytes;

  MemoryBlob(byte[] bytes) {
    this.bytes = bytes;
  }

  @Override
  public long length() {
    return bytes.length;
  }

  @Override
  public byte[] getBytes(long position, int length) throws SQLException {
    int from = from(position, length);
    return Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + length));
  }

  private int from(long position, long length) throws SQLException {
    if (position < 1 || position > bytes.length + 1L || length < 0) {
      throw SqlErrors.of(ErrorCode.INVALID_ARGUMENT, "There is no byte " + position);
    }
    return (int) position - 1;
  }

  @Override
  public InputStream getBinaryStream() {
    return new ByteArrayInputStream(bytes);
  }

  @Override
  public InputStream getBinaryStream(long position, long length) throws SQLException {
    int from = from(position, length);
    return new ByteArrayInputStream(bytes, from, (int) Math.min(bytes.length - from, length));
  }

  @Override
  public long position(byte[] pattern, long start) throws SQLException {
    for (int i = from(start, 0); i + pattern.length <= bytes.length; i++) {
      if (Arrays.equals(bytes, i, i + pattern.length, pattern, 0, pattern.length)) {
        return i + 1L;
      }
    }
    return -1;
  }

  @Override
  public long position(Blob pattern, long start) throws SQLException {
    return position(pattern.getBytes(1, (int) pattern.length()), start);
  }

  @Override
  public int setBytes(long position, byte[] value) throws SQLException {
    throw readOnly();
  }

  @Override
  public int setBytes(long position, byte[] value, int offset, int length) throws SQLException {
    throw readOnly();
  }

  @Override
  public OutputStream setBinaryStream(long position) throws SQLException {
    throw readOnly();
  }

  @Override
  public void truncate(long length) throws SQLException {
    throw readOnly();
  }

  private static SQLException readOnly() {
    return SqlErrors.notSupported("Writing to a Blob");
  }

  @Override
  public void free() {
    // Memory only: the garbage collector's affair.
  }
}
