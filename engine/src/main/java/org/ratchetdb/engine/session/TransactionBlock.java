package org.ratchetdb.engine.session;

import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.activity.ActiveTransaction;
import org.ratchetdb.engine.activity.TransactionMeter;
import org.ratchetdb.engine.api.TimestampBound;
import org.ratchetdb.engine.api.TransactionMode;
import org.ratchetdb.engine.api.TransactionState;
import org.ratchetdb.engine.config.SessionSettings;
import org.ratchetdb.engine.config.SpannerSettings;
import org.ratchetdb.engine.core.DatabaseContext;
import org.ratchetdb.engine.txn.SessionTransaction;
import org.ratchetdb.storage.api.TransactionOptions;

/**
 * The transactions of a session, one after the other: those between BEGIN and COMMIT or ROLLBACK,
 * and those of single statements.
 *
 * <p>IDLE: there is none. ACTIVE: statements run in it. FAILED: a statement went wrong, and nothing
 * is taken but the end of the transaction or a return to a savepoint; without savepoints its locks
 * and its snapshot are given back already. A transaction that was lost to a restore stays ACTIVE
 * until its client has been told, so that it hears why before it hears that it failed.
 *
 * <p>Owned by the session's thread, but for {@link #picture} and {@link #abandon}.
 */
final class TransactionBlock {
  /** Settings that a transaction takes up when it begins. */
  private static final Set<String> BEGIN_SETTINGS =
      Set.of(
          SpannerSettings.READ_ONLY_STALENESS,
          SpannerSettings.READ_LOCK_MODE,
          SpannerSettings.RPC_PRIORITY,
          SpannerSettings.TRANSACTION_TAG,
          "transaction_timeout");

  private final int sessionId;
  private final SessionSettings settings;
  private final SessionTimestamps timestamps;
  private final OpenCursor cursor;
  private DatabaseContext context;

  // Volatile where other threads look on.
  private volatile @Nullable SessionTransaction transaction;
  private final AtomicReference<@Nullable SessionTransaction> statementTransaction =
      new AtomicReference<>();
  private volatile TransactionState state = TransactionState.IDLE;

  /** Whether a restore took the transaction away and nobody has been told. */
  private boolean lossUntold;

  private long retryAge;

  TransactionBlock(
      int sessionId,
      SessionSettings settings,
      SessionTimestamps timestamps,
      OpenCursor cursor,
      DatabaseContext context) {
    this.sessionId = sessionId;
    this.settings = settings;
    this.timestamps = timestamps;
    this.cursor = cursor;
    this.context = context;
  }

  TransactionState state() {
    return state;
  }

  /** The explicit transaction, or null. */
  @Nullable SessionTransaction current() {
    return transaction;
  }

  /** What there is to see for others: the transaction, or that of the statement that runs. */
  @Nullable ActiveTransaction picture() {
    SessionTransaction current = transaction;
    SessionTransaction seen = current == null ? statementTransaction.get() : current;
    return seen == null ? null : seen.picture();
  }

  // ---- modes

  /** The mode of transactions that say nothing themselves. */
  TransactionMode defaultMode() {
    SessionSettings.Typed typed = settings.typed();
    return new TransactionMode(
        typed.readOnly(),
        typed.repeatableRead()
            ? TransactionMode.Isolation.REPEATABLE_READ
            : TransactionMode.Isolation.SERIALIZABLE);
  }

  TransactionMode currentModeOrDefault() {
    SessionTransaction current = transaction;
    return current == null ? defaultMode() : current.mode();
  }

  /** SET TRANSACTION: replaces a transaction that has done nothing yet by one of another mode. */
  void changeMode(TransactionMode mode) {
    SessionTransaction current = transaction;
    if (current == null) {
      return;
    }
    TransactionMode resolved = resolve(mode);
    if (resolved.equals(current.mode())) {
      return;
    }
    if (!current.isFresh()) {
      throw new DbException(
          ErrorCode.ACTIVE_TRANSACTION,
          "SET TRANSACTION must be called before any query of the transaction");
    }
    replace(current, resolved);
  }

