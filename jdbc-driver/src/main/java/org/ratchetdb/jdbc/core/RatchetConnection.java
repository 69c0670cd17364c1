package org.ratchetdb.jdbc.core;

import java.sql.Array;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.jdbc.api.RatchetSession;
import org.ratchetdb.jdbc.backend.ConnectionBackend;
import org.ratchetdb.jdbc.backend.ExecuteOptions;
import org.ratchetdb.jdbc.backend.SqlErrors;
import org.ratchetdb.jdbc.backend.StatementKind;
import org.ratchetdb.jdbc.convert.JdbcTypes;
import org.ratchetdb.jdbc.convert.SqlValues;
import org.ratchetdb.jdbc.meta.RatchetDatabaseMetaData;
import org.ratchetdb.jdbc.text.JdbcEscapes;
import org.ratchetdb.jdbc.text.SqlText;

/**
 * A connection. Several threads may use it one after the other: {@link SessionGate} keeps their
 * calls apart, {@link ConnectionTransactions} has its modes and transactions.
 */
public final class RatchetConnection extends AbsentConnection {
  private final SessionGate gate;
  private final ConnectionBackend backend;
  private final ConnectionTransactions transactions;
  private final ConnectionDefaults defaults;
  private final ExecuteOptions defaultOptions;
  private final Properties clientInfo = new Properties();

  private @Nullable String schema;

  public RatchetConnection(ConnectionBackend backend, ConnectionDefaults defaults) {
    this.gate = new SessionGate(backend);
    this.backend = backend;
    this.transactions = new ConnectionTransactions(gate, defaults);
    this.defaults = defaults;
    this.defaultOptions = new ExecuteOptions(defaults.fetchSize());
  }

  // ---- For statements and results ----

  SessionGate gate() {
    return gate;
  }

  Dialect dialect() {
    return backend.dialect();
  }

  String databaseName() {
    return backend.databaseName();
  }

  ExecuteOptions defaultOptions() {
    return defaultOptions;
  }

  int defaultTimeoutMillis() {
    return defaults.queryTimeoutMillis();
  }

  List<String> split(String script) throws SQLException {
    checkOpen();
    return backend.split(script);
  }

  /** Prepares the session for a statement of unknown kind. Pair with {@link SessionGate#leave}. */
  void enter(RatchetStatement statement, String sql) throws SQLException {
    checkOpen();
    if (transactions.isReadOnly()) {
      transactions.refuseWrites(SqlText.mayWrite(sql, dialect()));
    }
    gate.enter(
        statement,
        transactions.isAutoCommit()
            ? null
            : transactions.toBegin(SqlText.needsTransaction(sql, dialect())));
  }

  void enter(RatchetStatement statement, StatementKind kind) throws SQLException {
    checkOpen();
    transactions.refuseWrites(kind == StatementKind.DML || kind == StatementKind.DDL);
    gate.enter(
        statement, transactions.toBegin(kind == StatementKind.QUERY || kind == StatementKind.DML));
  }

  @Override
  void checkOpen() throws SQLException {
    gate.checkOpen();
  }

  // ---- Transactions ----

  @Override
  public void setAutoCommit(boolean on) throws SQLException {
    transactions.setAutoCommit(on);
  }

  @Override
  public boolean getAutoCommit() throws SQLException {
    checkOpen();
    return transactions.isAutoCommit();
  }

  @Override
  public void commit() throws SQLException {
    transactions.commit();
  }

  @Override
  public void rollback() throws SQLException {
    transactions.rollback();
  }

  @Override
  public void setReadOnly(boolean on) throws SQLException {
    transactions.setReadOnly(on);
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    checkOpen();
    return transactions.isReadOnly();
  }

  @Override
  public void setTransactionIsolation(int level) throws SQLException {
    transactions.setIsolation(level);
  }

  @Override
  public int getTransactionIsolation() throws SQLException {
    checkOpen();
    return transactions.isolation();
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    return transactions.setSavepoint();
  }

  @Override
  public Savepoint setSavepoint(String name) throws SQLException {
    return transactions.setSavepoint(name);
  }

  @Override
  public void rollback(Savepoint savepoint) throws SQLException {
    transactions.rollback(savepoint);
  }

  @Override
  public void releaseSavepoint(Savepoint savepoint) throws SQLException {
    transactions.release(savepoint);
  }

  // ---- Statements ----

  @Override
  public Statement createStatement() throws SQLException {
    checkOpen();
    return new RatchetStatement(this);
  }

  @Override
  public Statement createStatement(int type, int concurrency) throws SQLException {
    checkResultKind(type, concurrency);
    return createStatement();
  }

