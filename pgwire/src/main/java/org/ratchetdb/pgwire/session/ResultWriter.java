package org.ratchetdb.pgwire.session;

import java.time.ZoneId;
import java.util.List;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.pgformat.PgBuffer;
import org.ratchetdb.common.pgformat.PgColumnSource;
import org.ratchetdb.common.pgformat.PgType;
import org.ratchetdb.common.pgformat.PgTypes;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.engine.api.ResultColumn;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.pgwire.codec.BackendWriter;
import org.ratchetdb.pgwire.message.BindParameters;

/** Writes the rows of one result in the formats asked for. Owned by one thread. */
final class ResultWriter {
  private static final String UNNAMED_COLUMN = "?column?";

  private final BackendWriter writer;
  private final ResultCursor cursor;
  private final PgColumnSource source;
  private final PgType[] types;
  private final boolean[] binary;
  private final ZoneId zone;
  private final ByteSlice scratch = new ByteSlice();

  /**
   * @param formats by the rule of none, one or each; checked by the caller
   */
  ResultWriter(BackendWriter writer, ResultCursor cursor, List<Integer> formats, ZoneId zone) {
    this.writer = writer;
    this.cursor = cursor;
    this.source = new CursorSource(cursor);
    this.zone = zone;
    List<ResultColumn> columns = cursor.columns();
    this.types = new PgType[columns.size()];
    this.binary = new boolean[columns.size()];
    for (int i = 0; i < types.length; i++) {
      types[i] = PgTypes.forSqlType(columns.get(i).type());
      binary[i] = BindParameters.formatOf(formats, i) == BindParameters.BINARY;
    }
  }

  /** RowDescription of columns under the formats asked for. */
  static void describe(BackendWriter writer, List<ResultColumn> columns, List<Integer> formats) {
    int message = writer.beginRowDescription(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      ResultColumn column = columns.get(i);
      writer.rowDescriptionColumn(
          column.name().isEmpty() ? UNNAMED_COLUMN : column.name(),
          PgTypes.forSqlType(column.type()),
          BindParameters.formatOf(formats, i));
    }
    writer.end(message);
  }

  /** DataRow of the row that the cursor stands on. */
  void writeRow() {
    PgBuffer out = writer.buffer();
    int start = out.length();
    try {
      writeRow(out);
    } catch (RuntimeException e) {
      out.truncate(start); // half a message would garble the error that follows
      throw e;
    }
  }

  private void writeRow(PgBuffer out) {
    int message = writer.beginDataRow(types.length);
    for (int i = 0; i < types.length; i++) {
      if (cursor.isNull(i)) {
        out.writeInt(-1);
        continue;
      }
      int length = out.reserveInt();
      if (binary[i]) {
        types[i].writeBinary(source, i, scratch, out);
      } else {
        types[i].writeText(source, i, zone, scratch, out);
      }
      out.setLengthBehind(length);
    }
    writer.end(message);
  }

  private record CursorSource(ResultCursor cursor) implements PgColumnSource {
    @Override
    public long getLong(int column) {
      return cursor.getLong(column);
    }

    @Override
    public double getDouble(int column) {
      return cursor.getDouble(column);
    }

    @Override
    public void getBytes(int column, ByteSlice into) {
      cursor.getBytes(column, into);
    }

    @Override
    public Value getValue(int column) {
      return cursor.getValue(column);
    }
  }
}
