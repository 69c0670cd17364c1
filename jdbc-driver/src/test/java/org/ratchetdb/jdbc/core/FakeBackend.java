package org.ratchetdb.jdbc.core;

import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.jdbc.backend.BackendNotices;
import org.ratchetdb.jdbc.backend.BufferedCursor;
import org.ratchetdb.jdbc.backend.Column;
import org.ratchetdb.jdbc.backend.ConnectionBackend;
import org.ratchetdb.jdbc.backend.ExecuteOptions;
import org.ratchetdb.jdbc.backend.ExecuteResult;
import org.ratchetdb.jdbc.backend.Parameter;
import org.ratchetdb.jdbc.backend.PreparedBackend;
import org.ratchetdb.jdbc.backend.RowCursor;
import org.ratchetdb.jdbc.backend.RowShape;
import org.ratchetdb.jdbc.backend.SqlErrors;
import org.ratchetdb.jdbc.backend.StatementKind;
import org.ratchetdb.jdbc.backend.TransactionOptions;
import org.ratchetdb.jdbc.backend.TransactionState;
import org.ratchetdb.jdbc.text.SqlScanner;
import org.ratchetdb.jdbc.text.SqlText;

/**
 * Answers every query with the rows 1, 2, 3 of one INT64 column, counts one row for every write,
 * and writes down what it is asked. At most one of its cursors may be open: it complains otherwise.
 */
final class FakeBackend implements ConnectionBackend {
  final List<String> calls = new ArrayList<>();

  /** Fails the next statement, once. */
  @Nullable SQLException failure;

  /** Type that the one parameter of prepared statements has. */
  SqlType parameterType = SqlType.INT64;

  private BackendNotices notices = BackendNotices.NONE;

  /** What the next statement says beside its result, once. */
  final List<String> toSay = new ArrayList<>();

  private final RowShape shape = new RowShape(List.of(new Column("n", SqlType.INT64)));
  private TransactionState state = TransactionState.IDLE;
  private boolean open = true;
  private @Nullable StreamingCursor streaming;

  private void call(String what) throws SQLException {
    StreamingCursor cursor = streaming;
    if (cursor != null && !cursor.closed) {
      throw new IllegalStateException(what + " while a cursor is open");
    }
    calls.add(what);
    toSay.forEach(text -> notices.notice(new SQLWarning(text, "00000")));
    toSay.clear();
    SQLException failing = failure;
    failure = null;
    if (failing != null) {
      throw failing;
    }
  }

  private ExecuteResult result(String sql) {
    return switch (SqlText.firstWord(sql, dialect())) {
      case "INSERT", "UPDATE", "DELETE" ->
          sql.contains("THEN RETURN")
              ? new ExecuteResult(shape, rows(), 1)
              : ExecuteResult.count(1);
      case "SELECT" -> {
        StreamingCursor cursor = new StreamingCursor(rows());
        streaming = cursor;
        yield new ExecuteResult(shape, cursor, -1);
      }
      default -> ExecuteResult.count(-1);
    };
  }

  private static BufferedCursor rows() {
    List<Value[]> rows = new ArrayList<>();
    for (long n = 1; n <= 3; n++) {
      rows.add(new Value[] {new Value.Int64(n)});
    }
    return BufferedCursor.of(rows);
  }

  /** Like a buffered one, but says it is not. */
  private static final class StreamingCursor implements RowCursor {
    private final BufferedCursor rows;
    private boolean closed;

    StreamingCursor(BufferedCursor rows) {
      this.rows = rows;
    }

    @Override
    public boolean next() throws SQLException {
      return rows.next();
    }

    @Override
    public boolean isNull(int column) {
      return rows.isNull(column);
    }

    @Override
    public long getLong(int column) {
      return rows.getLong(column);
    }

    @Override
    public double getDouble(int column) {
      return rows.getDouble(column);
    }

    @Override
    public String getString(int column) {
      return rows.getString(column);
    }

    @Override
    public byte[] getBytes(int column) {
      return rows.getBytes(column);
    }

    @Override
    public Value getValue(int column) {
      return rows.getValue(column);
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @Override
  public PreparedBackend prepare(String sql, List<@Nullable SqlType> types) throws SQLException {
    call("prepare " + sql + (types.isEmpty() ? "" : " " + types));
    if (types.isEmpty() && sql.equals("SELECT ?")) {
      throw SqlErrors.of(ErrorCode.INDETERMINATE_TYPE, "which type?");
    }
    SqlType declared = types.isEmpty() ? null : types.get(0);
    SqlType type = declared == null ? parameterType : declared;
    return new PreparedBackend() {
      @Override
      public StatementKind kind() {
        return sql.startsWith("SELECT") ? StatementKind.QUERY : StatementKind.DML;
      }

      @Override
      public List<Parameter> parameters() {
        return sql.contains("?") ? List.of(new Parameter("1", type)) : List.of();
      }

      @Override
      public RowShape shape() {
        return kind() == StatementKind.QUERY ? shape : RowShape.EMPTY;
      }

      @Override
      public ExecuteResult execute(List<Value> parameters, ExecuteOptions options)
          throws SQLException {
        call("execute " + sql + " " + parameters);
        return result(sql);
      }

      @Override
      public long[] executeBatch(List<List<Value>> rows) throws SQLException {
        call("batch " + rows.size());
        long[] counts = new long[rows.size()];
        java.util.Arrays.fill(counts, 1);
        return counts;
      }

      @Override
      public void close() {
        calls.add("unprepare");
      }
    };
  }

  @Override
  public ExecuteResult execute(String sql, ExecuteOptions options) throws SQLException {
    call(sql);
    return result(sql);
  }

  @Override
  public List<String> split(String script) {
    return new SqlScanner(script, dialect()).split();
  }

  @Override
  public TransactionState transactionState() {
    return state;
  }

  @Override
  public void begin(TransactionOptions options) throws SQLException {
    call(
        "BEGIN"
            + (options.readOnly() ? " READ ONLY" : "")
            + (options.repeatableRead() ? " REPEATABLE READ" : ""));
    state = TransactionState.ACTIVE;
  }

  @Override
  public void commit() throws SQLException {
    state = TransactionState.IDLE;
    call("COMMIT");
  }

  @Override
  public void rollback() throws SQLException {
    state = TransactionState.IDLE;
    call("ROLLBACK");
  }

  @Override
  public String setting(String name) {
    return "30s";
  }

  @Override
  public void set(String name, String value) throws SQLException {
    call("SET " + name + "=" + value);
  }

  @Override
  public void setNotices(BackendNotices listener) {
    notices = listener;
  }

  @Override
  public boolean isValid(int timeoutMillis) {
    return open;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void cancel() {
    calls.add("cancel");
  }

  @Override
  public void interrupt() {
    calls.add("interrupt");
  }

  @Override
  public void close() {
    calls.add("close");
    open = false;
  }

  @Override
  public String databaseName() {
    return "fake";
  }

  @Override
  public Dialect dialect() {
    return Dialect.GOOGLE_STANDARD_SQL;
  }

  @Override
  public String productVersion() {
    return "1.2";
  }

  @Override
  public String userName() {
    return "me";
  }
}
