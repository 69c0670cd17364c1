package org.ratchetdb.jdbc.embedded;

import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.engine.api.PreparedQuery;
import org.ratchetdb.engine.api.ResultColumn;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.StatementResult;
import org.ratchetdb.engine.api.TransactionMode;
import org.ratchetdb.engine.api.TransactionMode.Isolation;
import org.ratchetdb.jdbc.backend.BackendNotices;
import org.ratchetdb.jdbc.backend.Column;
import org.ratchetdb.jdbc.backend.ConnectionBackend;
import org.ratchetdb.jdbc.backend.ExecuteOptions;
import org.ratchetdb.jdbc.backend.ExecuteResult;
import org.ratchetdb.jdbc.backend.PreparedBackend;
import org.ratchetdb.jdbc.backend.RowShape;
import org.ratchetdb.jdbc.backend.SqlErrors;
import org.ratchetdb.jdbc.backend.TransactionOptions;
import org.ratchetdb.jdbc.backend.TransactionState;

/** A session of the engine in this process. Adds to its calls only what turns errors into SQL's. */
final class EmbeddedBackend implements ConnectionBackend {
  private final Session session;
  private final Dialect dialect;
  private final String user;
  private final Runnable release;

  /**
   * @param release gives the connection's share of the instance back
   */
  EmbeddedBackend(Session session, String user, Runnable release) {
    this.session = session;
    this.dialect = session.dialect();
    this.user = user;
    this.release = release;
  }

  static RowShape shape(List<ResultColumn> columns) {
    return columns.isEmpty()
        ? RowShape.EMPTY
        : new RowShape(columns.stream().map(c -> new Column(c.name(), c.type())).toList());
  }

  @Override
  public String databaseName() {
    return session.database().name();
  }

  @Override
  public Dialect dialect() {
    return dialect;
  }

  @Override
  public String productVersion() {
    String version = Session.class.getPackage().getImplementationVersion();
    return version == null ? "0.1.0" : version;
  }

  @Override
  public String userName() {
    return user;
  }

  @Override
  public List<String> split(String script) throws SQLException {
    try {
      return session.split(script);
    } catch (DbException e) {
      throw SqlErrors.of(e, script);
    }
  }

  @Override
  public PreparedBackend prepare(String sql, List<@Nullable SqlType> types) throws SQLException {
    try {
      PreparedQuery query = session.prepare(sql, types);
      return new EmbeddedPrepared(query);
    } catch (DbException e) {
      throw SqlErrors.of(e, sql);
    }
  }

  @Override
  public ExecuteResult execute(String sql, ExecuteOptions options) throws SQLException {
    try {
      StatementResult result = session.execute(sql);
      ResultCursor cursor = result.cursor();
      if (cursor == null) {
        return ExecuteResult.count(result.updateCount());
      }
      return new ExecuteResult(
          shape(cursor.columns()), new EmbeddedCursor(cursor, sql), result.updateCount());
    } catch (DbException e) {
      throw SqlErrors.of(e, sql);
    }
  }

  @Override
  public TransactionState transactionState() {
    return switch (session.transactionState()) {
      case IDLE -> TransactionState.IDLE;
      case ACTIVE -> TransactionState.ACTIVE;
      case FAILED -> TransactionState.FAILED;
    };
  }

  @Override
  public void begin(TransactionOptions options) throws SQLException {
    try {
      session.begin(
          new TransactionMode(
              options.readOnly(),
              options.repeatableRead() ? Isolation.REPEATABLE_READ : Isolation.SERIALIZABLE));
    } catch (DbException e) {
      throw SqlErrors.of(e, null);
    }
  }

  @Override
  public void commit() throws SQLException {
    boolean failed = transactionState() == TransactionState.FAILED;
    try {
      session.commit();
    } catch (DbException e) {
      throw SqlErrors.of(e, null);
    }
    if (failed) {
      throw SqlErrors.rolledBackInstead();
    }
  }

  @Override
  public void rollback() throws SQLException {
    try {
      session.rollback();
    } catch (DbException e) {
      throw SqlErrors.of(e, null);
    }
  }

  @Override
  public String setting(String name) throws SQLException {
    try {
      return session.setting(name);
    } catch (DbException e) {
      throw SqlErrors.of(e, null);
    }
  }

  @Override
  public void set(String name, String value) throws SQLException {
    try {
      session.set(name, value);
    } catch (DbException e) {
      throw SqlErrors.of(e, null);
    }
  }

  @Override
  public void setNotices(BackendNotices listener) {
    session.setNoticeListener(
        notice -> listener.notice(new SQLWarning(notice.message(), notice.sqlState())));
  }

  @Override
  public boolean isValid(int timeoutMillis) {
    return session.isOpen();
  }

  @Override
  public boolean isOpen() {
    return session.isOpen();
  }

  @Override
  public void cancel() {
    session.cancel();
  }

  @Override
  public void interrupt() {
    session.cancel();
  }

  @Override
  public void close() throws SQLException {
    try {
      try {
        session.close();
      } finally {
        release.run();
      }
    } catch (DbException e) {
      throw SqlErrors.of(e, null);
    }
  }
}
