package org.ratchetdb.engine.session;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.engine.activity.StatementIdentity;
import org.ratchetdb.engine.api.StatementResult;
import org.ratchetdb.engine.api.TimestampBound;
import org.ratchetdb.engine.api.TransactionMode;
import org.ratchetdb.engine.api.TransactionState;
import org.ratchetdb.engine.config.SpannerSettings;
import org.ratchetdb.engine.core.DatabaseContext;
import org.ratchetdb.engine.ddl.SchemaView;
import org.ratchetdb.engine.result.BatchResultCursor;
import org.ratchetdb.engine.result.Failures;
import org.ratchetdb.engine.result.StaticCursor;
import org.ratchetdb.engine.statement.CompiledStatement;
import org.ratchetdb.engine.statement.WriterNeed;
import org.ratchetdb.engine.txn.SchemaGate;
import org.ratchetdb.engine.txn.SessionTransaction;
import org.ratchetdb.executor.BatchCursor;
import org.ratchetdb.executor.UpdateResult;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.planner.context.PlanningCheck;
import org.ratchetdb.sqlfrontend.ast.AdminStatement;
import org.ratchetdb.sqlfrontend.ast.DdlStatement;
import org.ratchetdb.sqlfrontend.ast.SessionStatement;
import org.ratchetdb.sqlfrontend.bind.DdlBinder;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.ReadView;

/**
 * Runs statements in the session's transaction, or in one of their own: a query outside a
 * transaction reads from a snapshot, DML commits before it answers and is run again when another
 * transaction pushed it aside. Owned by one thread.
 */
final class StatementRunner {
  /**
   * A statement in a transaction of its own gives up after so many attempts. With its age kept it
   * wins long before.
   */
  private static final int ATTEMPTS_MAX = 100;

  private final EngineSession session;
  private final DatabaseContext context;
  private final DatabaseCommands databases;

  StatementRunner(EngineSession session, DatabaseContext context) {
    this.session = session;
    this.context = context;
    this.databases = new DatabaseCommands(context);
  }

  /** Time of the database's ticker. */
  long nanos() {
    return context.ticker().nanos();
  }

  /** The schema that the next statement sees. */
  Schema schema() {
    SessionTransaction transaction = session.transaction();
    if (transaction == null) {
      TimestampBound bound = session.settings().typed().staleness();
      return bound instanceof TimestampBound.Strong
          ? context.schemas().current()
          : session.reads().expectedSchema(bound);
    }
    return transaction.isPending()
        ? session.reads().expectedSchema(bound(transaction))
        : transaction.schemaFor(context.schemas().current());
  }

  /** The newest schema, which statements that write are made for. */
  Schema currentSchema() {
    return context.schemas().current();
  }

  /** The bound that the next query reads at, or null when it sees the newest state. */
  @Nullable TimestampBound staleBound() {
    SessionTransaction transaction = session.transaction();
    TimestampBound bound =
        transaction == null ? session.settings().typed().staleness() : bound(transaction);
    return bound instanceof TimestampBound.Strong ? null : bound;
  }

  private static TimestampBound bound(SessionTransaction transaction) {
    return Objects.requireNonNullElse(transaction.mode().bound(), TimestampBound.Strong.INSTANCE);
  }

  /** Gives a read-only transaction that has none yet its timestamp, which may mean to wait. */
  void openTransaction() {
    SessionTransaction transaction = session.transaction();
    if (transaction == null
        || !transaction.isPending()
        || session.transactionState() != TransactionState.ACTIVE) {
      return;
    }
    StatementControl control = session.newControl("BEGIN", null);
    StatementControl before = session.startStatement(control);
    try {
      SchemaView opened = session.reads().open(bound(transaction), control);
      transaction.open(opened.schema(), opened.view());
      session.timestamps().read(opened.view().moment(), context.clock().nowMicros());
    } catch (RuntimeException | Error e) {
      DbException failure = session.explained(Failures.toDbException(e), context);
      session.block().statementFailed(failure);
      throw failure;
    } finally {
      session.resumeStatement(before);
    }
  }

