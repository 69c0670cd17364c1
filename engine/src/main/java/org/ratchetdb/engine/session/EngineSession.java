package org.ratchetdb.engine.session;

import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.engine.activity.ActiveSession;
import org.ratchetdb.engine.activity.ActiveStatement;
import org.ratchetdb.engine.activity.ActiveTransaction;
import org.ratchetdb.engine.activity.StatementIdentity;
import org.ratchetdb.engine.activity.TransactionMeter;
import org.ratchetdb.engine.api.CommitStatistics;
import org.ratchetdb.engine.api.Database;
import org.ratchetdb.engine.api.NoticeListener;
import org.ratchetdb.engine.api.PreparedQuery;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.api.StatementResult;
import org.ratchetdb.engine.api.TimestampBound;
import org.ratchetdb.engine.api.TransactionMode;
import org.ratchetdb.engine.api.TransactionState;
import org.ratchetdb.engine.config.SessionSettings;
import org.ratchetdb.engine.config.SpannerSettings;
import org.ratchetdb.engine.core.DatabaseContext;
import org.ratchetdb.engine.core.DatabaseHome;
import org.ratchetdb.engine.result.DetachableCursor;
import org.ratchetdb.engine.txn.SessionTransaction;
import org.ratchetdb.executor.PlanExecutor;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.sqlfrontend.ast.SessionStatement;
import org.ratchetdb.storage.api.TransactionOptions;

/**
 * One conversation with a database: its settings, its transaction, its named statements. Owned by
 * one thread at a time, but for {@link #cancel} and {@link #isOpen}.
 */
public final class EngineSession implements Session, ActiveSession {
  /** From the jar's manifest; classes that were not packaged have none. */
  private static final String VERSION =
      Objects.requireNonNullElse(Session.class.getPackage().getImplementationVersion(), "0.1.0");

  /** Settings that a transaction takes up when it begins. */
  private static final Set<String> BEGIN_SETTINGS =
      Set.of(
          SpannerSettings.READ_ONLY_STALENESS,
          SpannerSettings.READ_LOCK_MODE,
          SpannerSettings.RPC_PRIORITY,
          SpannerSettings.TRANSACTION_TAG,
          "transaction_timeout");

  private static final Pattern STATEMENT_ID = Pattern.compile("[0-9]{1,18}");

  private final int id;
  private final Database database;
  private final DatabaseHome home;
  private final Runnable onClose;
  private final String user;
  private final SessionSettings settings = new SessionSettings(this::databaseSetting);
  private final SessionCommands commands = new SessionCommands(this);
  private final SessionTimestamps timestamps = new SessionTimestamps();
  private final NamedStatements named = new NamedStatements(this);
  private final AtomicBoolean open = new AtomicBoolean(true);

  private final String application;
  private final long openedMicros;

  // These change together when the database is restored.
  private DatabaseContext context;
  private ShowStatements shows;
  private StatementRunner runner;
  private ReadOpener reads;

  // Volatile where other threads look on, see ActiveSession.
  private volatile @Nullable SessionTransaction transaction;
  private final AtomicReference<@Nullable SessionTransaction> statementTransaction =
      new AtomicReference<>();

  /** Whether a restore ended the transaction and nobody has been told. */
  private boolean lossUntold;

  private volatile TransactionState state = TransactionState.IDLE;
  private int statements;
  private long retryAge;
  private @Nullable DetachableCursor openCursor;
  private NoticeListener notices = NoticeListener.NONE;
  private volatile @Nullable StatementControl running;

  public EngineSession(
      int id, Database database, DatabaseHome home, SessionOptions options, Runnable onClose) {
    this.id = id;
    this.database = database;
    this.home = home;
    this.context = home.context();
    this.onClose = onClose;
    this.user = options.user();
    this.application = options.settings().getOrDefault("application_name", "");
    this.openedMicros = context.clock().nowMicros();
    this.shows = new ShowStatements(this, context);
    this.reads = new ReadOpener(context);
    this.runner = new StatementRunner(this, context);
    settings.initialize("timezone", context.options().defaultTimeZone());
    settings.initialize("session_authorization", options.user());
    options.settings().forEach(settings::initialize);
  }

  @Override
  public int id() {
    return id;
  }

  @Override
  public Database database() {
    return database;
  }

