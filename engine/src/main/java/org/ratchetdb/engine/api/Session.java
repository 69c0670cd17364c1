package org.ratchetdb.engine.api;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;

/**
 * A conversation with one database: settings, at most one transaction, at most one statement at a
 * time. Owned by one thread at a time, but for {@link #cancel}.
 */
public interface Session extends AutoCloseable {
  /** A number that no other open session of the instance has. */
  int id();

  Database database();

  default Dialect dialect() {
    return database().dialect();
  }

  /** Cuts a script at its statement ends; comments alone make no statement. */
  List<String> split(String script);

  /**
   * Reads and binds one statement of any kind.
   *
   * @param parameterTypes types the caller has decided by position, null where the statement is to
   *     tell; may be shorter than the number of parameters
   */
  PreparedQuery prepare(String sql, List<@Nullable SqlType> parameterTypes);

  /** Prepares and executes a statement without parameters. */
  StatementResult execute(String sql);

  TransactionState transactionState();

  /** Begins a transaction; fails with {@code ACTIVE_TRANSACTION} inside one. */
  void begin(TransactionMode mode);

  /**
   * Commits; without a transaction nothing happens. After a failure it rolls back and fails with
   * the reason.
   */
  void commit();

  /** Rolls back; without a transaction nothing happens. */
  void rollback();

  /**
   * Marks the transaction as failed, as PostgreSQL does after any error: it takes nothing but its
   * end or the return to a savepoint. One without savepoints is rolled back at once, so that it
   * holds no locks. Without a transaction nothing happens.
   */
  void fail();

  /**
   * The timestamp of the last read outside read-write transactions, the one that was chosen when
   * the bound left a choice; null before the first. A read at exactly that timestamp sees the same.
   */
  @Nullable CommitTimestamp readTimestamp();

  /** The timestamp of the last commit, of a single statement too; null before the first. */
  @Nullable CommitTimestamp commitTimestamp();

  /** What the last commit did, of a single statement too; null before the first. */
  @Nullable CommitStatistics lastCommit();

  /** Value of a setting as text, empty when it has none; fails with {@code UNKNOWN_SETTING}. */
  String setting(String name);

  /** Sets a setting for the session, as SET does. */
  void set(String name, String value);

  /**
   * Settings whose changes a PostgreSQL client is told of (ParameterStatus), with their values now.
   */
  Map<String, String> reportedSettings();

  /**
   * Who takes what there is to know beside results, such as how far a long statement is; nobody at
   * first. The setting client_min_messages says what is worth telling.
   */
  void setNoticeListener(NoticeListener listener);

  /**
   * Callable from any thread: the statement that runs now, if one does, fails with {@code
   * CANCELLED}.
   */
  void cancel();

  boolean isOpen();

  /** Rolls back what is open and ends the session. */
  @Override
  void close();
}
