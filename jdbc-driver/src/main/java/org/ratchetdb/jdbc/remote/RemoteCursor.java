package org.ratchetdb.jdbc.remote;

import java.io.IOException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.jdbc.backend.BufferedCursor;
import org.ratchetdb.jdbc.backend.ExecuteResult;
import org.ratchetdb.jdbc.backend.RowCursor;
import org.ratchetdb.jdbc.backend.RowShape;
import org.ratchetdb.jdbc.backend.SqlErrors;
import org.ratchetdb.jdbc.backend.StatementKind;
import org.ratchetdb.jdbc.backend.TransactionState;

/**
 * The answer to one Execute, read from the socket row by row. Until it has ended nothing else can
 * be asked of the server: whoever wants to, reads or closes it first.
 */
final class RemoteCursor implements RowCursor {
  private final RemoteBackend backend;
  private final ServerStream stream;
  private final String sql;

  /** Rows per fetch; 0 when all come at once, with the Sync sent already. */
  private final int fetchSize;

  private RemoteColumns columns;
  private int[] offsets = {};
  private int[] lengths = {};

  /** The first row was read to see whether the statement fails, but not yet asked for. */
  private boolean rowAhead;

  private boolean ended;
  private String tag = "";

  /**
   * @param columns what was described when the statement was prepared; null when the description
   *     comes with the answer
   */
  RemoteCursor(RemoteBackend backend, String sql, @Nullable RemoteColumns columns, int fetchSize) {
    this.backend = backend;
    this.stream = backend.stream();
    this.sql = sql;
    this.columns = columns == null ? RemoteColumns.NONE : columns;
    this.fetchSize = fetchSize;
    allocate();
  }

  private void allocate() {
    offsets = new int[columns.binary().length];
    lengths = new int[columns.binary().length];
  }

  /**
   * Reads up to the first row or the end, so that a statement that fails does so here. Rows that a
   * writing statement returns are all read, for its count comes behind them.
   */
  ExecuteResult open(StatementKind kind) throws IOException, SQLException {
    rowAhead = advance();
    RowShape shape = columns.shape();
    if (shape.size() == 0) {
      return ExecuteResult.count(kind == StatementKind.DML ? count() : -1);
    }
    if (kind != StatementKind.DML) {
      return new ExecuteResult(shape, this, -1);
    }
    BufferedCursor rows = BufferedCursor.drain(this, shape.size(), false, Long.MAX_VALUE);
    SQLException failure = rows.failure();
    if (failure != null) {
      throw failure;
    }
    return new ExecuteResult(shape, rows, count());
  }

  /** The number at the end of a tag such as {@code INSERT 0 5}; -1 when there is none. */
  private long count() {
    return countOf(tag);
  }

  static long countOf(String tag) {
    int space = tag.lastIndexOf(' ');
    long count = 0;
    for (int i = space + 1; i < tag.length(); i++) {
      char c = tag.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      count = count * 10 + (c - '0');
    }
    return space < 0 ? -1 : count;
  }

  @Override
  public boolean next() throws SQLException {
    if (rowAhead) {
      rowAhead = false;
      return true;
    }
    if (ended) {
      return false;
    }
    try {
      return advance();
    } catch (IOException e) {
      throw backend.lost(e);
    }
  }

  /** Reads to the next row or the end. */
  private boolean advance() throws IOException, SQLException {
    while (!ended) {
      char type = stream.read();
      switch (type) {
        case 'D' -> {
          readRow();
          return true;
        }
        case 'T' -> {
          columns = RemoteColumns.read(stream, backend.dialect(), false);
          allocate();
        }
        case 'C' -> {
          tag = stream.readText();
          sync();
        }
        case 's' -> {
          backend.sendExecute(fetchSize);
          stream.empty('H');
          stream.flush();
        }
        case 'E' -> {
          ended = true;
          SQLException failure = backend.error(sql);
          if (backend.isOpen()) {
            backend.finish(fetchSize != 0);
          }
          throw failure;
        }
        // An empty statement completes with I, one without rows is described by n.
        case 'I' -> sync();
        case 'n' -> {}
        case 'Z' -> {
          backend.ready();
          ended = true;
        }
        default -> backend.aside(type);
      }
    }
    return false;
  }

  private void sync() throws IOException {
    if (fetchSize != 0) {
      stream.empty('S');
      stream.flush();
    }
  }

  private void readRow() throws IOException, SQLException {
    int count = stream.readInt16();
    if (count != offsets.length) {
      throw SqlErrors.of(
          ErrorCode.PROTOCOL_VIOLATION,
          "The server sent a row of " + count + " columns instead of " + offsets.length);
    }
    for (int i = 0; i < count; i++) {
      int length = stream.readInt32();
      offsets[i] = stream.position();
      lengths[i] = length;
      if (length > 0) {
        stream.skip(length);
      }
    }
  }

  // ---- The current row ----

  @Override
  public boolean isNull(int column) {
    return lengths[column] < 0;
  }

  @Override
  public long getLong(int column) throws SQLException {
    return WireValues.readLong(
        stream.body(),
        offsets[column],
        lengths[column],
        columns.binary()[column],
        columns.shape().column(column).type());
  }

  @Override
  public double getDouble(int column) throws SQLException {
    return WireValues.readDouble(
        stream.body(),
        offsets[column],
        lengths[column],
        columns.binary()[column],
        columns.shape().column(column).type());
  }

  @Override
  public String getString(int column) {
    return WireValues.text(stream.body(), offsets[column], lengths[column]);
  }

  @Override
  public byte[] getBytes(int column) throws SQLException {
    return WireValues.readBytes(
        stream.body(), offsets[column], lengths[column], columns.binary()[column]);
  }

  @Override
  public Value getValue(int column) throws SQLException {
    var type = columns.shape().column(column).type();
    return isNull(column)
        ? new Value.Null(type)
        : WireValues.read(
            stream.body(), offsets[column], lengths[column], columns.binary()[column], type);
  }

  /** Reads what is left and drops it; a fetch is ended where it stands. */
  @Override
  public void close() throws SQLException {
    SQLException failure = end();
    if (failure != null && backend.transactionState() == TransactionState.FAILED) {
      throw failure;
    }
  }

  @Override
  public void discard() throws SQLException {
    var unused = end();
  }

  /** Returns the error in what is left, or null. */
  private @Nullable SQLException end() throws SQLException {
    rowAhead = false;
    if (ended) {
      return null;
    }
    ended = true;
    try {
      if (fetchSize != 0) {
        stream.empty('S');
        stream.flush();
      }
      return backend.abandon(sql);
    } catch (IOException e) {
      throw backend.lost(e);
    }
  }
}