  @Override
  public String user() {
    return user;
  }

  @Override
  public String application() {
    return application;
  }

  @Override
  public long openedMicros() {
    return openedMicros;
  }

  @Override
  public @Nullable ActiveStatement activeStatement() {
    StatementControl control = running;
    return control == null ? null : control.statement();
  }

  @Override
  public @Nullable ActiveTransaction activeTransaction() {
    SessionTransaction current = transaction;
    SessionTransaction seen = current == null ? statementTransaction.get() : current;
    return seen == null ? null : seen.picture();
  }

  @Override
  public boolean isFailed() {
    return state == TransactionState.FAILED;
  }

  /** Stops a statement of any session; fails when there is none of that id. */
  void cancelStatement(String statementId) {
    if (!STATEMENT_ID.matcher(statementId).matches()
        || !context.activity().sessions().cancelStatement(Long.parseLong(statementId))) {
      throw new DbException(
          ErrorCode.OBJECT_NOT_FOUND, "No running query has the id " + statementId);
    }
  }

  /** The transaction of the statement that runs outside an explicit one, or null. */
  void setStatementTransaction(@Nullable SessionTransaction own) {
    statementTransaction.setRelease(own); // a look may come a little late, a statement not
  }

  /** An id that no other statement of the instance has. */
  private long nextStatementId() {
    return ((long) id << Integer.SIZE) | Integer.toUnsignedLong(++statements);
  }

  /** Follows an attempt of a read-write transaction. */
  TransactionMeter meter(TransactionOptions options, long beganMicros) {
    return context
        .activity()
        .newTransaction(id, options.tag(), concurrency(options), options.age() != 0, beganMicros);
  }

  private static TransactionMeter.Concurrency concurrency(TransactionOptions options) {
    if (options.isolation() == TransactionOptions.Isolation.REPEATABLE_READ) {
      return TransactionMeter.Concurrency.REPEATABLE_READ;
    }
    return options.isOptimistic()
        ? TransactionMeter.Concurrency.SERIALIZABLE_OPTIMISTIC
        : TransactionMeter.Concurrency.SERIALIZABLE_PESSIMISTIC;
  }

  @Override
  public List<String> split(String script) {
    return context.compiler().split(script);
  }

  @Override
  public PreparedQuery prepare(String sql, List<@Nullable SqlType> parameterTypes) {
    requireOpen();
    try {
      EnginePreparedQuery query = new EnginePreparedQuery(this, sql, parameterTypes);
      SessionStatement.Execute execute = query.executed();
      return execute == null ? query : named.execution(execute, sql);
    } catch (DbException e) {
      DbException failure = explained(e, context);
      statementFailed(failure);
      throw failure;
    }
  }

  @Override
  public StatementResult execute(String sql) {
    return prepare(sql, List.of()).execute(List.of());
  }

  @Override
  public TransactionState transactionState() {
    return state;
  }

