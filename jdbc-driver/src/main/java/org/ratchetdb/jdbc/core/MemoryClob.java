package org.ratchetdb.jdbc.core;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.SQLException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.jdbc.backend.SqlErrors;

/** Text that was read from a column, as a Clob for the programs that ask for one. Read-only. */
final class MemoryClob implements NClob {
  private final String text;

  MemoryClob(String text) {
    this.text = text;
  }

  @Override
  public long length() {
    return text.length();
  }

  @Override
  public String getSubString(long position, int length) throws SQLException {
    int from = from(position, length);
    return text.substring(from, Math.min(text.length(), from + length));
  }

  private int from(long position, long length) throws SQLException {
    if (position < 1 || position > text.length() + 1L || length < 0) {
      throw SqlErrors.of(ErrorCode.INVALID_ARGUMENT, "There is no character " + position);
    }
    return (int) position - 1;
  }

  @Override
  public Reader getCharacterStream() {
    return new StringReader(text);
  }

  @Override
  public Reader getCharacterStream(long position, long length) throws SQLException {
    int from = from(position, length);
    return new StringReader(text.substring(from, (int) Math.min(text.length(), from + length)));
  }

  @Override
  public InputStream getAsciiStream() {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public long position(String pattern, long start) throws SQLException {
    int found = text.indexOf(pattern, from(start, 0));
    return found < 0 ? -1 : found + 1L;
  }

  @Override
  public long position(Clob pattern, long start) throws SQLException {
    return position(pattern.getSubString(1, (int) pattern.length()), start);
  }

  @Override
  public int setString(long position, String value) throws SQLException {
    throw readOnly();
  }

  @Override
  public int setString(long position, String value, int offset, int length) throws SQLException {
    throw readOnly();
  }

  @Override
  public OutputStream setAsciiStream(long position) throws SQLException {
    throw readOnly();
  }

  @Override
  public Writer setCharacterStream(long position) throws SQLException {
    throw readOnly();
  }

  @Override
  public void truncate(long length) throws SQLException {
    throw readOnly();
  }

  private static SQLException readOnly() {
    return SqlErrors.notSupported("Writing to a Clob");
  }

  @Override
  public void free() {
    // Memory only: the garbage collector's affair.
  }
}
