package org.ratchetdb.jdbc.core;

import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.jdbc.backend.ConnectionBackend;
import org.ratchetdb.jdbc.backend.SqlErrors;
import org.ratchetdb.jdbc.backend.TransactionOptions;
import org.ratchetdb.jdbc.backend.TransactionState;

/**
 * Who uses the session of a connection: one call at a time, under a lock, and at most one result
 * that is still read straight from it. Whoever needs the session for something else lets that
 * result come into memory first. {@link Statement#cancel} and {@link #abort} go around the lock.
 */
final class SessionGate {
  private static final String STATEMENT_TIMEOUT = "statement_timeout";

  /** The setting may have been rolled back with the transaction that set it. */
  private static final int TIMEOUT_UNCERTAIN = -1;

  /** Work on the session. */
  interface Work<T> {
    T run() throws SQLException;
  }

  /** Work on the session that gives nothing. */
  interface Action {
    void run() throws SQLException;
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final ConnectionBackend backend;

  /** The one result that is read straight from the backend. */
  private volatile @Nullable RatchetResultSet streaming;

  /** The statement whose call is under way, for cancel. */
  private volatile @Nullable RatchetStatement running;

  private volatile boolean closed;

  /** What the session's statement_timeout was set to for a statement; 0 when it was left alone. */
  private int timeoutSetMillis;

  private String timeoutBefore = "0";

  /** What the session says when no statement is under way, say at a commit. */
  private final Warnings warnings = new Warnings();

  private volatile Consumer<SQLWarning> noticeListener = warning -> {};

  SessionGate(ConnectionBackend backend) {
    this.backend = backend;
    backend.setNotices(this::noticed);
  }

  ConnectionBackend backend() {
    return backend;
  }

  void lock() {
    lock.lock();
  }

  void unlock() {
    lock.unlock();
  }

  /** Runs work under the lock, if the session is open. */
  <T> T locked(Work<T> work) throws SQLException {
    lock.lock();
    try {
      checkOpen();
      return work.run();
    } finally {
      lock.unlock();
    }
  }

  /** As {@link #locked}, without a result. */
  void whileLocked(Action action) throws SQLException {
    lock.lock();
    try {
      checkOpen();
      action.run();
    } finally {
      lock.unlock();
    }
  }

  void checkOpen() throws SQLException {
    if (closed) {
      throw SqlErrors.closed("connection");
    }
    if (!backend.isOpen()) {
      throw SqlErrors.of(ErrorCode.CONNECTION_FAILURE, "The session has ended");
    }
  }

  boolean isClosed() {
    return closed;
  }

  // ---- One call ----

  /**
   * Prepares the session for a call. Pair with {@link #leave}. The lock is held.
   *
   * @param statement whose call it is, null for the connection's own
   * @param begin the transaction to begin when none is open, or null
   */
  void enter(@Nullable RatchetStatement statement, @Nullable TransactionOptions begin)
      throws SQLException {
    settle();
    if (statement != null && statement.timeoutMillis() != timeoutSetMillis) {
      applyTimeout(statement.timeoutMillis());
    }
    if (begin != null && backend.transactionState() == TransactionState.IDLE) {
      backend.begin(begin);
    }
    running = statement;
  }

  void leave() {
    running = null;
  }

  private void noticed(SQLWarning warning) {
    RatchetStatement statement = running;
    (statement == null ? warnings : statement.warnings()).add(warning);
    noticeListener.accept(warning);
  }

  /** The connection's own; statements have theirs. */
  Warnings warnings() {
    return warnings;
  }

  void setNoticeListener(Consumer<SQLWarning> listener) {
    noticeListener = listener;
  }

  private void applyTimeout(int millis) throws SQLException {
    if (timeoutSetMillis == 0) {
      timeoutBefore = backend.setting(STATEMENT_TIMEOUT);
    }
    backend.set(STATEMENT_TIMEOUT, millis == 0 ? timeoutBefore : Integer.toString(millis));
    timeoutSetMillis = millis;
  }

  /** A rollback may have undone the setting. */
  void forgetTimeout() {
    if (timeoutSetMillis != 0) {
      timeoutSetMillis = TIMEOUT_UNCERTAIN;
    }
  }

  /** Any thread. When the statement has just ended there is nothing to cancel. */
  void cancel(RatchetStatement statement) throws SQLException {
    RatchetResultSet open = streaming;
    if (running == statement || (open != null && open.isOf(statement))) {
      backend.cancel();
    }
  }

  // ---- The streaming result ----

  /** A result begins to stream. The lock is held. */
  void stream(RatchetResultSet set) {
    streaming = set;
  }

  /**
   * Takes the streaming result into memory, because the backend is wanted for something else. Fails
   * when rows that were not read yet have failed the transaction, which would refuse everything.
   */
  void settle() throws SQLException {
    SQLException failure = buffer();
    if (failure != null && backend.transactionState() == TransactionState.FAILED) {
      throw failure;
    }
  }

  private @Nullable SQLException buffer() throws SQLException {
    checkOpen();
    RatchetResultSet open = streaming;
    streaming = null;
    return open == null ? null : open.buffer();
  }

  /** Ends the streaming result, because its rows are rolled back. */
  void dropStreaming() throws SQLException {
    RatchetResultSet open = streaming;
    if (open != null) {
      streaming = null;
      open.invalidate(SqlErrors.of(ErrorCode.UNDEFINED_CURSOR, "The transaction was rolled back"));
    }
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
        var unused = buffer(); // comes out behind the rows
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

  // ---- The end ----

  void close() throws SQLException {
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
          open.discardCursor();
        }
      } finally {
        closed = true;
        backend.close();
      }
    } finally {
      lock.unlock();
    }
  }

  boolean isValid(int timeoutMillis) throws SQLException {
    if (closed) {
      return false;
    }
    lock.lock();
    try {
      if (closed || !backend.isOpen()) {
        return false;
      }
      var unused = buffer(); // of a statement, not of the connection
      return backend.isValid(timeoutMillis);
    } finally {
      lock.unlock();
    }
  }

  void abort(Executor executor) {
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
}
