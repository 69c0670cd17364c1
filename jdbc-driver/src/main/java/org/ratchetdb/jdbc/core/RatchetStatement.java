package org.ratchetdb.jdbc.core;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.jdbc.backend.BufferedCursor;
import org.ratchetdb.jdbc.backend.ExecuteOptions;
import org.ratchetdb.jdbc.backend.ExecuteResult;
import org.ratchetdb.jdbc.backend.RowCursor;
import org.ratchetdb.jdbc.backend.RowShape;
import org.ratchetdb.jdbc.backend.SqlErrors;
import org.ratchetdb.jdbc.meta.SelfWrapper;
import org.ratchetdb.jdbc.text.JdbcEscapes;
import org.ratchetdb.jdbc.text.SqlText;

/**
 * A statement as text. One text may hold several statements, separated by semicolons; each runs by
 * itself and {@link #getMoreResults()} steps from one result to the next. Methods lock the
 * connection, {@link #cancel} does not.
 */
public class RatchetStatement implements Statement, SelfWrapper {
  /** What one statement of a text gave. */
  private record Outcome(@Nullable RatchetResultSet rows, long updateCount) {}

  final RatchetConnection connection;
  final SessionGate gate;

  /** Columns to return from a statement that writes; null when nobody asked. */
  private @Nullable List<String> keyColumns;

  private @Nullable RatchetResultSet current;
  private long updateCount = -1;
  private final Deque<Outcome> pending = new ArrayDeque<>(0);
  private @Nullable RatchetResultSet generatedKeys;
  private final List<String> batch = new ArrayList<>(0);

  private ExecuteOptions options;
  private int timeoutMillis;
  private long rowsMax;
  private boolean escapes = true;
  private boolean closeOnCompletion;
  private final Warnings warnings = new Warnings();
  private volatile boolean closed;

  RatchetStatement(RatchetConnection connection) {
    this.connection = connection;
    this.gate = connection.gate();
    this.options = connection.defaultOptions();
    this.timeoutMillis = connection.defaultTimeoutMillis();
  }

  final void checkOpen() throws SQLException {
    if (closed) {
      throw SqlErrors.closed("statement");
    }
  }

  /** What the statement that ran last has said; forgotten when the next begins. */
  final Warnings warnings() {
    return warnings;
  }

  final ExecuteOptions options() {
    return options;
  }

  final int timeoutMillis() {
    return timeoutMillis;
  }

  // ---- Execution of texts ----

  @Override
  public ResultSet executeQuery(String sql) throws SQLException {
    gate.lock();
    try {
      executeAll(sql, null);
      RatchetResultSet rows = current;
      if (rows == null) {
        throw noRows();
      }
      return rows;
    } finally {
      gate.unlock();
    }
  }

  @Override
  public boolean execute(String sql) throws SQLException {
    return execute(sql, (List<String>) null);
  }

  private boolean execute(String sql, @Nullable List<String> columns) throws SQLException {
    gate.lock();
    try {
      executeAll(sql, columns);
      return current != null;
    } finally {
      gate.unlock();
    }
  }

  @Override
  public long executeLargeUpdate(String sql) throws SQLException {
    return executeLargeUpdate(sql, (List<String>) null);
  }

  private long executeLargeUpdate(String sql, @Nullable List<String> columns) throws SQLException {
    gate.lock();
    try {
      executeAll(sql, columns);
      return count();
    } finally {
      gate.unlock();
    }
  }

  /** The update count of what ran last; rows that a writing statement returned are left aside. */
  final long count() throws SQLException {
    RatchetResultSet rows = current;
    if (rows == null) {
      return Math.max(0, updateCount);
    }
    closeResults();
    throw SqlErrors.of(
        ErrorCode.INVALID_ARGUMENT, "The statement returned rows: use executeQuery or execute");
  }

  static SQLException noRows() {
    return SqlErrors.of(
        ErrorCode.INVALID_ARGUMENT, "The statement returned no rows: use executeUpdate or execute");
  }

