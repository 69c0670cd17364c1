package org.ratchetdb.jdbc.backend;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;

/**
 * One session with a database. The only thing in which embedded and remote connections differ.
 *
 * <p>Called by one thread at a time, under the connection's lock; only {@link #cancel} and {@link
 * #interrupt} may come from any thread at any time.
 */
public interface ConnectionBackend extends AutoCloseable {
  String databaseName();

  Dialect dialect();

  /** Version of the database, such as {@code 0.1.0}. */
  String productVersion();

  String userName();

  /** Cuts a script at its statement ends; comments alone make no statement. */
  List<String> split(String script) throws SQLException;

  /**
   * Reads and binds one statement.
   *
   * @param types types the caller has decided, by position, null where the statement is to tell;
   *     may be shorter than the number of parameters
   */
  PreparedBackend prepare(String sql, List<@Nullable SqlType> types) throws SQLException;

  /** Runs one statement without parameters. */
  ExecuteResult execute(String sql, ExecuteOptions options) throws SQLException;

  TransactionState transactionState();

  void begin(TransactionOptions options) throws SQLException;

  /** Without a transaction nothing happens. */
  void commit() throws SQLException;

  /** Without a transaction nothing happens. */
  void rollback() throws SQLException;

  String setting(String name) throws SQLException;

  void set(String name, String value) throws SQLException;

  /** Who takes what the session says beside results; nobody at first. */
  void setNotices(BackendNotices listener);

  /** Asks whether the session still answers. */
  boolean isValid(int timeoutMillis);

  boolean isOpen();

  /** The statement that runs now, if one does, fails with SQLSTATE 57014. Any thread. */
  void cancel() throws SQLException;

  /** Makes the call that is under way end soon, before the session is given up. Any thread. */
  void interrupt();

  /** Rolls back what is open and ends the session. Safe to repeat. */
  @Override
  void close() throws SQLException;
}
