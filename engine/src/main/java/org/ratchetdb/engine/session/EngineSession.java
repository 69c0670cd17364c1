package org.ratchetdb.engine.session;

import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
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
import org.ratchetdb.engine.api.CommitStatistics;
import org.ratchetdb.engine.api.Database;
import org.ratchetdb.engine.api.NoticeListener;
import org.ratchetdb.engine.api.PreparedQuery;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.api.StatementResult;
import org.ratchetdb.engine.api.TransactionMode;
import org.ratchetdb.engine.api.TransactionState;
import org.ratchetdb.engine.config.SessionSettings;
import org.ratchetdb.engine.core.DatabaseContext;
import org.ratchetdb.engine.core.DatabaseHome;
import org.ratchetdb.engine.result.DetachableCursor;
import org.ratchetdb.engine.txn.SchemaGate;
import org.ratchetdb.engine.txn.SessionTransaction;
import org.ratchetdb.executor.PlanExecutor;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.sqlfrontend.ast.SessionStatement;
import org.ratchetdb.storage.api.TransactionOptions;

/**
 * One conversation with a database: its settings, its transactions, its named statements. What
 * there is to transactions is in {@link TransactionBlock}, what there is to statements in {@link
 * StatementRunner}. Owned by one thread at a time, but for {@link ActiveSession} and {@link
 * #isOpen}.
 */
public final class EngineSession implements Session, ActiveSession {
  /** From the jar's manifest; classes that were not packaged have none. */
  private static final String VERSION =
      Objects.requireNonNullElse(Session.class.getPackage().getImplementationVersion(), "0.1.0");

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
  private final OpenCursor cursor = new OpenCursor();
  private final TransactionBlock block;
  private volatile boolean open = true;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final String application;
  private final long openedMicros;

  // These change together when the database is restored.
  private DatabaseContext context;
  private ShowStatements shows;
  private StatementRunner runner;
  private ReadOpener reads;

  private int statements;
  private NoticeListener notices = NoticeListener.NONE;

  /** Volatile for other threads, see ActiveSession. */
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
    this.block = new TransactionBlock(id, settings, timestamps, cursor, context);
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
    return block.picture();
  }

  @Override
  public boolean isFailed() {
    return block.state() == TransactionState.FAILED;
  }

  /** Stops a statement of any session; fails when there is none of that id. */
  void cancelStatement(String statementId) {
    if (!STATEMENT_ID.matcher(statementId).matches()
        || !context.activity().sessions().cancelStatement(Long.parseLong(statementId))) {
      throw new DbException(
          ErrorCode.OBJECT_NOT_FOUND, "No running query has the id " + statementId);
    }
  }

  /** An id that no other statement of the instance has. */
  private long nextStatementId() {
    return ((long) id << Integer.SIZE) | Integer.toUnsignedLong(++statements);
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
      // A text may be refused for tables that have changed meanwhile: a retry takes it.
      DbException failure =
          block.isOvertaken() ? SchemaGate.schemaChanged() : explained(e, context);
      block.statementFailed(failure);
      throw failure;
    }
  }

  @Override
  public StatementResult execute(String sql) {
    return prepare(sql, List.of()).execute(List.of());
  }

  @Override
  public TransactionState transactionState() {
    return block.state();
  }

  @Override
  public void begin(TransactionMode mode) {
    requireOpen();
    try {
      block.begin(mode);
    } catch (DbException e) {
      throw explained(e, context);
    }
  }

  @Override
  public void commit() {
    followRestore();
    try {
      block.commit();
    } catch (DbException e) {
      throw explained(e, context);
    }
  }

  @Override
  public void rollback() {
    block.rollback();
  }

  @Override
  public void fail() {
    block.fail();
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
    String key = SessionSettings.key(name);
    block.requireSettable(key, value);
    if (local) {
      settings.setLocal(name, value);
    } else {
      settings.set(name, value);
    }
    block.settingChanged(key);
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
    SessionTransaction current = block.current();
    return new StatementControl(
        new ActiveStatement(sql, identity, nextStatementId(), context.clock().nowMicros()),
        context.ticker(),
        settings.typed().statementTimeout(),
        current == null || transactionState() != TransactionState.ACTIVE
            ? TransactionOptions.NO_DEADLINE
            : current.deadlineNanos());
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
    return open;
  }

  @Override
  public void close() {
    open = false;
    if (closed.compareAndSet(false, true)) {
      try {
        block.rollback();
      } finally {
        onClose.run();
      }
    }
  }

  /**
   * Ends the session from outside, while its thread may be in a statement: that fails, and no other
   * starts. Its locks are free at once; its client finds out with its next call.
   */
  @Override
  public void shutDown() {
    stop();
    block.abandon();
  }

  /** The first half of {@link #shutDown}: what runs fails, but its locks are still held. */
  public void stop() {
    open = false;
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
      default -> settings.find(name) == null ? null : commands.variable(name);
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

  TransactionBlock block() {
    return block;
  }

  @Nullable SessionTransaction transaction() {
    return block.current();
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

  void requireOpen() {
    requireNotShutDown();
    followRestore();
  }

  /** Fails when the session was ended, by itself or from outside. */
  void requireNotShutDown() {
    if (!open) {
      throw new DbException(ErrorCode.UNAVAILABLE, "The session is closed");
    }
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
    block.databaseReplaced(now);
  }

  /**
   * What a failure means for the client: the parts that were used may have been or are being
   * replaced, and a session that was ended from outside has its statements cancelled.
   */
  @SuppressWarnings("ReferenceEquality") // these very parts
  DbException explained(DbException failure, DatabaseContext used) {
    if (!open) {
      return failure.code() == ErrorCode.CANCELLED
          ? new DbException(ErrorCode.UNAVAILABLE, "The session was ended", failure)
          : failure;
    }
    if (block.isLossUntold()) {
      return block.tellLoss();
    }
    boolean restored = home.isBeingRestored() || home.context() != used;
    return restored && failure.code() == ErrorCode.UNAVAILABLE
        ? TransactionBlock.restored()
        : failure;
  }

  /** Before each statement: the session is fit to run it. */
  void requireRunnable(boolean runsWhenFailed) {
    requireOpen();
    block.requireUsable(runsWhenFailed);
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
    cursor.detach();
  }

  void register(DetachableCursor opened) {
    cursor.register(opened);
  }
}