  CompiledStatement compile(String sql, List<@Nullable SqlType> parameterTypes, Schema schema) {
    return planned(
        sql,
        check ->
            context.compiler().compile(sql, parameterTypes, schema, session.zone().getId(), check));
  }

  /** Compiles with literals as they stand in the text, for errors that name their place. */
  CompiledStatement compileExactly(String sql, Schema schema) {
    return planned(
        sql,
        check ->
            context
                .compiler()
                .compileExactly(sql, List.of(), schema, session.zone().getId(), check));
  }

  /** A cancel or the statement's timeout ends planning; each has its own time, as execution has. */
  private CompiledStatement planned(
      String sql, Function<PlanningCheck, CompiledStatement> planning) {
    StatementControl control = session.newControl(sql, null);
    StatementControl before = session.startStatement(control);
    try {
      CompiledStatement compiled = planning.apply(control::checkPlanning);
      if (!compiled.runsInFailedTransaction()) {
        control.check(); // also of what was known already
      }
      return compiled;
    } finally {
      session.resumeStatement(before);
    }
  }

  /** Counted by its text, or by the tag of the request. */
  private @Nullable StatementIdentity identity(CompiledStatement statement) {
    CompiledStatement.Plan plan = statement.plan();
    if (plan == null) {
      return null;
    }
    return session.settings().typed().hasStatementTag()
        ? plan.identity().tagged(session.settings().get(SpannerSettings.STATEMENT_TAG))
        : plan.identity();
  }

  /**
   * Runs a statement; afterwards the session knows how the transaction stands.
   *
   * @param sql the text that was sent, to be shown while it runs
   */
  StatementResult run(String sql, CompiledStatement statement, List<Value> parameters) {
    return guarded(sql, statement, control -> dispatch(statement, parameters, control));
  }

  /** Runs a DML statement once per row of parameters, in one transaction. */
  long[] runBatch(String sql, CompiledStatement statement, List<List<Value>> rows) {
    if (!(statement instanceof CompiledStatement.Plan plan) || !plan.isDml()) {
      throw new DbException(
          ErrorCode.INVALID_ARGUMENT, "Only INSERT, UPDATE and DELETE can run as a batch");
    }
    return guarded(
        sql,
        statement,
        control -> write(plan, control, transaction -> batch(plan, rows, transaction, control)));
  }

  private <T> T guarded(String sql, CompiledStatement statement, Work<T> work) {
    session.requireRunnable(statement.runsInFailedTransaction());
    StatementControl control = session.newControl(sql, identity(statement));
    session.startStatement(control);
    try {
      session.requireNotShutDown(); // else whoever ends it now sees the control
      SessionTransaction current = session.transaction();
      if (current != null) {
        if (statement.plan() != null) {
          current.requireNotAborted();
        }
        current.limitWaits(
            session.settings().typed().transaction().lockTimeout(), control.deadlineNanos());
      }
      T result = work.run(control);
      if (!control.isStreaming()) {
        session.endStatement(control);
      }
      return result;
    } catch (RuntimeException | Error e) {
      DbException failure = session.explained(Failures.toDbException(e), context);
      control.failed(failure);
      session.endStatement(control);
      session.block().statementFailed(failure);
      throw failure;
    } finally {
      if (session.settings().typed().hasStatementTag() && statement.plan() != null) {
        session.settings().forget(SpannerSettings.STATEMENT_TAG);
      }
    }
  }

