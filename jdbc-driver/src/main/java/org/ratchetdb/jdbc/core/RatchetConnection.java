package org.ratchetdb.jdbc.core;

import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Struct;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
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
import org.ratchetdb.jdbc.backend.TransactionOptions;
import org.ratchetdb.jdbc.backend.TransactionState;
import org.ratchetdb.jdbc.convert.JdbcTypes;
import org.ratchetdb.jdbc.convert.SqlValues;
import org.ratchetdb.jdbc.meta.RatchetDatabaseMetaData;
import org.ratchetdb.jdbc.meta.Wrappers;
import org.ratchetdb.jdbc.text.JdbcEscapes;
import org.ratchetdb.jdbc.text.SqlText;

/**
 * A connection. Without autocommit a transaction begins with the first statement that needs one,
 * not with the end of the one before. Several threads may use it one after the other; calls are
 * serialised by a lock, {@link Statement#cancel} and {@link #abort} go around it.
 */
public final class RatchetConnection implements Connection {
  private static final String STATEMENT_TIMEOUT = "statement_timeout";

  /** The setting may have been rolled back with the transaction that set it. */
  private static final int TIMEOUT_UNCERTAIN = -1;

  private final ReentrantLock lock = new ReentrantLock();
  private final ConnectionBackend backend;
  private final ConnectionDefaults defaults;
  private final ExecuteOptions defaultOptions;
  private final Properties clientInfo = new Properties();

  private boolean autoCommit;
  private boolean readOnly;
  private int isolation;
  private @Nullable String schema;

  /** How many unnamed savepoints there have been. */
  private int savepoints;

  /** The one result that is read straight from the backend. */
  private volatile @Nullable RatchetResultSet streaming;

  /** The statement whose call is under way, for cancel. */
  private volatile @Nullable RatchetStatement running;

  private volatile boolean closed;
  private final Warnings warnings = new Warnings();
  private volatile Consumer<SQLWarning> noticeListener = warning -> {};

  /** What the session's statement_timeout was set to for a statement; 0 when it was left alone. */
  private int timeoutSetMillis;

  private String timeoutBefore = "0";

  public RatchetConnection(ConnectionBackend backend, ConnectionDefaults defaults) {
    this.backend = backend;
    this.defaults = defaults;
    this.defaultOptions = new ExecuteOptions(defaults.fetchSize());
    this.autoCommit = defaults.autoCommit();
    this.readOnly = defaults.readOnly();
    this.isolation = defaults.isolation();
    backend.setNotices(this::noticed);
  }

  private void noticed(SQLWarning warning) {
    RatchetStatement statement = running;
    (statement == null ? warnings : statement.warnings()).add(warning);
    noticeListener.accept(warning);
  }

  void setNoticeListener(Consumer<SQLWarning> listener) {
    noticeListener = listener;
  }

  // ---- For statements and results ----

  void lock() {
    lock.lock();
  }

  void unlock() {
    lock.unlock();
  }

