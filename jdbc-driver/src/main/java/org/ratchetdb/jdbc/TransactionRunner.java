package org.ratchetdb.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.concurrent.locks.LockSupport;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.random.Randomness;
import org.ratchetdb.jdbc.backend.SqlErrors;

/**
 * Runs work in a transaction, and again when the database aborts it because of a conflict. The work
 * must therefore do nothing but talk to the connection, or things that may happen twice. Immutable
 * and thread-safe; a connection is used by one call at a time.
 *
 * <pre>{@code
 * long left = TransactionRunner.DEFAULT.run(connection, c -> transfer(c, from, to, 100));
 * }</pre>
 */
public final class TransactionRunner {
  /** Ten attempts, waiting up to 1 ms before the second and twice as long before each next. */
  public static final TransactionRunner DEFAULT = new TransactionRunner(10, 1_000_000);

  private static final int DOUBLINGS_MAX = 8;

  /** What a transaction does. Neither commits nor rolls back. */
  @FunctionalInterface
  public interface Work<T> {
    T run(Connection connection) throws SQLException;
  }

  private final int attemptsMax;
  private final long firstWaitNanos;
  private final Randomness randomness = Randomness.secure();

  /**
   * @param attemptsMax how often to try at most
   * @param firstWaitNanos longest wait before the second attempt; it doubles each time, and a
   *     random part of it is waited, so that two that collided do not collide again
   */
  public TransactionRunner(int attemptsMax, long firstWaitNanos) {
    if (attemptsMax < 1 || firstWaitNanos < 0) {
      throw new IllegalArgumentException("at least one attempt, and no negative wait");
    }
    this.attemptsMax = attemptsMax;
    this.firstWaitNanos = firstWaitNanos;
  }

  /**
   * Runs the work and commits. Leaves the connection's autocommit mode as it was.
   *
   * @throws SQLException what the work or the commit failed with; the transaction is rolled back
   */
  public <T> T run(Connection connection, Work<T> work) throws SQLException {
    boolean autoCommit = connection.getAutoCommit();
    connection.setAutoCommit(false);
    try {
      for (int attempt = 1; ; attempt++) {
        try {
          T result = work.run(connection);
          connection.commit();
          return result;
        } catch (SQLException e) {
          rollback(connection, e);
          if (attempt == attemptsMax || !isAborted(e)) {
            throw e;
          }
        } catch (RuntimeException | Error e) {
          rollback(connection, e);
          throw e;
        }
        await(attempt);
      }
    } finally {
      if (autoCommit && !connection.isClosed()) {
        connection.setAutoCommit(true);
      }
    }
  }

  private static void rollback(Connection connection, Throwable reason) {
    try {
      if (!connection.isClosed()) {
        connection.rollback();
      }
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }

  private void await(int attempt) throws SQLException {
    long longest = firstWaitNanos << Math.min(attempt - 1, DOUBLINGS_MAX);
    LockSupport.parkNanos((long) (randomness.nextDouble() * longest));
    if (Thread.currentThread().isInterrupted()) {
      throw SqlErrors.of(ErrorCode.CANCELLED, "Interrupted between two attempts of a transaction");
    }
  }

  /** Whether the error, or what it was caused by, says that the transaction may be run again. */
  public static boolean isAborted(SQLException error) {
    for (Throwable t = error; t != null; t = t.getCause()) {
      if (t instanceof SQLTransactionRollbackException
          || (t instanceof SQLException e
              && ErrorCode.TRANSACTION_ABORTED.sqlState().equals(e.getSQLState()))) {
        return true;
      }
    }
    return false;
  }
}
