package org.ratchetdb.pgwire.codec;

import java.util.List;
import org.ratchetdb.common.pgformat.PgBuffer;
import org.ratchetdb.common.pgformat.PgType;
import org.ratchetdb.pgwire.message.ErrorResponse;

/**
 * Writes what the server says into a buffer. A message is a type byte, an int32 length that counts
 * itself, and a body. Owned by one thread.
 */
public final class BackendWriter {
  private final PgBuffer out;

  public BackendWriter(PgBuffer out) {
    this.out = out;
  }

  public PgBuffer buffer() {
    return out;
  }

  public void authenticationOk() {
    out.writeByte('R');
    out.writeInt(8);
    out.writeInt(0);
  }

  public void parameterStatus(String name, String value) {
    int length = begin('S');
    out.writeCString(name);
    out.writeCString(value);
    end(length);
  }

  public void backendKeyData(int processId, byte[] secret) {
    int length = begin('K');
    out.writeInt(processId);
    out.writeBytes(secret);
    end(length);
  }

  /** Names the newest version of protocol 3 this server speaks and the options it does not know. */
  public void negotiateProtocolVersion(int minor, List<String> unknownOptions) {
    int length = begin('v');
    out.writeInt((3 << 16) | minor);
    out.writeInt(unknownOptions.size());
    unknownOptions.forEach(out::writeCString);
    end(length);
  }

  /**
   * @param status I idle, T in a transaction block, E in a failed one
   */
  public void readyForQuery(char status) {
    out.writeByte('Z');
    out.writeInt(5);
    out.writeByte(status);
  }

  public void error(ErrorResponse error) {
    fields('E', error);
  }

  public void notice(ErrorResponse notice) {
    fields('N', notice);
  }

  private void fields(char type, ErrorResponse error) {
    int length = begin(type);
    error
        .fields()
        .forEach(
            (letter, value) -> {
              out.writeByte(letter);
              out.writeCString(value.replace('\0', '\uFFFD'));
            });
    out.writeByte(0);
    end(length);
  }

  /** The error form of protocol 2: no length, text up to a zero. */
  public void oldError(String text) {
    out.writeByte('E');
    out.writeCString(text);
  }

  public void commandComplete(String tag) {
    int length = begin('C');
    out.writeCString(tag);
    end(length);
  }

  /** CommandComplete with a row count behind the tag. */
  public void commandComplete(String tag, long rows) {
    int length = begin('C');
    out.writeString(tag);
    out.writeByte(' ');
    out.writeDecimal(rows);
    out.writeByte(0);
    end(length);
  }

  public void emptyQueryResponse() {
    empty('I');
  }

  public void parseComplete() {
    empty('1');
  }

  public void bindComplete() {
    empty('2');
  }

  public void closeComplete() {
    empty('3');
  }

  public void noData() {
    empty('n');
  }

  public void portalSuspended() {
    empty('s');
  }

  public void parameterDescription(List<Integer> oids) {
    int length = begin('t');
    out.writeShort(oids.size());
    for (int oid : oids) {
      out.writeInt(oid);
    }
    end(length);
  }

  /** Begins a RowDescription of so many columns; ended by {@link #end}. */
  public int beginRowDescription(int columns) {
    int length = begin('T');
    out.writeShort(columns);
    return length;
  }

  /** One column of no table. */
  public void rowDescriptionColumn(String name, PgType type, int format) {
    out.writeCString(name);
    out.writeInt(0); // table
    out.writeShort(0); // column of the table
    out.writeInt(type.oid());
    out.writeShort(type.length());
    out.writeInt(-1); // type modifier
    out.writeShort(format);
  }

  /** Begins a DataRow; each column follows as length and bytes; ended by {@link #end}. */
  public int beginDataRow(int columns) {
    int length = begin('D');
    out.writeShort(columns);
    return length;
  }

  /** Fills the length of a begun message. */
  public void end(int lengthPosition) {
    out.setInt(lengthPosition, out.length() - lengthPosition);
  }

  private int begin(char type) {
    out.writeByte(type);
    return out.reserveInt();
  }

  private void empty(char type) {
    out.writeByte(type);
    out.writeInt(4);
  }
}
