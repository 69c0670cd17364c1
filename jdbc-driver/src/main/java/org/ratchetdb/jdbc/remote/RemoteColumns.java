package org.ratchetdb.jdbc.remote;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.jdbc.backend.Column;
import org.ratchetdb.jdbc.backend.RowShape;

/**
 * The columns that a server described.
 *
 * @param shape names and types
 * @param binary whether a column's values come in binary
 */
@SuppressWarnings("ArrayRecordComponent") // private to the package, never compared, never changed
record RemoteColumns(RowShape shape, boolean[] binary) {
  static final RemoteColumns NONE = new RemoteColumns(RowShape.EMPTY, new boolean[0]);

  /**
   * Reads a RowDescription.
   *
   * @param choose whether the formats are still to be chosen, as with a statement; else the message
   *     tells them
   */
  static RemoteColumns read(ServerStream stream, Dialect dialect, boolean choose)
      throws IOException {
    int count = stream.readInt16();
    List<Column> columns = new ArrayList<>(count);
    boolean[] binary = new boolean[count];
    for (int i = 0; i < count; i++) {
      String name = stream.readText();
      stream.skip(6); // table and number of the column
      int oid = stream.readInt32();
      stream.skip(6); // size and modifier of the type
      int format = stream.readInt16();
      columns.add(new Column(name, Oids.type(oid, dialect)));
      binary[i] = choose ? Oids.isBinary(oid) : format == 1;
    }
    return new RemoteColumns(new RowShape(columns), binary);
  }
}