  @Override
  public void begin(TransactionMode mode) {
    requireOpen();
    if (state != TransactionState.IDLE) {
      throw new DbException(
          ErrorCode.ACTIVE_TRANSACTION, "there is already a transaction in progress");
    }
    TransactionMode resolved = resolve(mode);
    detachCursor();
    try {
      transaction = newTransaction(resolved, retryAge);
    } catch (DbException e) {
      throw explained(e, context);
    }
    settings.beginTransaction();
    retryAge = 0;
    state = TransactionState.ACTIVE;
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

  @Override
  public void commit() {
    followRestore();
    boolean untold = lossUntold;
    lossUntold = false;
    SessionTransaction ending = transaction;
    TransactionState before = state;
    if (before == TransactionState.IDLE) {
      return;
    }
    try {
      detachCursor();
    } catch (DbException e) {
      rollback();
      throw e;
    }
    transaction = null;
    state = TransactionState.IDLE;
    if (ending == null) {
      return;
    }
    if (before == TransactionState.FAILED) {
      endSettings(true);
      ending.close();
      if (untold) {
        throw restored();
      }
      return;
    }
    boolean committed = false;
    try {
      timestamps.committed(ending.commit(context.schemaGate(), settings.commitOptions()));
      committed = true;
    } catch (DbException e) {
      rememberAge(e, ending);
      throw explained(e, context);
    } finally {
      endSettings(!committed);
    }
  }

  /** What was set for the transaction ends; in PostgreSQL a rollback undoes every SET. */
  private void endSettings(boolean rolledBack) {
    settings.endTransaction(rolledBack && dialect() == Dialect.POSTGRESQL);
    settings.forget(SpannerSettings.TRANSACTION_TAG);
  }

  @Override
  public void rollback() {
    lossUntold = false;
    SessionTransaction ending = transaction;
    DetachableCursor cursor = openCursor;
    openCursor = null;
    transaction = null;
    state = TransactionState.IDLE;
    if (ending != null) {
      endSettings(true);
    }
    try {
      // Its rows were those of the transaction; nobody may want them now, and reading on could
      // fail.
      if (cursor != null) {
        cursor.close();
      }
    } finally {
      if (ending != null) {
        ending.close();
      }
    }
  }

  @Override
  public void fail() {
    SessionTransaction current = transaction;
    if (current == null || state != TransactionState.ACTIVE) {
      return;
    }
    if (!current.hasSavepoints() || !current.isOpen()) {
      current.close();
    }
    state = TransactionState.FAILED;
  }

  void setSavepoint(String name) {
    requireTransaction("SAVEPOINT").setSavepoint(savepointName(name), settings.mark());
  }

  void releaseSavepoint(String name) {
    requireTransaction("RELEASE SAVEPOINT").releaseSavepoint(savepointName(name));
  }

  /** Undoes what came after a savepoint; a failed transaction goes on from there. */
  void rollbackTo(String name) {
    SessionTransaction current = requireTransaction("ROLLBACK TO SAVEPOINT");
    DetachableCursor cursor = openCursor;
    openCursor = null;
    if (cursor != null) {
      cursor.close(); // its rows may be among those that are undone
    }
    if (state == TransactionState.FAILED && current.hasSavepoints() && !current.isOpen()) {
      throw new DbException(
              ErrorCode.TRANSACTION_ABORTED, "The transaction was aborted with all its savepoints")
          .hint("Roll back and retry the whole transaction.");
    }
    int settingsMark = current.rollbackTo(savepointName(name));
    if (dialect() == Dialect.POSTGRESQL) {
      settings.backTo(settingsMark);
    }
    state = TransactionState.ACTIVE;
  }

  private SessionTransaction requireTransaction(String what) {
    SessionTransaction current = transaction;
    if (current == null) {
      throw new DbException(
          ErrorCode.NO_ACTIVE_TRANSACTION, what + " can only be used in transaction blocks");
    }
    return current;
  }

  private String savepointName(String name) {
    return dialect() == Dialect.POSTGRESQL ? name : name.toLowerCase(Locale.ROOT);
  }

  @Override
  public @Nullable CommitStatistics lastCommit() {
    return timestamps.commit();
  }

  @Override
  public String setting(String name) {
    return Objects.requireNonNullElse(commands.variable(name), "");
  }

  @Override
  public void set(String name, String value) {
    change(name, value, false);
  }

  /**
   * SET.
   *
   * @param local to the end of the transaction
   */
  void change(String name, String value, boolean local) {
    SessionTransaction current = transaction;
    String key = SessionSettings.key(name);
    boolean fresh = current != null && isFresh(current);
    if (current != null) {
      if (key.equals(SpannerSettings.READ_ONLY_STALENESS)) {
        requireMultiUse(TimestampBound.parse(value));
        requireFresh(fresh || !current.isReadOnly(), key);
      } else if (key.equals(SpannerSettings.TRANSACTION_TAG)) {
        requireFresh(fresh, key);
      }
    }
    if (local) {
      settings.setLocal(name, value);
    } else {
      settings.set(name, value);
    }
    if (current != null && fresh && BEGIN_SETTINGS.contains(key)) {
      current.close();
      TransactionMode mode = current.mode();
      boolean rebound = key.equals(SpannerSettings.READ_ONLY_STALENESS);
      transaction =
          newTransaction(
              rebound ? resolve(new TransactionMode(mode.readOnly(), mode.isolation())) : mode,
              current.age());
    }
  }

  private static void requireFresh(boolean fresh, String key) {
    if (!fresh) {
      throw new DbException(
          ErrorCode.ACTIVE_TRANSACTION,
          key + " must be set before the first statement of the transaction");
    }
  }

  /** Whether nothing has run in the transaction. */
  private boolean isFresh(SessionTransaction current) {
    return !runner.hasRunInTransaction() && !current.hasSavepoints();
  }

  @Override
  public @Nullable CommitTimestamp readTimestamp() {
    return timestamps.readTimestamp();
  }

  @Override
  public @Nullable CommitTimestamp commitTimestamp() {
    CommitStatistics commit = timestamps.commit();
    return commit == null ? null : commit.timestamp();
  }

  SessionTimestamps timestamps() {
    return timestamps;
  }

  ReadOpener reads() {
    return reads;
  }

  /**
   * The control of a statement that begins now.
   *
   * @param sql its text
   * @param identity what it is counted under, or null
   */
  StatementControl newControl(String sql, @Nullable StatementIdentity identity) {
    SessionTransaction current = transaction;
    return new StatementControl(
        new ActiveStatement(sql, identity, nextStatementId(), context.clock().nowMicros()),
        context.ticker(),
        settings.typed().statementTimeout(),
        current == null ? TransactionOptions.NO_DEADLINE : current.deadlineNanos());
  }

  @Override
  public void setNoticeListener(NoticeListener listener) {
    notices = listener;
  }

  /** Reports of long work go to the listener, if the session wants them. */
  ProgressNotices progressNotices() {
    return new ProgressNotices(setting("client_min_messages"), notices, context.ticker());
  }

  @Override
  public Map<String, String> reportedSettings() {
    Map<String, String> reported = new HashMap<>(settings.reported());
    // What PostgreSQL has no name for; its clients pass over names they do not know.
    reported.put("ratchet.dialect", dialect().name());
    reported.put("ratchet.version", VERSION);
    return reported;
  }

  @Override
  public void cancel() {
    StatementControl control = running;
    if (control != null) {
      control.cancel();
    }
  }

  @Override
  public boolean isOpen() {
    return open.get();
  }

  @Override
  public void close() {
    if (open.compareAndSet(true, false)) {
      try {
        DetachableCursor cursor = openCursor;
        if (cursor != null) {
          cursor.close();
        }
        rollback();
      } finally {
        onClose.run();
      }
    }
  }

  /**
   * Ends the session from outside, while its thread may be in a statement: that fails, and no other
   * starts.
   */
  @Override
  public void shutDown() {
    open.set(false);
    cancel();
  }

  private @Nullable String databaseSetting(String name) {
    return context.schemas().current().options().get(name);
  }

  SessionSettings settings() {
    return settings;
  }

  /**
   * Zone of timestamps that name none. PostgreSQL's sessions choose it; in GoogleSQL it belongs to
   * the database, and what a session sets concerns only how the wire prints.
   */
  ZoneId zone() {
    return dialect() == Dialect.POSTGRESQL ? settings.zone() : context.zone();
  }

  /** What functions may ask about the session. */
  @Nullable String fact(String name) {
    return switch (name) {
      case "current_user", "session_user", "user" -> user;
      case "current_database", "current_catalog" -> database.name();
      case "current_schema" -> dialect() == Dialect.POSTGRESQL ? "public" : "";
      case "version" -> "PostgreSQL " + SessionSettings.SERVER_VERSION + " (Ratchet)";
      case "pg_backend_pid" -> Integer.toString(id);
      default -> settings.find(name);
    };
  }

  /** Evaluates an expression without columns. */
  Value evaluate(PhysicalExpr expression) {
    return PlanExecutor.evaluate(
        expression,
        ExecutionContext.builder(dialect())
            .zone(zone())
            .statementMicros(context.clock().nowMicros())
            .build());
  }

  SessionCommands commands() {
    return commands;
  }

  ShowStatements shows() {
    return shows;
  }

  StatementRunner runner() {
    return runner;
  }

  @Nullable SessionTransaction transaction() {
    return transaction;
  }

  /** The schema that the next statement sees. */
  Schema schema() {
    return runner.schema();
  }

  /** PREPARE name AS statement. */
  void prepareNamed(SessionStatement.Prepare prepare, String sql) {
    named.prepare(prepare, sql);
  }

  /** Forgets a statement of PREPARE, or, with null, all of them. */
  void deallocate(@Nullable String name) {
    named.deallocate(name);
  }

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
    if (!isFresh(current)) {
      throw new DbException(
          ErrorCode.ACTIVE_TRANSACTION,
          "SET TRANSACTION must be called before any query of the transaction");
    }
    current.close();
    transaction = newTransaction(resolved, current.age());
  }

