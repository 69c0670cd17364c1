package org.ratchetdb.engine.ddl;

import com.google.common.base.Suppliers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.change.ChangeEffect;
import org.ratchetdb.catalog.change.ChangeResult;
import org.ratchetdb.catalog.change.DropIndex;
import org.ratchetdb.catalog.change.SchemaChange;
import org.ratchetdb.catalog.change.SetIndexState;
import org.ratchetdb.catalog.change.SetInitialValue;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.IndexState;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Sequence;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.Clock;
import org.ratchetdb.common.time.Scheduler;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.engine.txn.SchemaGate;
import org.ratchetdb.executor.PlanExecutor;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.LockMode;
import org.ratchetdb.storage.api.TransactionOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes the schema of one database, one change after another; how is said in the package comment.
 * Thread-safe.
 */
public final class DdlRunner implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DdlRunner.class);

  /** Between two looks at the control while another change runs. */
  private static final Duration TURN_POLL = Duration.ofMillis(50);

  private static final Duration CLEANUP_PERIOD = Duration.ofMinutes(10);

  /** Older than every other transaction, so that none can wound a schema change. */
  private static final TransactionOptions OLDEST = TransactionOptions.DEFAULT.withAge(1);

  private static final int ATTEMPTS_MAX = 20;

  /** Entries looked at to find out whether a table has no rows. */
  private static final long EMPTY_CHECK_STEPS_MAX = 1_000;

  private final KvStore store;
  private final SchemaStore schemas;
  private final SchemaGate gate;
  private final SequenceCounters sequences;
  private final Clock clock;
  private final Threads threads;
  private final Supplier<Duration> retention;
  private final SchemaTextSize textSize = new SchemaTextSize();
  private final JobStore jobs;
  private final StorageCleanup cleanup;
  private final Scheduler.Task resumeTask;
  private final Scheduler.Task cleanupTask;

  /** Held by the one change, or the one cleanup, that runs. */
  private final Lock turn;

  private final Supplier<SteadyExpressions> steadyExpressions;
  private volatile @Nullable ColumnComputer columnComputer;
  private volatile @Nullable IndexBackfill running;
  private volatile boolean closing;

  /**
   * @param retention how far back reads reach; rows of dropped objects are kept for so long
   * @param scheduler finishes what an earlier process left, and removes what is due
   * @param threads for the turn that changes take
   */
  public DdlRunner(
      KvStore store,
      SchemaStore schemas,
      SchemaGate gate,
      SequenceCounters sequences,
      Clock clock,
      Scheduler scheduler,
      Threads threads,
      Supplier<Duration> retention) {
    this.store = store;
    this.schemas = schemas;
    this.gate = gate;
    this.sequences = sequences;
    this.clock = clock;
    this.threads = threads;
    this.turn = threads.newFairLock();
    this.retention = retention;
    Dialect dialect = schemas.current().dialect();
    this.steadyExpressions = Suppliers.memoize(() -> new SteadyExpressions(dialect));
    this.jobs = new JobStore(store);
    this.cleanup = new StorageCleanup(store, schemas, jobs, threads);
    this.resumeTask = scheduler.schedule(Duration.ZERO, this::resume);
    this.cleanupTask = scheduler.scheduleWithFixedDelay(CLEANUP_PERIOD, this::cleanUp);
  }

  /** Without one, a column whose values are computed can be added to tables without rows only. */
  public void setColumnComputer(ColumnComputer computer) {
    this.columnComputer = computer;
  }

  /**
   * Runs one statement and returns when it has taken effect.
   *
   * @param statement makes the change from the schema it is to be applied to, which is the current
   *     one and stays so until it returns
   * @throws DbException when the change is refused, finds rows that do not fit, or is stopped; the
   *     schema is then as before
   */
  public void execute(Function<Schema, SchemaChange> statement, JobControl control) {
    JobControl closable = stopWhenClosing(control);
    takeTurn(closable);
    try {
      finishBackfill(closable);
      Schema before = schemas.current();
      ChangeResult result = statement.apply(before).apply(before);
      if (result.changed(before)) {
        textSize.check(before, result.schema());
        run(before, result, closable);
      }
    } finally {
      turn.unlock();
    }
  }

  /** Ids of dropped tables and indexes whose rows have not been removed yet. */
  public Set<Integer> droppedObjects() {
    return jobs.garbage().stream().map(JobStore.Garbage::objectId).collect(Collectors.toSet());
  }

  /** The backfill that runs now. */
  public Optional<DdlJob> runningJob() {
    IndexBackfill backfill = running;
    if (backfill == null) {
      return Optional.empty();
    }
    JobStore.Backfill state = backfill.state();
    Schema schema = schemas.current();
    if (!schema.hasIndex(state.indexId())) {
      return Optional.empty();
    }
    Index index = schema.index(state.indexId());
    return Optional.of(
        new DdlJob(
            index.name(),
            schema.table(index.tableId()).name(),
            state.rowsDone(),
            state.startedMicros()));
  }

  /** Stops what runs; a backfill goes on when the database is opened again. */
  @Override
  public void close() {
    closing = true;
    resumeTask.cancel();
    cleanupTask.cancel();
    // What runs sees the mark at its next look; wait until it has let go of the store.
    turn.lock();
    try {
      running = null;
    } finally {
      turn.unlock();
    }
  }

  private JobControl stopWhenClosing(JobControl control) {
    return new JobControl() {
      @Override
      public void check() {
        if (closing) {
          throw new DbException(ErrorCode.UNAVAILABLE, "The database is being closed");
        }
        control.check();
      }

      @Override
      public void onCancel(Runnable wakeUp) {
        control.onCancel(wakeUp);
      }
    };
  }

  private void takeTurn(JobControl control) {
    try {
      do {
        control.check();
      } while (!turn.tryLock(TURN_POLL.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DbException(
          ErrorCode.CANCELLED, "Interrupted while waiting for a schema change", e);
    }
  }

  private void run(Schema before, ChangeResult result, JobControl control) {
    for (ChangeEffect effect : result.effects()) {
      if (effect instanceof ChangeEffect.BackfillIndex e) {
        createIndex(result.schema(), e.indexId(), control);
        return;
      }
    }
    try {
      publish(before, withInitialValues(result), control);
    } catch (RuntimeException e) {
      forgetNewSequences(before, result.schema(), e);
      throw e;
    }
    for (ChangeEffect effect : result.effects()) {
      if (effect instanceof ChangeEffect.RestartSequence e) {
        sequences.restart(e.sequenceId(), e.counter());
      }
      // A dropped sequence keeps its counter for as long as its schema can be returned to.
    }
  }

  /** A default that has one value for the whole statement becomes that value: no row is written. */
  private ChangeResult withInitialValues(ChangeResult result) {
    ColumnComputer computer = columnComputer;
    Schema schema = result.schema();
    List<ChangeEffect> effects = new ArrayList<>();
    for (ChangeEffect effect : result.effects()) {
      Value value =
          computer != null && effect instanceof ChangeEffect.BackfillColumn e
              ? steadyDefault(computer, schema, e)
              : null;
      if (value == null || !(effect instanceof ChangeEffect.BackfillColumn filled)) {
        effects.add(effect);
      } else {
        schema =
            new SetInitialValue(filled.tableId(), filled.columnId(), value).apply(schema).schema();
      }
    }
    return new ChangeResult(schema, effects);
  }

  private @Nullable Value steadyDefault(
      ColumnComputer computer, Schema schema, ChangeEffect.BackfillColumn effect) {
    Table table = schema.table(effect.tableId());
    Column column = table.column(effect.columnId());
    if (column.defaultSql() == null || table.columns().size() == 1) {
      return null;
    }
    PhysicalExpr expression = new ColumnExpression(computer).of(schema, table, column);
    if (!steadyExpressions.get().isSteady(expression)) {
      return null;
    }
    Value value = PlanExecutor.evaluate(expression, computer.context().build());
    if (value.isNull() && column.notNull()) {
      // The rows, if there are any, say no.
      return null;
    }
    return value;
  }

  /** Their numbers will be given out again, so what was drawn for a backfill must not stay. */
  private void forgetNewSequences(Schema before, Schema after, RuntimeException reason) {
    for (Sequence sequence : after.sequences()) {
      if (sequence.id() >= before.nextObjectId()) {
        try {
          sequences.forget(sequence.id());
        } catch (RuntimeException e) {
          reason.addSuppressed(e);
        }
      }
    }
  }

  /** Checks rows where the change asks for it and commits the schema in the same transaction. */
  private void publish(Schema before, ChangeResult result, JobControl control) {
    publish(
        result.schema(),
        control,
        transaction -> {
          RowValidation validation =
              new RowValidation(before, result.schema(), transaction, clock.nowMicros(), control);
          result.effects().forEach(validation::check);
          for (ChangeEffect effect : result.effects()) {
            if (effect instanceof ChangeEffect.BackfillColumn e) {
              new ColumnBackfill(
                      before, result.schema(), transaction, sequences, columnComputer, control)
                  .run(e.tableId(), e.columnId());
            }
          }
          for (ChangeEffect effect : result.effects()) {
            if (effect instanceof ChangeEffect.DropTableStorage e) {
              jobs.putGarbage(transaction, garbage(before, e.table().id(), false, false));
            } else if (effect instanceof ChangeEffect.DropIndexStorage e) {
              jobs.putGarbage(transaction, garbage(before, e.index().id(), true, false));
            }
          }
          return true;
        });
  }

  private static JobStore.Garbage garbage(
      Schema schema, int objectId, boolean index, boolean unread) {
    return new JobStore.Garbage(schema, objectId, index, unread);
  }

  /** Work that goes into the transaction of a new schema. */
  @FunctionalInterface
  private interface Preparation {
    /** Returns false to give up without an error. */
    boolean prepare(KvTransaction transaction);
  }

  /** Returns whether the schema was published, which only the preparation can decline. */
  private boolean publish(Schema next, JobControl control, Preparation preparation) {
    for (int attempt = 1; ; attempt++) {
      try (KvTransaction transaction = store.begin(OLDEST)) {
        control.onCancel(transaction::cancel);
        if (!preparation.prepare(transaction)) {
          return false;
        }
        control.check();
        threads.step("ddl.publish");
        gate.publish(next.version(), () -> schemas.commit(next, transaction));
        threads.step("ddl.published");
        schemas.trimHistory(clock.nowMicros(), retention.get());
        return true;
      } catch (DbException e) {
        if (e.code() != ErrorCode.TRANSACTION_ABORTED || attempt == ATTEMPTS_MAX) {
          throw e;
        }
      }
    }
  }

  private void createIndex(Schema withIndex, int indexId, JobControl control) {
    if (publishForEmptyTable(withIndex, indexId, control)) {
      return;
    }
    JobStore.Backfill start = new JobStore.Backfill(indexId, null, 0, clock.nowMicros());
    publish(
        withIndex,
        control,
        transaction -> {
          jobs.putBackfill(transaction, start);
          return true;
        });
    backfill(start, control);
  }

  /** An index of a table without rows is complete at once. */
  private boolean publishForEmptyTable(Schema withIndex, int indexId, JobControl control) {
    Schema complete = new SetIndexState(indexId, IndexState.READ_WRITE).apply(withIndex).schema();
    Table table = complete.table(complete.index(indexId).tableId());
    TableRows rows = new TableRows(complete, table, null, List.of());
    return publish(
        complete,
        control,
        transaction -> {
          transaction.lock(rows.range(), LockMode.SHARED);
          return rows.forEach(transaction, null, EMPTY_CHECK_STEPS_MAX, (key, columns) -> false);
        });
  }

  /** Fills the index and makes it public; takes it away again when that fails. */
  private void backfill(JobStore.Backfill start, JobControl control) {
    Schema schema = schemas.current();
    IndexBackfill backfill =
        new IndexBackfill(store, jobs, schema, schema.index(start.indexId()), start, threads);
    running = backfill;
    try {
      backfill.run(control);
      Schema complete =
          new SetIndexState(start.indexId(), IndexState.READ_WRITE).apply(schema).schema();
      publish(
          complete,
          control,
          transaction -> {
            jobs.removeBackfill(transaction);
            return true;
          });
    } catch (RuntimeException e) {
      if (!closing) {
        removeUnfinished(start.indexId(), e);
      }
      throw e;
    } finally {
      running = null;
    }
  }

  /** Nobody ever read the index, so its entries can go at once. */
  private void removeUnfinished(int indexId, RuntimeException reason) {
    try {
      Schema schema = schemas.current();
      Index index = schema.index(indexId);
      Schema without = new DropIndex(index.name(), false).apply(schema).schema();
      publish(
          without,
          JobControl.NONE,
          transaction -> {
            jobs.removeBackfill(transaction);
            jobs.putGarbage(transaction, garbage(schema, indexId, true, true));
            return true;
          });
      cleanup.run(JobControl.NONE);
    } catch (RuntimeException e) {
      reason.addSuppressed(e);
    }
  }

  /** Finishes what an earlier process, or a failure in between, has left. */
  private void finishBackfill(JobControl control) {
    JobStore.Backfill left = jobs.backfill();
    if (left == null) {
      return;
    }
    Schema schema = schemas.current();
    if (!schema.hasIndex(left.indexId())) {
      throw new DbException(ErrorCode.CORRUPT_DATA, "A backfill is stored for an unknown index")
          .with("index", left.indexId());
    }
    String name = schema.index(left.indexId()).name();
    LOG.info("Index {} is filled further, {} rows are done", name, left.rowsDone());
    try {
      backfill(left, control);
    } catch (DbException e) {
      if (closing || schemas.current().hasIndex(left.indexId())) {
        throw e;
      }
      LOG.warn("Index {} could not be completed and was removed: {}", name, e.message());
    }
  }

  private void resume() {
    // Looks whether there is anything to do when it has its turn: only then the store stays open.
    inBackground("An index could not be completed", this::finishBackfill);
  }

  private void cleanUp() {
    inBackground(
        "Rows of dropped objects could not be removed",
        control -> {
          cleanup.run(control);
          schemas.trimHistory(clock.nowMicros(), retention.get());
          sequences.keepOnly(schemas.knownSequences());
        });
  }

  /** Work without a statement behind it. */
  private interface BackgroundWork {
    void run(JobControl control);
  }

  private void inBackground(String failureText, BackgroundWork work) {
    JobControl control = stopWhenClosing(JobControl.NONE);
    try {
      takeTurn(control);
      try {
        work.run(control);
      } finally {
        turn.unlock();
      }
    } catch (DbException e) {
      if (!closing) {
        LOG.warn(failureText, e);
      }
    }
  }
}