  @Override
  public Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
    checkHoldability(holdability);
    return createStatement(type, concurrency);
  }

  @Override
  public PreparedStatement prepareStatement(String sql) throws SQLException {
    return prepare(sql, null);
  }

  private PreparedStatement prepare(String sql, @Nullable List<String> keyColumns)
      throws SQLException {
    checkOpen();
    return new RatchetPreparedStatement(this, JdbcEscapes.replace(sql, dialect()), keyColumns);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency)
      throws SQLException {
    checkResultKind(type, concurrency);
    return prepareStatement(sql);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    checkHoldability(holdability);
    return prepareStatement(sql, type, concurrency);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int keys) throws SQLException {
    return prepare(sql, RatchetStatement.keyColumns(keys));
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int[] columns) throws SQLException {
    return prepare(sql, RatchetStatement.keyColumns(columns));
  }

  @Override
  public PreparedStatement prepareStatement(String sql, String[] columns) throws SQLException {
    return prepare(sql, RatchetStatement.keyColumns(columns));
  }

  private static void checkResultKind(int type, int concurrency) throws SQLException {
    if (type != ResultSet.TYPE_FORWARD_ONLY) {
      throw SqlErrors.notSupported("A scrollable ResultSet");
    }
    if (concurrency != ResultSet.CONCUR_READ_ONLY) {
      throw SqlErrors.notSupported("An updatable ResultSet");
    }
  }

  /** Closing at commit is a permission, not an order: results stay open either way. */
  private static void checkHoldability(int holdability) throws SQLException {
    if (holdability != ResultSet.HOLD_CURSORS_OVER_COMMIT
        && holdability != ResultSet.CLOSE_CURSORS_AT_COMMIT) {
      throw SqlErrors.of(ErrorCode.INVALID_ARGUMENT, "No such holdability: " + holdability);
    }
  }

  @Override
  public String nativeSQL(String sql) throws SQLException {
    checkOpen();
    return JdbcEscapes.replace(sql, dialect());
  }

  // ---- Values ----

  @Override
  public Array createArrayOf(String typeName, @Nullable Object @Nullable [] elements)
      throws SQLException {
    checkOpen();
    SqlType type = JdbcTypes.byName(typeName, dialect());
    if (type == null) {
      throw SqlErrors.of(ErrorCode.OBJECT_NOT_FOUND, "There is no type '" + typeName + "'");
    }
    Value value = SqlValues.array(type, elements == null ? new Object[0] : elements, dialect());
    return new RatchetArray((Value.Array) value, dialect(), databaseName());
  }

  // ---- Life ----

  @Override
  public void close() throws SQLException {
    gate.close();
  }

  @Override
  public boolean isClosed() {
    return gate.isClosed();
  }

  @Override
  public boolean isValid(int timeoutSeconds) throws SQLException {
    if (timeoutSeconds < 0) {
      throw SqlErrors.of(ErrorCode.INVALID_ARGUMENT, "The timeout must not be negative");
    }
    return gate.isValid((int) Math.min(timeoutSeconds * 1000L, Integer.MAX_VALUE));
  }

  @Override
  public void abort(Executor executor) throws SQLException {
    gate.abort(executor);
  }

  // ---- Names and settings ----

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    checkOpen();
    return new RatchetDatabaseMetaData(
        this,
        defaults.url(),
        backend,
        (shape, rows) -> new RatchetResultSet(shape, rows, dialect(), databaseName()));
  }

  /** A database is a catalog, and a connection stays with its own. */
  @Override
  public void setCatalog(String catalog) throws SQLException {
    checkOpen();
    if (!databaseName().equals(catalog)) {
      throw SqlErrors.notSupported("Changing to another database");
    }
  }

  @Override
  public String getCatalog() throws SQLException {
    checkOpen();
    return databaseName();
  }

  @Override
  public void setSchema(String schema) throws SQLException {
    gate.whileLocked(
        () -> {
          if (schema.equals(getSchema())) {
            return;
          }
          if (dialect() == Dialect.GOOGLE_STANDARD_SQL) {
            throw SqlErrors.notSupported("A default schema other than the nameless one");
          }
          gate.settle();
          backend.set("search_path", SqlText.quoted(schema, dialect()));
          this.schema = schema;
        });
  }

  @Override
  public String getSchema() throws SQLException {
    checkOpen();
    String set = schema;
    return set != null ? set : dialect() == Dialect.POSTGRESQL ? "public" : "";
  }

  @Override
  public void setHoldability(int holdability) throws SQLException {
    checkOpen();
    checkHoldability(holdability);
  }

  @Override
  public int getHoldability() throws SQLException {
    checkOpen();
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public void setClientInfo(String name, @Nullable String value) throws SQLClientInfoException {
    if (value == null) {
      clientInfo.remove(name);
    } else {
      clientInfo.setProperty(name, value);
    }
  }

  @Override
  public void setClientInfo(Properties properties) throws SQLClientInfoException {
    clientInfo.clear();
    clientInfo.putAll(properties);
  }

  @Override
  public @Nullable String getClientInfo(String name) throws SQLException {
    checkOpen();
    return clientInfo.getProperty(name);
  }

  @Override
  public Properties getClientInfo() throws SQLException {
    checkOpen();
    Properties copy = new Properties();
    copy.putAll(clientInfo);
    return copy;
  }

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return gate.warnings().first();
  }

  @Override
  public void clearWarnings() throws SQLException {
    checkOpen();
    gate.warnings().clear();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return type == RatchetSession.class ? type.cast(new SessionControls(gate)) : super.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type == RatchetSession.class || type.isInstance(this);
  }
}