  /** Fails when a setting cannot get a value in the transaction as it is. */
  void requireSettable(String key, String value) {
    SessionTransaction current = transaction;
    if (current == null) {
      return;
    }
    if (key.equals(SpannerSettings.READ_ONLY_STALENESS)) {
      requireMultiUse(TimestampBound.parse(value));
      requireFresh(current.isFresh() || !current.isReadOnly(), key);
    } else if (key.equals(SpannerSettings.TRANSACTION_TAG)) {
      requireFresh(current.isFresh(), key);
    }
  }

  private static void requireFresh(boolean fresh, String key) {
    if (!fresh) {
      throw new DbException(
          ErrorCode.ACTIVE_TRANSACTION,
          key + " must be set before the first statement of the transaction");
    }
  }

  /** A transaction that has done nothing yet takes a changed setting up. */
  void settingChanged(String key) {
    SessionTransaction current = transaction;
    if (current == null || !current.isFresh() || !BEGIN_SETTINGS.contains(key)) {
      return;
    }
    TransactionMode mode = current.mode();
    boolean rebound = key.equals(SpannerSettings.READ_ONLY_STALENESS);
    replace(
        current, rebound ? resolve(new TransactionMode(mode.readOnly(), mode.isolation())) : mode);
  }

  private void replace(SessionTransaction current, TransactionMode mode) {
    current.close();
    transaction = newTransaction(mode, current.age());
  }

  /** Fills in the timestamp bound of a read-only transaction. */
  private TransactionMode resolve(TransactionMode mode) {
    if (!mode.readOnly()) {
      return mode;
    }
    TimestampBound asked = mode.bound();
    TimestampBound bound = asked == null ? settings.typed().staleness() : asked;
    requireMultiUse(bound);
    return new TransactionMode(true, mode.isolation(), bound);
  }

  private static void requireMultiUse(TimestampBound bound) {
    if (bound.singleUseOnly()) {
      throw new DbException(
              ErrorCode.INVALID_ARGUMENT,
              "Timestamp bound: "
                  + bound.text()
                  + " can only be used for a single use transaction.")
          .hint("A transaction takes STRONG, READ_TIMESTAMP or EXACT_STALENESS.");
    }
  }

  // ---- begin and end

  void begin(TransactionMode mode) {
    if (state != TransactionState.IDLE) {
      throw new DbException(
          ErrorCode.ACTIVE_TRANSACTION, "there is already a transaction in progress");
    }
    TransactionMode resolved = resolve(mode);
    cursor.detach();
    transaction = newTransaction(resolved, retryAge);
    settings.beginTransaction();
    retryAge = 0;
    state = TransactionState.ACTIVE;
  }

  private SessionTransaction newTransaction(TransactionMode mode, long age) {
    long now = context.clock().nowMicros();
    if (mode.readOnly()) {
      return SessionTransaction.readOnly(
          mode, TransactionRequest.deadlineNanos(settings, context.ticker()), now);
    }
    return readWrite(
        mode,
        context.schemas().current(),
        TransactionRequest.options(settings, mode, age, context.ticker()),
        now);
  }

  private SessionTransaction readWrite(
      TransactionMode mode, Schema schema, TransactionOptions options, long beganMicros) {
    TransactionMeter meter =
        context
            .activity()
            .newTransaction(
                sessionId, options.tag(), concurrency(options), options.age() != 0, beganMicros);
    return SessionTransaction.readWrite(mode, schema, context.store(), options, meter);
  }

