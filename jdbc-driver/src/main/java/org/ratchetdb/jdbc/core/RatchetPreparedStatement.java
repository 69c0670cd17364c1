package org.ratchetdb.jdbc.core;

import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.jdbc.backend.BufferedCursor;
import org.ratchetdb.jdbc.backend.ExecuteResult;
import org.ratchetdb.jdbc.backend.PreparedBackend;
import org.ratchetdb.jdbc.backend.RowCursor;
import org.ratchetdb.jdbc.backend.RowShape;
import org.ratchetdb.jdbc.backend.SqlErrors;
import org.ratchetdb.jdbc.backend.StatementKind;
import org.ratchetdb.jdbc.convert.SqlValues;
import org.ratchetdb.jdbc.meta.RatchetParameterMetaData;
import org.ratchetdb.jdbc.meta.RatchetResultSetMetaData;
import org.ratchetdb.jdbc.text.SqlText;

/**
 * A statement with parameters. It is prepared when first needed, without types: the database finds
 * the type of each parameter where it stands, and values are converted to that type here. So the
 * same prepared form serves all executions, whatever setters the program uses.
 *
 * <p>Two cases declare the types of the values instead: when the database finds no type ({@code
 * SELECT ?}), and when a number with a fraction meets a parameter that it takes for an INT64, where
 * a conversion would change what the comparison means.
 */
public final class RatchetPreparedStatement extends ParameterSetters {
  private static final long[] NONE = {};

  private final String sql;
  private @Nullable PreparedBackend prepared;
  private TypeKind[] kinds = {};
  private final List<List<Value>> batch = new ArrayList<>(0);

  RatchetPreparedStatement(
      RatchetConnection connection, String sql, @Nullable List<String> keyColumns) {
    super(connection);
    this.sql =
        keyColumns == null ? sql : SqlText.withReturning(sql, keyColumns, connection.dialect());
    requestKeys(keyColumns);
  }

  // ---- Preparing ----

  /** The prepared form; makes it if there is none. The connection is locked. */
  private PreparedBackend prepared() throws SQLException {
    PreparedBackend ready = prepared;
    if (ready != null) {
      return ready;
    }
    try {
      return prepare(List.of());
    } catch (SQLException e) {
      if (!ErrorCode.INDETERMINATE_TYPE.sqlState().equals(e.getSQLState()) || valuesSet() == 0) {
        throw e;
      }
      return prepare(typesOfValues());
    }
  }

  private PreparedBackend prepare(List<@Nullable SqlType> types) throws SQLException {
    closeBackend();
    gate.settle();
    PreparedBackend made = gate.backend().prepare(sql, types);
    prepared = made;
    kinds = made.parameters().stream().map(p -> p.type().kind()).toArray(TypeKind[]::new);
    return made;
  }

  private List<@Nullable SqlType> typesOfValues() {
    List<@Nullable SqlType> types = new ArrayList<>();
    for (int i = 0; i < valuesSet(); i++) {
      Value value = value(i);
      types.add(value == null || value.type().is(TypeKind.UNKNOWN) ? null : value.type());
    }
    return types;
  }

  @Override
  void closeBackend() throws SQLException {
    PreparedBackend old = prepared;
    prepared = null;
    if (old != null && !connection.isClosed()) {
      old.close();
    }
  }

  /** The values as the parameters want them. May prepare anew. */
  private List<Value> arguments() throws SQLException {
    PreparedBackend ready = prepared();
    Value[] arguments = new Value[kinds.length];
    for (int i = 0; i < arguments.length; i++) {
      Value value = value(i);
      if (value == null) {
        throw SqlErrors.of(
            ErrorCode.UNDEFINED_PARAMETER, "No value was set for parameter " + (i + 1));
      }
      // Texts the database reads itself: it knows the session's time zone.
      if (value.type().kind() != kinds[i] && !(value instanceof Value.Str)) {
        if (kinds[i] == TypeKind.INT64 && hasFraction(value)) {
          ready = prepare(typesOfValues());
        }
        value = SqlValues.coerce(value, ready.parameters().get(i).type(), connection.dialect());
      }
      arguments[i] = value;
    }
    if (valuesSet() > arguments.length) {
      throw SqlErrors.of(
          ErrorCode.UNDEFINED_PARAMETER,
          "A value was set for parameter "
              + valuesSet()
              + ", but the statement has "
              + arguments.length);
    }
    return Arrays.asList(arguments);
  }

  private static boolean hasFraction(Value value) {
    if (value instanceof Value.Float64 v) {
      return v.value() != Math.rint(v.value());
    }
    if (value instanceof Value.Float32 v) {
      return v.value() != Math.rint(v.value());
    }
    if (value instanceof Value.Numeric v) {
      return v.value().stripTrailingZeros().scale() > 0;
    }
    var number = value instanceof Value.PgNumeric v ? v.value() : null;
    return number != null && number.stripTrailingZeros().scale() > 0;
  }

  // ---- Execution ----