  /** Runs a text; afterwards the first result is the current one. */
  private void executeAll(String text, @Nullable List<String> columns) throws SQLException {
    checkOpen();
    closeResults();
    warnings.clear();
    String sql = escapes ? JdbcEscapes.replace(text, connection.dialect()) : text;
    keyColumns = columns;
    int semicolon = sql.indexOf(';');
    if (semicolon < 0) {
      executeOne(sql);
      return;
    }
    if (isBlank(sql, semicolon + 1)) {
      executeOne(sql.substring(0, semicolon));
      return;
    }
    List<String> parts = connection.split(sql);
    if (parts.size() < 2) {
      executeOne(parts.isEmpty() ? sql : parts.get(0));
      return;
    }
    List<Outcome> outcomes = new ArrayList<>();
    for (String part : parts) {
      executeOne(part);
      outcomes.add(new Outcome(current, updateCount));
    }
    current = outcomes.get(0).rows();
    updateCount = outcomes.get(0).updateCount();
    pending.addAll(outcomes.subList(1, outcomes.size()));
  }

  private static boolean isBlank(String sql, int from) {
    for (int i = from; i < sql.length(); i++) {
      if (!Character.isWhitespace(sql.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private void executeOne(String part) throws SQLException {
    List<String> columns = keyColumns;
    String sql =
        columns == null ? part : SqlText.withReturning(part, columns, connection.dialect());
    connection.enter(this, sql);
    try {
      adopt(gate.backend().execute(sql, options));
    } finally {
      gate.leave();
    }
  }

  /** Makes a result the current one. The connection is locked. */
  final void adopt(ExecuteResult result) throws SQLException {
    RowCursor rows = result.rows();
    if (rows == null) {
      current = null;
      updateCount = Math.max(0, result.updateCount());
    } else if (keyColumns != null && result.updateCount() >= 0) {
      current = null;
      updateCount = result.updateCount();
      BufferedCursor keys =
          BufferedCursor.drain(rows, result.shape().size(), false, Long.MAX_VALUE);
      SQLException failure = keys.failure();
      if (failure != null) {
        throw failure;
      }
      generatedKeys = new RatchetResultSet(this, result.shape(), keys, 0);
    } else {
      RatchetResultSet set = new RatchetResultSet(this, result.shape(), rows, rowsMax);
      current = set;
      updateCount = -1;
      if (!rows.isBuffered()) {
        gate.stream(set);
      }
    }
  }

  final void requestKeys(@Nullable List<String> columns) {
    keyColumns = columns;
  }

  final boolean wantsKeys() {
    return keyColumns != null;
  }

  final @Nullable RatchetResultSet current() {
    return current;
  }

  /** Closes what the last execution left open. The connection is locked. */
  final void closeResults() throws SQLException {
    RatchetResultSet rows = current;
    current = null;
    updateCount = -1;
    generatedKeys = null;
    if (rows != null) {
      rows.close();
    }
    while (!pending.isEmpty()) {
      RatchetResultSet next = pending.poll().rows();
      if (next != null) {
        next.close();
      }
    }
  }

  /** A result set of this statement was closed. */
  final void resultClosed(RatchetResultSet set) throws SQLException {
    if (closeOnCompletion && set == current && pending.isEmpty() && !closed) {
      close();
    }
  }

  // ---- Results ----

  @Override
  public @Nullable ResultSet getResultSet() throws SQLException {
    checkOpen();
    return current;
  }

  @Override
  public long getLargeUpdateCount() throws SQLException {
    checkOpen();
    return updateCount;
  }

  @Override
  public int getUpdateCount() throws SQLException {
    return toInt(getLargeUpdateCount());
  }

  static int toInt(long count) {
    return count > Integer.MAX_VALUE ? SUCCESS_NO_INFO : (int) count;
  }

  @Override
  public boolean getMoreResults() throws SQLException {
    return getMoreResults(CLOSE_CURRENT_RESULT);
  }

  @Override
  public boolean getMoreResults(int what) throws SQLException {
    gate.lock();
    try {
      checkOpen();
      RatchetResultSet before = current;
      Outcome next = pending.poll();
      current = next == null ? null : next.rows();
      updateCount = next == null ? -1 : next.updateCount();
      if (before != null && what != KEEP_CURRENT_RESULT) {
        before.close();
      }
      return current != null;
    } finally {
      gate.unlock();
    }
  }

  @Override
  public ResultSet getGeneratedKeys() throws SQLException {
    checkOpen();
    RatchetResultSet keys = generatedKeys;
    return keys != null
        ? keys
        : new RatchetResultSet(this, RowShape.EMPTY, BufferedCursor.of(List.of()), 0);
  }

  final void generatedKeys(RowShape shape, BufferedCursor rows) {
    generatedKeys = new RatchetResultSet(this, shape, rows, 0);
  }

  // ---- Generated keys and counts, in JDBC's many spellings ----

  @Override
  public int executeUpdate(String sql) throws SQLException {
    return toInt(executeLargeUpdate(sql));
  }

  @Override
  public int executeUpdate(String sql, int keys) throws SQLException {
    return toInt(executeLargeUpdate(sql, keys));
  }

  @Override
  public int executeUpdate(String sql, int[] columns) throws SQLException {
    return toInt(executeLargeUpdate(sql, columns));
  }

  @Override
  public int executeUpdate(String sql, String[] columns) throws SQLException {
    return toInt(executeLargeUpdate(sql, columns));
  }

  @Override
  public long executeLargeUpdate(String sql, int keys) throws SQLException {
    return executeLargeUpdate(sql, keyColumns(keys));
  }

  @Override
  public long executeLargeUpdate(String sql, int[] columns) throws SQLException {
    return executeLargeUpdate(sql, keyColumns(columns));
  }

  @Override
  public long executeLargeUpdate(String sql, String[] columns) throws SQLException {
    return executeLargeUpdate(sql, keyColumns(columns));
  }

  @Override
  public boolean execute(String sql, int keys) throws SQLException {
    return execute(sql, keyColumns(keys));
  }

  @Override
  public boolean execute(String sql, int[] columns) throws SQLException {
    return execute(sql, keyColumns(columns));
  }

  @Override
  public boolean execute(String sql, String[] columns) throws SQLException {
    return execute(sql, keyColumns(columns));
  }

  static @Nullable List<String> keyColumns(int keys) throws SQLException {
    return switch (keys) {
      case NO_GENERATED_KEYS -> null;
      case RETURN_GENERATED_KEYS -> List.of();
      default -> throw SqlErrors.of(ErrorCode.INVALID_ARGUMENT, "No such flag: " + keys);
    };
  }

  static @Nullable List<String> keyColumns(String @Nullable [] columns) {
    return columns == null || columns.length == 0 ? null : List.of(columns);
  }

  static @Nullable List<String> keyColumns(int @Nullable [] columns) throws SQLException {
    if (columns == null || columns.length == 0) {
      return null;
    }
    throw SqlErrors.notSupported("Choosing generated keys by column number");
  }

  // ---- Batches ----

  @Override
  public void addBatch(String sql) throws SQLException {
    checkOpen();
    batch.add(sql);
  }

  @Override
  public void clearBatch() throws SQLException {
    checkOpen();
    batch.clear();
  }

  @Override
  public int[] executeBatch() throws SQLException {
    return Arrays.stream(executeLargeBatch()).mapToInt(RatchetStatement::toInt).toArray();
  }

  /** Runs the texts one after the other; the first failure ends it, what ran before stays. */
  @Override
  public long[] executeLargeBatch() throws SQLException {
    gate.lock();
    try {
      checkOpen();
      long[] counts = new long[batch.size()];
      for (int i = 0; i < counts.length; i++) {
        try {
          executeAll(batch.get(i), null);
          counts[i] = count();
        } catch (SQLException e) {
          throw batchFailure(e, Arrays.copyOf(counts, i));
        }
      }
      return counts;
    } finally {
      batch.clear();
      gate.unlock();
    }
  }

  /**
   * @param done counts of the statements that have run
   */
  static BatchUpdateException batchFailure(SQLException cause, long[] done) {
    BatchUpdateException failure =
        new BatchUpdateException(
            cause.getMessage(), cause.getSQLState(), cause.getErrorCode(), done, cause);
    failure.setNextException(cause);
    return failure;
  }

  // ---- Life ----

  @Override
  public void cancel() throws SQLException {
    checkOpen();
    gate.cancel(this);
  }

  @Override
  public void close() throws SQLException {
    if (closed) {
      return;
    }
    gate.lock();
    try {
      closed = true;
      closeResults();
      batch.clear();
      closeBackend();
    } finally {
      gate.unlock();
    }
  }

  /** Lets go of what the backend holds for this statement. The connection is locked. */
  void closeBackend() throws SQLException {
    // A text leaves nothing behind.
  }

  @Override
  public boolean isClosed() {
    return closed || connection.isClosed();
  }

  @Override
  public void closeOnCompletion() throws SQLException {
    checkOpen();
    closeOnCompletion = true;
  }

  @Override
  public boolean isCloseOnCompletion() throws SQLException {
    return closeOnCompletion;
  }

  @Override
  public Connection getConnection() throws SQLException {
    checkOpen();
    return connection;
  }

  // ---- Settings ----

  @Override
  public void setQueryTimeout(int seconds) throws SQLException {
    checkOpen();
    if (seconds < 0) {
      throw SqlErrors.of(ErrorCode.INVALID_ARGUMENT, "The query timeout must not be negative");
    }
    timeoutMillis = (int) Math.min(seconds * 1000L, Integer.MAX_VALUE);
  }

  @Override
  public int getQueryTimeout() throws SQLException {
    checkOpen();
    return timeoutMillis / 1000;
  }

  @Override
  public void setLargeMaxRows(long max) throws SQLException {
    checkOpen();
    if (max < 0) {
      throw SqlErrors.of(ErrorCode.INVALID_ARGUMENT, "The row limit must not be negative");
    }
    rowsMax = max;
  }

  @Override
  public long getLargeMaxRows() throws SQLException {
    checkOpen();
    return rowsMax;
  }

  @Override
  public void setMaxRows(int max) throws SQLException {
    setLargeMaxRows(max);
  }

  @Override
  public int getMaxRows() throws SQLException {
    return (int) Math.min(getLargeMaxRows(), Integer.MAX_VALUE);
  }

  @Override
  public void setFetchSize(int rows) throws SQLException {
    checkOpen();
    if (rows < 0) {
      throw SqlErrors.of(ErrorCode.INVALID_ARGUMENT, "The fetch size must not be negative");
    }
    options = new ExecuteOptions(rows);
  }

  @Override
  public int getFetchSize() throws SQLException {
    checkOpen();
    return options.fetchSize();
  }

  @Override
  public void setMaxFieldSize(int max) throws SQLException {
    checkOpen();
    if (max != 0) {
      throw SqlErrors.notSupported("A limit on the size of a column's value");
    }
  }

  @Override
  public int getMaxFieldSize() throws SQLException {
    checkOpen();
    return 0;
  }

  @Override
  public void setEscapeProcessing(boolean enable) throws SQLException {
    checkOpen();
    escapes = enable;
  }

  @Override
  public void setCursorName(String name) throws SQLException {
    throw SqlErrors.notSupported("A named cursor");
  }

  @Override
  public void setFetchDirection(int direction) throws SQLException {
    checkOpen();
    if (direction != ResultSet.FETCH_FORWARD) {
      throw SqlErrors.notSupported("A fetch direction other than forward");
    }
  }

  @Override
  public int getFetchDirection() throws SQLException {
    checkOpen();
    return ResultSet.FETCH_FORWARD;
  }

  @Override
  public int getResultSetType() throws SQLException {
    checkOpen();
    return ResultSet.TYPE_FORWARD_ONLY;
  }

  @Override
  public int getResultSetConcurrency() throws SQLException {
    checkOpen();
    return ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  public int getResultSetHoldability() throws SQLException {
    checkOpen();
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public void setPoolable(boolean poolable) throws SQLException {
    checkOpen();
  }

  @Override
  public boolean isPoolable() throws SQLException {
    checkOpen();
    return false;
  }

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return warnings.first();
  }

  @Override
  public void clearWarnings() throws SQLException {
    checkOpen();
    warnings.clear();
  }
}
