package org.ratchetdb.jdbc.core;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.jdbc.backend.ConnectionBackend;
import org.ratchetdb.jdbc.backend.ExecuteOptions;
import org.ratchetdb.jdbc.backend.SqlErrors;
import org.ratchetdb.jdbc.backend.TransactionOptions;
import org.ratchetdb.jdbc.backend.TransactionState;

/**
 * The transactions of a connection: their modes, their ends, their savepoints. Without autocommit
 * one begins with the first statement that needs it, not with the end of the one before.
 */
final class ConnectionTransactions {
  private final SessionGate gate;
  private final ConnectionBackend backend;

  private boolean autoCommit;
  private boolean readOnly;
  private int isolation;

  /** How many unnamed savepoints there have been. */
  private int savepoints;

  ConnectionTransactions(SessionGate gate, ConnectionDefaults defaults) {
    this.gate = gate;
    this.backend = gate.backend();
    this.autoCommit = defaults.autoCommit();
    this.readOnly = defaults.readOnly();
    this.isolation = defaults.isolation();
  }

  boolean isAutoCommit() {
    return autoCommit;
  }

  boolean isReadOnly() {
    return readOnly;
  }

  int isolation() {
    return isolation;
  }

  /** What to begin before a statement when nothing is open; null in autocommit mode. */
  @Nullable TransactionOptions toBegin(boolean needsTransaction) {
    return autoCommit || !needsTransaction
        ? null
        : new TransactionOptions(readOnly, isolation == Connection.TRANSACTION_REPEATABLE_READ);
  }

  void refuseWrites(boolean writes) throws SQLException {
    if (readOnly && writes) {
      throw SqlErrors.of(
          ErrorCode.READ_ONLY_TRANSACTION, "The connection is read-only: it does not write");
    }
  }

  // ---- Modes ----

  void setAutoCommit(boolean on) throws SQLException {
    gate.whileLocked(
        () -> {
          if (on == autoCommit) {
            return;
          }
          if (backend.transactionState() != TransactionState.IDLE) {
            gate.settle();
            backend.commit();
          }
          autoCommit = on;
        });
  }

  void setReadOnly(boolean on) throws SQLException {
    gate.whileLocked(
        () -> {
          if (on != readOnly) {
            checkIdle("Read-only mode");
            readOnly = on;
          }
        });
  }

  /** Weaker levels are taken for the next stronger one there is. */
  void setIsolation(int level) throws SQLException {
    int effective =
        switch (level) {
          case Connection.TRANSACTION_READ_UNCOMMITTED,
              Connection.TRANSACTION_READ_COMMITTED,
              Connection.TRANSACTION_SERIALIZABLE ->
              Connection.TRANSACTION_SERIALIZABLE;
          case Connection.TRANSACTION_REPEATABLE_READ -> Connection.TRANSACTION_REPEATABLE_READ;
          default -> throw SqlErrors.notSupported("The isolation level " + level);
        };
    gate.whileLocked(
        () -> {
          if (effective != isolation) {
            checkIdle("The isolation level");
            isolation = effective;
          }
        });
  }

  private void checkIdle(String what) throws SQLException {
    if (backend.transactionState() != TransactionState.IDLE) {
      throw SqlErrors.of(
          ErrorCode.ACTIVE_TRANSACTION, what + " cannot change inside a transaction");
    }
  }

  // ---- Ends ----

  /** Open results stay readable: what is left of them comes into memory first. */
  void commit() throws SQLException {
    gate.whileLocked(
        () -> {
          checkManual("commit");
          gate.settle();
          backend.commit();
        });
  }

  /** A result that still streams ends with the transaction: reading on fails. */
  void rollback() throws SQLException {
    gate.whileLocked(
        () -> {
          checkManual("rollback");
          gate.dropStreaming();
          backend.rollback();
          gate.forgetTimeout();
        });
  }

  /** A BEGIN as text makes a transaction even in autocommit mode; then these calls make sense. */
  private void checkManual(String what) throws SQLException {
    if (autoCommit && backend.transactionState() == TransactionState.IDLE) {
      throw SqlErrors.of(
          ErrorCode.NO_ACTIVE_TRANSACTION,
          "There is nothing to " + what + ": the connection is in autocommit mode");
    }
  }

  // ---- Savepoints ----

  Savepoint setSavepoint() throws SQLException {
    return set(RatchetSavepoint.unnamed(++savepoints));
  }

  Savepoint setSavepoint(String name) throws SQLException {
    return set(RatchetSavepoint.named(name));
  }

  private Savepoint set(RatchetSavepoint savepoint) throws SQLException {
    return gate.locked(
        () -> {
          if (autoCommit && backend.transactionState() == TransactionState.IDLE) {
            throw SqlErrors.of(
                ErrorCode.NO_ACTIVE_TRANSACTION,
                "A savepoint needs a transaction: autocommit is on");
          }
          gate.enter(null, toBegin(true));
          run("SAVEPOINT ", savepoint);
          return savepoint;
        });
  }

  /** A result that still streams ends here: its rows may be among those that are undone. */
  void rollback(Savepoint savepoint) throws SQLException {
    gate.whileLocked(
        () -> {
          RatchetSavepoint own = RatchetSavepoint.of(savepoint);
          gate.dropStreaming();
          run("ROLLBACK TO SAVEPOINT ", own);
          gate.forgetTimeout();
        });
  }

  void release(Savepoint savepoint) throws SQLException {
    gate.whileLocked(
        () -> {
          gate.settle();
          run("RELEASE SAVEPOINT ", RatchetSavepoint.of(savepoint));
        });
  }

  private void run(String what, RatchetSavepoint savepoint) throws SQLException {
    backend.execute(what + savepoint.quoted(backend.dialect()), ExecuteOptions.DEFAULT);
  }
}