  private SessionTransaction newTransaction(TransactionMode mode, long age) {
    long now = context.clock().nowMicros();
    if (mode.readOnly()) {
      return SessionTransaction.readOnly(
          mode, TransactionRequest.deadlineNanos(settings, context.ticker()), now);
    }
    // A schema that changes after this look is noticed at the commit.
    TransactionOptions options = TransactionRequest.options(settings, mode, age, context.ticker());
    return SessionTransaction.readWrite(
        mode, context.schemas().current(), context.store(), options, meter(options, now));
  }

  void requireOpen() {
    if (!open.get()) {
      throw new DbException(ErrorCode.UNAVAILABLE, "The session is closed");
    }
    followRestore();
  }

  /** Goes on with the parts that the database has after a restore. What was open is lost. */
  @SuppressWarnings("ReferenceEquality") // these very parts
  private void followRestore() {
    DatabaseContext now = home.context();
    if (now == context) {
      return;
    }
    context = now;
    shows = new ShowStatements(this, now);
    runner = new StatementRunner(this, now);
    reads = new ReadOpener(now);
    DetachableCursor cursor = openCursor;
    openCursor = null;
    if (cursor != null) {
      cursor.close();
    }
    SessionTransaction lost = transaction;
    if (lost != null) {
      lost.close();
      lossUntold |= state == TransactionState.ACTIVE;
      state = TransactionState.FAILED;
    }
  }