  private void run() throws SQLException {
    checkOpen();
    closeResults();
    warnings().clear();
    List<Value> arguments = arguments();
    PreparedBackend ready = prepared();
    connection.enter(this, ready.kind());
    try {
      adopt(ready.execute(arguments, options()));
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    gate.lock();
    try {
      checkOpen();
      PreparedBackend ready = prepared();
      if (ready.shape().size() == 0 && ready.kind() != StatementKind.SESSION) {
        throw noRows();
      }
      run();
      RatchetResultSet rows = current();
      if (rows != null) {
        return rows;
      }
      if (wantsKeys()) {
        return getGeneratedKeys();
      }
      throw noRows();
    } finally {
      gate.unlock();
    }
  }

  @Override
  public boolean execute() throws SQLException {
    gate.lock();
    try {
      run();
      return current() != null;
    } finally {
      gate.unlock();
    }
  }

  @Override
  public int executeUpdate() throws SQLException {
    return toInt(executeLargeUpdate());
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    gate.lock();
    try {
      checkOpen();
      if (prepared().kind() == StatementKind.QUERY) {
        throw SqlErrors.of(
            ErrorCode.INVALID_ARGUMENT, "The statement returns rows: use executeQuery or execute");
      }
      run();
      return count();
    } finally {
      gate.unlock();
    }
  }

  // ---- Batches ----

  @Override
  public void addBatch() throws SQLException {
    gate.lock();
    try {
      checkOpen();
      batch.add(arguments());
    } finally {
      gate.unlock();
    }
  }

  @Override
  public void clearBatch() throws SQLException {
    super.clearBatch();
    batch.clear();
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    gate.lock();
    try {
      checkOpen();
      closeResults();
      warnings().clear();
      if (batch.isEmpty()) {
        return NONE.clone();
      }
      return wantsKeys() ? runReturningBatch() : runBatch();
    } finally {
      batch.clear();
      gate.unlock();
    }
  }

  /** All in one go. Outside a transaction either all rows are written or none. */
  private long[] runBatch() throws SQLException {
    PreparedBackend ready = prepared();
    if (ready.kind() == StatementKind.QUERY) {
      throw SqlErrors.of(ErrorCode.INVALID_ARGUMENT, "A query cannot run as a batch");
    }
    connection.enter(this, ready.kind());
    try {
      return ready.executeBatch(batch);
    } catch (SQLException e) {
      throw batchFailure(e, NONE.clone());
    } finally {
      gate.leave();
    }
  }

  /** One by one, for the rows that each returns. */
  private long[] runReturningBatch() throws SQLException {
    PreparedBackend ready = prepared();
    List<Value[]> keys = new ArrayList<>();
    RowShape shape = ready.shape();
    long[] counts = new long[batch.size()];
    for (int i = 0; i < counts.length; i++) {
      connection.enter(this, ready.kind());
      try {
        ExecuteResult result = ready.execute(batch.get(i), options());
        counts[i] = result.updateCount();
        RowCursor rows = result.rows();
        if (rows != null) {
          try (rows) {
            while (rows.next()) {
              Value[] row = new Value[shape.size()];
              for (int c = 0; c < row.length; c++) {
                row[c] = rows.getValue(c);
              }
              keys.add(row);
            }
          }
        }
      } catch (SQLException e) {
        throw batchFailure(e, Arrays.copyOf(counts, i));
      } finally {
        gate.leave();
      }
    }
    generatedKeys(shape, BufferedCursor.of(keys));
    return counts;
  }

  // ---- About itself ----

  @Override
  public @Nullable ResultSetMetaData getMetaData() throws SQLException {
    gate.lock();
    try {
      checkOpen();
      RowShape shape = prepared().shape();
      return shape.size() == 0
          ? null
          : new RatchetResultSetMetaData(shape, connection.dialect(), connection.databaseName());
    } finally {
      gate.unlock();
    }
  }

  @Override
  public ParameterMetaData getParameterMetaData() throws SQLException {
    gate.lock();
    try {
      checkOpen();
      return new RatchetParameterMetaData(prepared().parameters(), connection.dialect());
    } finally {
      gate.unlock();
    }
  }

  @Override
  public String toString() {
    return sql;
  }

  // ---- A prepared statement has its text ----

  private static SQLException hasText() {
    return SqlErrors.of(
        ErrorCode.INVALID_ARGUMENT,
        "A PreparedStatement has its text: call the method without one, or use a Statement");
  }

  @Override
  public ResultSet executeQuery(String text) throws SQLException {
    throw hasText();
  }

  @Override
  public boolean execute(String text) throws SQLException {
    throw hasText();
  }

  @Override
  public boolean execute(String text, int keys) throws SQLException {
    throw hasText();
  }

  @Override
  public boolean execute(String text, int[] columns) throws SQLException {
    throw hasText();
  }

  @Override
  public boolean execute(String text, String[] columns) throws SQLException {
    throw hasText();
  }

  @Override
  public long executeLargeUpdate(String text) throws SQLException {
    throw hasText();
  }

  @Override
  public long executeLargeUpdate(String text, int keys) throws SQLException {
    throw hasText();
  }

  @Override
  public long executeLargeUpdate(String text, int[] columns) throws SQLException {
    throw hasText();
  }

  @Override
  public long executeLargeUpdate(String text, String[] columns) throws SQLException {
    throw hasText();
  }

  @Override
  public void addBatch(String text) throws SQLException {
    throw hasText();
  }
}