  private static TransactionMeter.Concurrency concurrency(TransactionOptions options) {
    if (options.isolation() == TransactionOptions.Isolation.REPEATABLE_READ) {
      return TransactionMeter.Concurrency.REPEATABLE_READ;
    }
    return options.isOptimistic()
        ? TransactionMeter.Concurrency.SERIALIZABLE_OPTIMISTIC
        : TransactionMeter.Concurrency.SERIALIZABLE_PESSIMISTIC;
  }

  /**
   * Begins the read-write transaction of a single statement.
   *
   * @param schema that the statement was planned for
   * @param age of the first attempt when this one repeats it, else 0
   * @param control of the statement
   */
  SessionTransaction beginStatement(
      TransactionMode mode, Schema schema, long age, StatementControl control) {
    TransactionOptions options = TransactionRequest.options(settings, mode, age, context.ticker());
    SessionTransaction own =
        readWrite(
            mode,
            schema,
            options.withDeadlineNanos(Math.min(options.deadlineNanos(), control.deadlineNanos())),
            control.statement().startedMicros());
    statementTransaction.setRelease(own); // a look may come a little late, a statement not
    return own;
  }

  /** Commits the transaction of a single statement. */
  void commitStatement(SessionTransaction own) {
    timestamps.committed(
        own.commit(context.schemaGate(), context.schemas()::current, settings.commitOptions()));
    settings.forget(SpannerSettings.TRANSACTION_TAG);
  }

  /** Ends the transaction of a single statement, rolled back unless it was committed. */
  void endStatement(SessionTransaction own) {
    statementTransaction.setRelease(null);
    own.close();
  }

  void commit() {
    SessionTransaction ending = transaction;
    boolean failed = state == TransactionState.FAILED || lossUntold;
    if (ending == null) {
      return;
    }
    if (failed) {
      boolean untold = lossUntold;
      rollback();
      if (untold) {
        throw restored();
      }
      return;
    }
    try {
      cursor.detach();
    } catch (DbException e) {
      rollback();
      throw e;
    }
    leave();
    boolean committed = false;
    try {
      timestamps.committed(
          ending.commit(
              context.schemaGate(), context.schemas()::current, settings.commitOptions()));
      committed = true;
    } catch (DbException e) {
      rememberAge(e, ending);
      throw e;
    } finally {
      endSettings(!committed);
    }
  }

  void rollback() {
    SessionTransaction ending = transaction;
    leave();
    if (ending != null) {
      endSettings(true);
    }
    try {
      cursor.close();
    } finally {
      if (ending != null) {
        ending.close();
      }
    }
  }

  private void leave() {
    lossUntold = false;
    transaction = null;
    state = TransactionState.IDLE;
  }

  /** What was set for the transaction ends; in PostgreSQL a rollback undoes every SET. */
  private void endSettings(boolean rolledBack) {
    settings.endTransaction(rolledBack && isPostgres());
    settings.forget(SpannerSettings.TRANSACTION_TAG);
  }

  // ---- savepoints

  void setSavepoint(String name) {
    require("SAVEPOINT").setSavepoint(savepointName(name), settings.mark());
  }

  void releaseSavepoint(String name) {
    require("RELEASE SAVEPOINT").releaseSavepoint(savepointName(name));
  }

  /** Undoes what came after a savepoint; a failed transaction goes on from there. */
  void rollbackTo(String name) {
    SessionTransaction current = require("ROLLBACK TO SAVEPOINT");
    cursor.close(); // its rows may be among those that are undone
    if (lossUntold) {
      throw tellLoss();
    }
    if (state == TransactionState.FAILED && current.hasSavepoints() && !current.isOpen()) {
      throw new DbException(
              ErrorCode.TRANSACTION_ABORTED, "The transaction was aborted with all its savepoints")
          .hint("Roll back and retry the whole transaction.");
    }
    int settingsMark = current.rollbackTo(savepointName(name));
    if (isPostgres()) {
      settings.backTo(settingsMark);
    }
    state = TransactionState.ACTIVE;
  }