  ConnectionBackend backend() {
    return backend;
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

  /** Prepares the session for a statement of unknown kind. Pair with {@link #leave}. */
  void enter(RatchetStatement statement, String sql) throws SQLException {
    checkOpen();
    if (readOnly && SqlText.mayWrite(sql, dialect())) {
      throw refuseToWrite();
    }
    enter(statement, !autoCommit && SqlText.needsTransaction(sql, dialect()));
  }

  void enter(RatchetStatement statement, StatementKind kind) throws SQLException {
    checkOpen();
    boolean writes = kind == StatementKind.DML || kind == StatementKind.DDL;
    if (readOnly && writes) {
      throw refuseToWrite();
    }
    enter(statement, kind == StatementKind.QUERY || kind == StatementKind.DML);
  }

  private void enter(@Nullable RatchetStatement statement, boolean needsTransaction)
      throws SQLException {
    settle();
    if (statement != null && statement.timeoutMillis() != timeoutSetMillis) {
      applyTimeout(statement.timeoutMillis());
    }
    if (!autoCommit && needsTransaction && backend.transactionState() == TransactionState.IDLE) {
      backend.begin(new TransactionOptions(readOnly, isolation == TRANSACTION_REPEATABLE_READ));
    }
    running = statement;
  }

  void leave() {
    running = null;
  }

  /** Takes the streaming result into memory, because the backend is wanted for something else. */
  void settle() throws SQLException {
    checkOpen();
    RatchetResultSet open = streaming;
    if (open != null) {
      streaming = null;
      open.buffer();
    }
  }

  private static SQLException refuseToWrite() {
    return SqlErrors.of(
        ErrorCode.READ_ONLY_TRANSACTION, "The connection is read-only: it does not write");
  }

  private void applyTimeout(int millis) throws SQLException {
    if (timeoutSetMillis == 0) {
      timeoutBefore = backend.setting(STATEMENT_TIMEOUT);
    }
    backend.set(STATEMENT_TIMEOUT, millis == 0 ? timeoutBefore : Integer.toString(millis));
    timeoutSetMillis = millis;
  }

  /** A result begins to stream. The lock is held. */
  void stream(RatchetResultSet set) {
    streaming = set;
  }

  /** The next row of the streaming result, or of one that another statement made buffered. */
  boolean step(RatchetResultSet set) throws SQLException {
    lock.lock();
    try {
      if (closed) {
        throw SqlErrors.closed("connection");
      }
      return set.stepLocked();
    } finally {
      lock.unlock();
    }
  }

  void bufferNow(RatchetResultSet set) throws SQLException {
    lock.lock();
    try {
      if (streaming == set) {
        settle();
      }
    } finally {
      lock.unlock();
    }
  }

  /** A result wants no more rows. */
  void release(RatchetResultSet set) throws SQLException {
    lock.lock();
    try {
      if (streaming == set) {
        streaming = null;
        if (!closed) {
          set.closeCursor();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Any thread. When the statement has just ended there is nothing to cancel. */
  void cancel(RatchetStatement statement) throws SQLException {
    RatchetResultSet open = streaming;
    if (running == statement || (open != null && open.isOf(statement))) {
      backend.cancel();
    }
  }

  private void checkOpen() throws SQLException {
    if (closed) {
      throw SqlErrors.closed("connection");
    }
    if (!backend.isOpen()) {
      throw SqlErrors.of(ErrorCode.CONNECTION_FAILURE, "The session has ended");
    }
  }

  // ---- Transactions ----

  @Override
  public void setAutoCommit(boolean on) throws SQLException {
    lock.lock();
    try {
      checkOpen();
      if (on == autoCommit) {
        return;
      }
      if (backend.transactionState() != TransactionState.IDLE) {
        settle();
        backend.commit();
      }
      autoCommit = on;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean getAutoCommit() throws SQLException {
    checkOpen();
    return autoCommit;
  }

  /** Open results stay readable: what is left of them comes into memory first. */
  @Override
  public void commit() throws SQLException {
    lock.lock();
    try {
      checkOpen();
      checkManual("commit");
      settle();
      backend.commit();
    } finally {
      lock.unlock();
    }
  }

  /** A result that still streams ends with the transaction: reading on fails. */
  @Override
  public void rollback() throws SQLException {
    lock.lock();
    try {
      checkOpen();
      checkManual("rollback");
      dropStreaming();
      backend.rollback();
      forgetTimeout();
    } finally {
      lock.unlock();
    }
  }

  private void dropStreaming() throws SQLException {
    RatchetResultSet open = streaming;
    if (open != null) {
      streaming = null;
      open.invalidate(SqlErrors.of(ErrorCode.UNDEFINED_CURSOR, "The transaction was rolled back"));
    }
  }

  private void forgetTimeout() {
    if (timeoutSetMillis != 0) {
      timeoutSetMillis = TIMEOUT_UNCERTAIN;
    }
  }

  /** A BEGIN as text makes a transaction even in autocommit mode; then these calls make sense. */
  private void checkManual(String what) throws SQLException {
    if (autoCommit && backend.transactionState() == TransactionState.IDLE) {
      throw SqlErrors.of(
          ErrorCode.NO_ACTIVE_TRANSACTION,
          "There is nothing to " + what + ": the connection is in autocommit mode");
    }
  }

  private void checkIdle(String what) throws SQLException {
    if (backend.transactionState() != TransactionState.IDLE) {
      throw SqlErrors.of(
          ErrorCode.ACTIVE_TRANSACTION, what + " cannot change inside a transaction");
    }
  }

  @Override
  public void setReadOnly(boolean on) throws SQLException {
    lock.lock();
    try {
      checkOpen();
      if (on != readOnly) {
        checkIdle("Read-only mode");
        readOnly = on;
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    checkOpen();
    return readOnly;
  }

  /** Weaker levels are taken for the next stronger one there is. */
  @Override
  public void setTransactionIsolation(int level) throws SQLException {
    int effective =
        switch (level) {
          case TRANSACTION_READ_UNCOMMITTED, TRANSACTION_READ_COMMITTED, TRANSACTION_SERIALIZABLE ->
              TRANSACTION_SERIALIZABLE;
          case TRANSACTION_REPEATABLE_READ -> TRANSACTION_REPEATABLE_READ;
          default -> throw SqlErrors.notSupported("The isolation level " + level);
        };
    lock.lock();
    try {
      checkOpen();
      if (effective != isolation) {
        checkIdle("The isolation level");
        isolation = effective;
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int getTransactionIsolation() throws SQLException {
    checkOpen();
    return isolation;
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    return set(RatchetSavepoint.unnamed(++savepoints));
  }

  @Override
  public Savepoint setSavepoint(String name) throws SQLException {
    return set(RatchetSavepoint.named(name));
  }

  private Savepoint set(RatchetSavepoint savepoint) throws SQLException {
    lock.lock();
    try {
      checkOpen();
      if (autoCommit && backend.transactionState() == TransactionState.IDLE) {
        throw SqlErrors.of(
            ErrorCode.NO_ACTIVE_TRANSACTION, "A savepoint needs a transaction: autocommit is on");
      }
      enter(null, true);
      backend.execute("SAVEPOINT " + savepoint.quoted(dialect()), defaultOptions);
      return savepoint;
    } finally {
      lock.unlock();
    }
  }

  /** A result that still streams ends here: its rows may be among those that are undone. */
  @Override
  public void rollback(Savepoint savepoint) throws SQLException {
    lock.lock();
    try {
      checkOpen();
      String name = RatchetSavepoint.of(savepoint).quoted(dialect());
      dropStreaming();
      backend.execute("ROLLBACK TO SAVEPOINT " + name, defaultOptions);
      forgetTimeout();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void releaseSavepoint(Savepoint savepoint) throws SQLException {
    lock.lock();
    try {
      checkOpen();
      settle();
      String name = RatchetSavepoint.of(savepoint).quoted(dialect());
      backend.execute("RELEASE SAVEPOINT " + name, defaultOptions);
    } finally {
      lock.unlock();
    }
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
  public CallableStatement prepareCall(String sql) throws SQLException {
    throw SqlErrors.notSupported("A stored procedure");
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency) throws SQLException {
    throw SqlErrors.notSupported("A stored procedure");
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    throw SqlErrors.notSupported("A stored procedure");
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

  @Override
  public Struct createStruct(String typeName, Object[] attributes) throws SQLException {
    throw SqlErrors.notSupported("Creating a STRUCT");
  }

  @Override
  public Blob createBlob() throws SQLException {
    throw SqlErrors.notSupported("Creating a Blob (setBytes and setBinaryStream do it)");
  }

  @Override
  public Clob createClob() throws SQLException {
    throw SqlErrors.notSupported("Creating a Clob (setString and setCharacterStream do it)");
  }

  @Override
  public NClob createNClob() throws SQLException {
    throw SqlErrors.notSupported("Creating an NClob (setString and setCharacterStream do it)");
  }

  @Override
  public SQLXML createSQLXML() throws SQLException {
    throw SqlErrors.notSupported("SQLXML");
  }

  // ---- Life ----

  @Override
  public void close() throws SQLException {
    if (closed) {
      return;
    }
    lock.lock();
    try {
      if (closed) {
        return;
      }
      RatchetResultSet open = streaming;
      streaming = null;
      try {
        if (open != null && backend.isOpen()) {
          open.closeCursor();
        }
      } finally {
        closed = true;
        backend.close();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public boolean isValid(int timeoutSeconds) throws SQLException {
    if (timeoutSeconds < 0) {
      throw SqlErrors.of(ErrorCode.INVALID_ARGUMENT, "The timeout must not be negative");
    }
    if (closed) {
      return false;
    }
    lock.lock();
    try {
      if (closed || !backend.isOpen()) {
        return false;
      }
      settle();
      return backend.isValid((int) Math.min(timeoutSeconds * 1000L, Integer.MAX_VALUE));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void abort(Executor executor) throws SQLException {
    if (!closed) {
      closed = true;
      executor.execute(this::endAborted);
    }
  }

  private void endAborted() {
    backend.interrupt();
    lock.lock();
    try {
      streaming = null;
      backend.close();
    } catch (SQLException e) {
      // Whoever aborts a connection does not want to hear from it again; it is gone either way.
      running = null;
    } finally {
      lock.unlock();
    }
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
    lock.lock();
    try {
      checkOpen();
      if (!schema.equals(getSchema())) {
        if (dialect() == Dialect.GOOGLE_STANDARD_SQL) {
          throw SqlErrors.notSupported("A default schema other than the nameless one");
        }
        settle();
        backend.set("search_path", SqlText.quoted(schema, dialect()));
        this.schema = schema;
      }
    } finally {
      lock.unlock();
    }
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
  public Map<String, Class<?>> getTypeMap() throws SQLException {
    checkOpen();
    return Map.of();
  }

  @Override
  public void setTypeMap(Map<String, Class<?>> map) throws SQLException {
    checkOpen();
    if (!map.isEmpty()) {
      throw SqlErrors.notSupported("A map of user-defined types");
    }
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
  public void setNetworkTimeout(Executor executor, int milliseconds) throws SQLException {
    throw SqlErrors.notSupported(
        "Changing the network timeout (the property socketTimeout sets it)");
  }

  @Override
  public int getNetworkTimeout() throws SQLException {
    checkOpen();
    return 0;
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

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return type == RatchetSession.class
        ? type.cast(new SessionControls(this))
        : Wrappers.unwrap(this, type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type == RatchetSession.class || type.isInstance(this);
  }
}