  private StatementResult dispatch(
      CompiledStatement statement, List<Value> parameters, StatementControl control) {
    if (statement instanceof CompiledStatement.Explanation explanation) {
      return new StatementResult(explanation.cursor(), -1, "EXPLAIN");
    }
    if (statement instanceof CompiledStatement.Command command) {
      if (command.ast() instanceof SessionStatement sessionStatement) {
        return session.commands().run(sessionStatement, command.sql());
      }
      if (command.ast() instanceof AdminStatement admin) {
        session.detachCursor();
        return new AdminCommands(session, context).run(admin, control);
      }
      return ddl(command, (DdlStatement) command.ast(), control);
    }
    session.detachCursor();
    if (statement instanceof CompiledStatement.Analysis analysis) {
      return new PlanAnalysis(context.ticker())
          .run(analysis, control, () -> plan(analysis.plan(), parameters, control));
    }
    if (statement instanceof CompiledStatement.Plan plan) {
      return plan(plan, parameters, control);
    }
    throw new IllegalStateException("Not a statement that runs: " + statement);
  }

  private StatementResult plan(
      CompiledStatement.Plan plan, List<Value> parameters, StatementControl control) {
    return plan.isDml() ? dml(plan, parameters, control) : query(plan, parameters, control);
  }

  private StatementResult ddl(
      CompiledStatement.Command command, DdlStatement ddl, StatementControl control) {
    if (session.transaction() != null) {
      throw new DbException(
          ErrorCode.ACTIVE_TRANSACTION,
          "DDL statements are only allowed outside explicit transactions.");
    }
    if (session.settings().typed().readOnly()) {
      throw new DbException(
          ErrorCode.READ_ONLY_TRANSACTION,
          "cannot execute " + command.tag() + " in a read-only transaction");
    }
    session.detachCursor();
    if (databases.run(ddl, control)) {
      return new StatementResult(null, -1, command.tag());
    }
    if (ddl instanceof DdlStatement.Analyze analyze) {
      Table table = DdlBinder.analyzedTable(analyze, command.sql(), context.schemas().current());
      context.splits().check();
      context.statistics().analyze(table, control::check);
      context.compiler().forgetPlans();
      return new StatementResult(null, -1, command.tag());
    }
    if (ddl instanceof DdlStatement.AlterDatabase alter
        && !alter.name().name().equals(context.name())) {
      throw DbException.notSupported("ALTER DATABASE of another database")
          .hint("Open a connection to it.");
    }
    context.ddl().execute(schema -> DdlBinder.bind(ddl, command.sql(), schema), control);
    return new StatementResult(null, -1, command.tag());
  }

  private StatementResult query(
      CompiledStatement.Plan plan, List<Value> parameters, StatementControl control) {
    SessionTransaction transaction = session.transaction();
    if (transaction != null) {
      use(transaction, plan);
      if (plan.needsWriter() && transaction.isReadOnly()) {
        throw WriterNeed.refusal(plan.compiled().plan(), session.dialect());
      }
      transaction.requireRetained();
      if (!transaction.isReadOnly()) {
        requireSnapshotNotNeeded(plan);
      }
      control.onCancel(transaction::cancelWaits);
      BatchCursor rows = open(plan, parameters, transaction, control);
      control.stream();
      BatchResultCursor cursor = cursor(plan, rows, () -> session.endStatement(control));
      session.register(cursor);
      return new StatementResult(cursor, -1, "SELECT");
    }
    if (plan.needsWriter()) {
      return write(plan, control, own -> buffered(plan, parameters, own, control));
    }
    TimestampBound bound = session.settings().typed().staleness();
    SchemaView schemaView =
        bound instanceof TimestampBound.Strong
            ? context.schemas().strongView()
            : session.reads().open(bound, control);
    ReadView view = schemaView.view();
    try {
      requireSameSchema(plan, schemaView.schema());
      long now = context.clock().nowMicros();
      session.timestamps().read(view.moment(), now);
      ExecutionContext.Builder execution = execution(parameters, control, now).reader(view);
      BatchCursor rows = control.metered(plan.compiled().open(execution.build()));
      control.stream();
      Runnable release =
          () -> {
            session.endStatement(control);
            view.close();
          };
      return new StatementResult(cursor(plan, rows, release), -1, "SELECT");
    } catch (RuntimeException | Error e) {
      view.close();
      throw e;
    }
  }