  private SessionTransaction require(String what) {
    SessionTransaction current = transaction;
    if (current == null) {
      throw new DbException(
          ErrorCode.NO_ACTIVE_TRANSACTION, what + " can only be used in transaction blocks");
    }
    return current;
  }

  private String savepointName(String name) {
    return isPostgres() ? name : name.toLowerCase(Locale.ROOT);
  }

  private boolean isPostgres() {
    return context.dialect() == Dialect.POSTGRESQL;
  }

  // ---- failures

  /**
   * Before each statement: the transaction takes it.
   *
   * @param runsWhenFailed whether the statement ends the transaction or part of it
   */
  void requireUsable(boolean runsWhenFailed) {
    if (runsWhenFailed) {
      return;
    }
    if (lossUntold) {
      throw tellLoss();
    }
    if (state == TransactionState.FAILED) {
      throw new DbException(
          ErrorCode.IN_FAILED_TRANSACTION,
          "current transaction is aborted, commands ignored until end of transaction block");
    }
  }

  /** Whether a schema change has taken a read-write transaction its tables. */
  boolean isOvertaken() {
    SessionTransaction current = transaction;
    return current != null
        && state == TransactionState.ACTIVE
        && !lossUntold
        && !current.isReadOnly()
        && !current.isUnchangedIn(context.schemas().current());
  }

  /** A statement in the explicit transaction failed: decides what becomes of the transaction. */
  void statementFailed(DbException failure) {
    SessionTransaction current = transaction;
    if (current == null || state != TransactionState.ACTIVE) {
      return;
    }
    current.failed(failure);
    boolean lost =
        failure.code() == ErrorCode.TRANSACTION_ABORTED
            || failure.code() == ErrorCode.UNAVAILABLE
            || failure.code() == ErrorCode.INTERNAL
            || failure.code() == ErrorCode.IO_ERROR;
    boolean stopped =
        failure.code() == ErrorCode.CANCELLED || failure.code() == ErrorCode.DEADLINE_EXCEEDED;
    if (lost) {
      rememberAge(failure, current);
      current.close();
    }
    if (lost || stopped || isPostgres()) {
      fail();
    }
  }

  /** Marks the transaction as failed; it gives back what no savepoint needs. */
  void fail() {
    SessionTransaction current = transaction;
    if (current == null || state != TransactionState.ACTIVE) {
      return;
    }
    if (!current.hasSavepoints() || !current.isOpen()) {
      current.close();
    }
    state = TransactionState.FAILED;
  }

  /**
   * A transaction that is run again keeps its place in the wound-wait order, so that it wins in the
   * end.
   */
  private void rememberAge(DbException failure, SessionTransaction ended) {
    retryAge = failure.code() == ErrorCode.TRANSACTION_ABORTED ? ended.age() : 0;
  }

  /** The session was ended from outside: locks are free at once. For any thread. */
  void abandon() {
    SessionTransaction current = transaction;
    if (current != null) {
      current.abandon();
    }
    SessionTransaction own = statementTransaction.get();
    if (own != null) {
      own.abandon();
    }
  }

  // ---- restores

  /** Goes on with the parts that the database has after a restore. What was open is lost. */
  void databaseReplaced(DatabaseContext now) {
    context = now;
    cursor.close();
    SessionTransaction lost = transaction;
    if (lost != null) {
      lost.close();
      lossUntold = state == TransactionState.ACTIVE;
    }
  }

  /** Whether the transaction is lost to a restore, of which nobody has been told. */
  boolean isLossUntold() {
    return lossUntold;
  }

  /** The error that tells of the loss, once. */
  DbException tellLoss() {
    lossUntold = false;
    state = TransactionState.FAILED;
    return restored();
  }

  static DbException restored() {
    return new DbException(
            ErrorCode.TRANSACTION_ABORTED,
            "The database was restored or opened again meanwhile; the transaction is lost")
        .hint("Retry the whole transaction.");
  }
}
