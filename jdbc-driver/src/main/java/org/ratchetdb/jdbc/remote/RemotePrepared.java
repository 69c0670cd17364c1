package org.ratchetdb.jdbc.remote;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.jdbc.backend.ExecuteOptions;
import org.ratchetdb.jdbc.backend.ExecuteResult;
import org.ratchetdb.jdbc.backend.Parameter;
import org.ratchetdb.jdbc.backend.PreparedBackend;
import org.ratchetdb.jdbc.backend.RowShape;
import org.ratchetdb.jdbc.backend.StatementKind;
import org.ratchetdb.jdbc.backend.TransactionState;

/** A named prepared statement of a server. */
final class RemotePrepared implements PreparedBackend {
  /**
   * Rows of a batch that are sent before their answers are read: both sides would wait for each
   * other if the answers did not fit into what the network buffers. An answer takes some 30 bytes.
   */
  private static final int BATCH_ROWS_MAX = 256;

  private static final int BATCH_BYTES_MAX = 1 << 20;

  private final RemoteBackend backend;
  private final ServerStream stream;
  private final String sql;
  private final List<@Nullable SqlType> declared;

  private String name = "";
  private int[] oids = {};
  private List<Parameter> parameters = List.of();
  private RemoteColumns columns = RemoteColumns.NONE;
  private StatementKind kind = StatementKind.QUERY;

  RemotePrepared(RemoteBackend backend, String sql, List<@Nullable SqlType> declared)
      throws SQLException {
    this.backend = backend;
    this.stream = backend.stream();
    this.sql = sql;
    this.declared = declared;
    prepare();
  }

  private void prepare() throws SQLException {
    name = backend.nextStatementName();
    try {
      backend.sendPending();
      backend.sendParse(name, sql, declared);
      stream.begin('D');
      stream.int8('S');
      stream.text(name);
      stream.end();
      stream.empty('S');
      stream.flush();
      backend.readBegin();
      readDescription();
    } catch (IOException e) {
      throw backend.lost(e);
    }
    kind = backend.kind(sql, columns.binary().length > 0);
  }

  private void readDescription() throws IOException, SQLException {
    SQLException failure = null;
    columns = RemoteColumns.NONE;
    while (true) {
      char type = stream.read();
      switch (type) {
        case 't' -> readParameters();
        case 'T' -> columns = RemoteColumns.read(stream, backend.dialect(), true);
        case 'n' -> {}
        case 'E' -> failure = backend.error(sql);
        case 'Z' -> {
          backend.ready();
          if (failure != null) {
            throw failure;
          }
          return;
        }
        default -> backend.aside(type);
      }
      if (failure != null && !backend.isOpen()) {
        throw failure;
      }
    }
  }

  private void readParameters() throws IOException {
    oids = new int[stream.readInt16()];
    List<Parameter> list = new ArrayList<>(oids.length);
    for (int i = 0; i < oids.length; i++) {
      oids[i] = stream.readInt32();
      list.add(new Parameter(Integer.toString(i + 1), Oids.type(oids[i], backend.dialect())));
    }
    parameters = List.copyOf(list);
  }

  @Override
  public StatementKind kind() {
    return kind;
  }

  @Override
  public List<Parameter> parameters() {
    return parameters;
  }

  @Override
  public RowShape shape() {
    return columns.shape();
  }

  @Override
  public ExecuteResult execute(List<Value> values, ExecuteOptions options) throws SQLException {
    try {
      return executeOnce(values, options);
    } catch (SQLException e) {
      if (!isOutdated(e) || backend.transactionState() != TransactionState.IDLE) {
        throw e;
      }
      prepare();
      return executeOnce(values, options);
    }
  }

  /** The server forgot the statement, or its columns changed with the schema. */
  private static boolean isOutdated(SQLException e) {
    String message = e.getMessage();
    return ErrorCode.UNDEFINED_PREPARED_STATEMENT.sqlState().equals(e.getSQLState())
        || (ErrorCode.NOT_SUPPORTED.sqlState().equals(e.getSQLState())
            && message != null
            && message.contains("cached plan must not change result type"));
  }

  private ExecuteResult executeOnce(List<Value> values, ExecuteOptions options)
      throws SQLException {
    // Statements that write return few rows, and their count only behind them.
    int fetchSize = kind == StatementKind.QUERY ? options.fetchSize() : 0;
    try {
      backend.sendPending();
      sendBind(values);
      backend.sendExecute(fetchSize);
      stream.empty(fetchSize == 0 ? 'S' : 'H');
      stream.flush();
      backend.readBegin();
      return new RemoteCursor(backend, sql, columns, fetchSize).open(kind);
    } catch (IOException e) {
      throw backend.lost(e);
    }
  }

  private void sendBind(List<Value> values) {
    stream.begin('B');
    stream.text("");
    stream.text(name);
    stream.int16(values.size());
    for (int i = 0; i < values.size(); i++) {
      stream.int16(WireValues.isBinary(values.get(i), oids[i]) ? 1 : 0);
    }
    stream.int16(values.size());
    for (int i = 0; i < values.size(); i++) {
      Value value = values.get(i);
      WireValues.write(stream, value, WireValues.isBinary(value, oids[i]));
    }
    boolean[] binary = columns.binary();
    stream.int16(binary.length);
    for (boolean b : binary) {
      stream.int16(b ? 1 : 0);
    }
    stream.end();
  }

  @Override
  public long[] executeBatch(List<List<Value>> rows) throws SQLException {
    try {
      backend.sendPending();
      long[] counts = new long[rows.size()];
      int sent = 0;
      int answered = 0;
      boolean beginRead = false;
      while (answered < counts.length) {
        int chunkEnd = Math.min(counts.length, sent + BATCH_ROWS_MAX);
        while (sent < chunkEnd && stream.pendingBytes() < BATCH_BYTES_MAX) {
          sendBind(rows.get(sent++));
          backend.sendExecute(0);
        }
        stream.empty(sent == counts.length ? 'S' : 'H');
        stream.flush();
        if (!beginRead) {
          backend.readBegin();
          beginRead = true;
        }
        while (answered < sent) {
          counts[answered++] = readCount(sent == counts.length);
        }
      }
      backend.finish(false);
      return counts;
    } catch (IOException e) {
      throw backend.lost(e);
    }
  }

  private long readCount(boolean synced) throws IOException, SQLException {
    while (true) {
      char type = stream.read();
      switch (type) {
        case 'C' -> {
          return RemoteCursor.countOf(stream.readText());
        }
        case 'D' -> {} // rows of RETURNING, which nobody asked for
        case 'E' -> {
          SQLException failure = backend.error(sql);
          if (backend.isOpen()) {
            backend.finish(!synced);
          }
          throw failure;
        }
        default -> backend.aside(type);
      }
    }
  }

  @Override
  public void close() {
    backend.closeLater(name);
  }
}