  private StatementResult buffered(
      CompiledStatement.Plan plan,
      List<Value> parameters,
      SessionTransaction transaction,
      StatementControl control) {
    BatchCursor rows = open(plan, parameters, transaction, control);
    BatchResultCursor cursor = cursor(plan, rows, () -> {});
    cursor.detach();
    return new StatementResult(cursor, -1, "SELECT");
  }

  private BatchCursor open(
      CompiledStatement.Plan plan,
      List<Value> parameters,
      SessionTransaction transaction,
      StatementControl control) {
    return control.metered(
        plan.compiled().open(executionContext(plan, transaction, parameters, control)),
        () -> transaction.requireUnchanged(context.schemas().current()));
  }

  /** SPANNER_SYS shows what is, not what was at a time that locks could hold fast. */
  private static void requireSnapshotNotNeeded(CompiledStatement.Plan plan) {
    String schema = plan.snapshotOnly();
    if (schema != null) {
      throw new DbException(
              ErrorCode.INVALID_ARGUMENT,
              "Unsupported concurrency mode in query using " + schema + ".")
          .hint("Read it outside a transaction or in a read-only one.");
    }
  }

  private BatchResultCursor cursor(
      CompiledStatement.Plan plan, BatchCursor rows, Runnable onClose) {
    return new BatchResultCursor(
        plan.columns(),
        rows,
        onClose,
        failure -> session.explained(failure, context),
        session.block()::statementFailed);
  }

  private StatementResult dml(
      CompiledStatement.Plan plan, List<Value> parameters, StatementControl control) {
    return write(plan, control, transaction -> writeOnce(plan, parameters, transaction, control));
  }

  private StatementResult writeOnce(
      CompiledStatement.Plan plan,
      List<Value> parameters,
      SessionTransaction transaction,
      StatementControl control) {
    long bytesBefore = transaction.writer().bufferedBytes();
    UpdateResult result =
        plan.compiled().execute(executionContext(plan, transaction, parameters, control));
    transaction.requireUnchanged(context.schemas().current());
    control.wrote(result.count(), transaction.writer().bufferedBytes() - bytesBefore);
    String tag = plan.tagFor(result.count());
    BatchCursor returned = result.returned();
    if (returned == null) {
      return new StatementResult(null, result.count(), tag);
    }
    BatchResultCursor cursor = cursor(plan, control.metered(returned), () -> {});
    cursor.detach();
    return new StatementResult(cursor, result.count(), tag);
  }

  private long[] batch(
      CompiledStatement.Plan plan,
      List<List<Value>> rows,
      SessionTransaction transaction,
      StatementControl control) {
    int savepoint = transaction.writer().savepoint();
    long bytesBefore = transaction.writer().bufferedBytes();
    long[] counts = new long[rows.size()];
    if (rows.size() > 1 && plan.compiled().takesRows()) {
      try {
        plan.compiled()
            .executeRows(executionContext(plan, transaction, rows.get(0), control), rows);
        transaction.requireUnchanged(context.schemas().current());
        control.wrote(rows.size(), transaction.writer().bufferedBytes() - bytesBefore);
        Arrays.fill(counts, 1);
        return counts;
      } catch (DbException e) {
        // Row by row it will be seen which one fails first, and with what.
        if (!transaction.writer().isOpen()) {
          throw e;
        }
      }
    }
    long written = 0;
    try {
      for (int i = 0; i < counts.length; i++) {
        control.check();
        counts[i] =
            plan.compiled()
                .execute(executionContext(plan, transaction, rows.get(i), control))
                .count();
        written += counts[i];
      }
      transaction.requireUnchanged(context.schemas().current());
      control.wrote(written, transaction.writer().bufferedBytes() - bytesBefore);
    } catch (DbException e) {
      if (transaction.writer().isOpen()) {
        transaction.writer().rollbackTo(savepoint);
      }
      throw e;
    }
    return counts;
  }