  /** What a failure of work with some parts means if they were or are being replaced. */
  @SuppressWarnings("ReferenceEquality") // these very parts
  DbException explained(DbException failure, DatabaseContext used) {
    boolean restored = home.isBeingRestored() || home.context() != used;
    return restored && open.get() && failure.code() == ErrorCode.UNAVAILABLE ? restored() : failure;
  }

  private static DbException restored() {
    return new DbException(
            ErrorCode.TRANSACTION_ABORTED,
            "The database was restored from a snapshot meanwhile; the transaction is lost")
        .hint("Retry the whole transaction.");
  }

  /** Before each statement: the session is fit to run it. */
  void requireRunnable(boolean runsWhenFailed) {
    requireOpen();
    if (lossUntold && !runsWhenFailed) {
      lossUntold = false;
      throw restored();
    }
    if (state == TransactionState.FAILED && !runsWhenFailed) {
      throw new DbException(
          ErrorCode.IN_FAILED_TRANSACTION,
          "current transaction is aborted, commands ignored until end of transaction block");
    }
  }

  /** From now on a cancel means this statement. Returns what it meant before. */
  @Nullable StatementControl startStatement(StatementControl control) {
    StatementControl before = running;
    running = control;
    return before;
  }

  /** A cancel means again what it meant before. */
  void resumeStatement(@Nullable StatementControl before) {
    running = before;
  }

  void endStatement(StatementControl control) {
    control.record(context.activity(), id);
    if (running == control) {
      running = null;
    }
  }

  /** Lets the cursor of an earlier statement keep its rows while others run. */
  void detachCursor() {
    DetachableCursor cursor = openCursor;
    openCursor = null;
    if (cursor != null) {
      cursor.detach();
    }
  }

  void register(DetachableCursor cursor) {
    openCursor = cursor;
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
            || failure.code() == ErrorCode.INTERNAL
            || failure.code() == ErrorCode.IO_ERROR;
    boolean stopped =
        failure.code() == ErrorCode.CANCELLED || failure.code() == ErrorCode.DEADLINE_EXCEEDED;
    if (lost) {
      rememberAge(failure, current);
      current.close();
    }
    if (lost || stopped || dialect() == Dialect.POSTGRESQL) {
      fail();
    }
  }

  /**
   * A transaction that is run again keeps its place in the wound-wait order, so that it wins in the
   * end.
   */
  private void rememberAge(DbException failure, SessionTransaction ended) {
    retryAge = failure.code() == ErrorCode.TRANSACTION_ABORTED ? ended.age() : 0;
  }
}