  private static DbException readOnly(CompiledStatement.Plan plan) {
    return new DbException(
        ErrorCode.READ_ONLY_TRANSACTION,
        "cannot execute " + plan.verb() + " in a read-only transaction");
  }

  /** Runs writing work in the session's transaction, or in one of its own with retries. */
  private <T> T write(
      CompiledStatement.Plan plan, StatementControl control, TransactionWork<T> work) {
    requireSnapshotNotNeeded(plan);
    SessionTransaction current = session.transaction();
    if (current != null) {
      if (current.isReadOnly()) {
        throw readOnly(plan);
      }
      use(current, plan);
      control.onCancel(current::cancelWaits);
      return work.run(current);
    }
    TransactionBlock block = session.block();
    TransactionMode mode = new TransactionMode(false, block.defaultMode().isolation());
    if (block.defaultMode().readOnly()) {
      throw readOnly(plan);
    }
    long age = 0;
    for (int attempt = 1; ; attempt++) {
      Schema schema = context.schemas().current();
      SessionTransaction own = block.beginStatement(mode, schema, age, control);
      age = own.age();
      control.onCancel(own::cancelWaits);
      try {
        use(own, plan);
        T result = work.run(own);
        block.commitStatement(own);
        return result;
      } catch (DbException e) {
        own.failed(e);
        boolean retry = e.code() == ErrorCode.TRANSACTION_ABORTED && attempt < ATTEMPTS_MAX;
        if (!retry || plan.schemaVersion() != context.schemas().current().version()) {
          throw e;
        }
        control.check();
      } finally {
        block.endStatement(own);
      }
    }
  }

  private void use(SessionTransaction transaction, CompiledStatement.Plan plan) {
    transaction.use(plan.tables(), plan.schemaVersion(), context.schemas().current());
  }

  private static void requireSameSchema(CompiledStatement.Plan plan, Schema schema) {
    if (plan.schemaVersion() != schema.version()) {
      throw SchemaGate.schemaChanged();
    }
  }

  private ExecutionContext executionContext(
      CompiledStatement.Plan plan,
      SessionTransaction transaction,
      List<Value> parameters,
      StatementControl control) {
    ExecutionContext.Builder execution =
        execution(parameters, control, control.statement().startedMicros());
    KvTransaction writer = transaction.writerOrNull();
    if (writer == null) {
      execution.reader(transaction.reader());
    } else {
      transaction.ran(plan.footprint());
      control.runsInReadWrite();
      execution.transaction(writer).writes(transaction.writes()).sequences(context.sequences());
    }
    return execution.build();
  }

  private ExecutionContext.Builder execution(
      List<Value> parameters, StatementControl control, long nowMicros) {
    ExecutionContext.Builder execution =
        ExecutionContext.builder(context.dialect())
            .parameters(parameters)
            .statementMicros(nowMicros)
            .systemTables(context.systemTables())
            .backends(context.activity().sessions())
            .zone(session.zone())
            .randomness(context.randomness())
            .splits(context.splitRanges())
            .helpers(context.helpers())
            .sessionFacts(session::fact)
            .memoryBytesMax(context.options().queryMemoryBytesMax())
            .spillDirectory(context.spillDirectory());
    control.apply(execution);
    return execution;
  }

  /** Rows of text, for statements that answer by themselves. */
  static StatementResult text(String tag, List<String> names, List<List<@Nullable String>> rows) {
    return new StatementResult(StaticCursor.ofText(names, new ArrayList<>(rows)), -1, tag);
  }

  /** Work under a statement's control. */
  private interface Work<T> {
    T run(StatementControl control);
  }

  /** Work in a transaction. */
  private interface TransactionWork<T> {
    T run(SessionTransaction transaction);
  }
}
