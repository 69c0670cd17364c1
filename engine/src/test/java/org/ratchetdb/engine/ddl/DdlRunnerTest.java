package org.ratchetdb.engine.ddl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.ratchetdb.engine.ddl.DdlFixture.NULL;
import static org.ratchetdb.engine.ddl.DdlFixture.int64;
import static org.ratchetdb.engine.ddl.DdlFixture.string;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ratchetdb.catalog.change.AddColumn;
import org.ratchetdb.catalog.change.AlterSequence;
import org.ratchetdb.catalog.change.CreateIndex;
import org.ratchetdb.catalog.change.CreateSequence;
import org.ratchetdb.catalog.change.CreateTable;
import org.ratchetdb.catalog.change.DropIndex;
import org.ratchetdb.catalog.change.DropTable;
import org.ratchetdb.catalog.change.RedefineColumn;
import org.ratchetdb.catalog.change.SequenceAlteration;
import org.ratchetdb.catalog.change.SetColumnNotNull;
import org.ratchetdb.catalog.change.SetInterleave;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.IndexState;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.spec.ColumnSpec;
import org.ratchetdb.catalog.spec.DefaultSpec;
import org.ratchetdb.catalog.spec.GeneratedSpec;
import org.ratchetdb.catalog.spec.IndexSpec;
import org.ratchetdb.catalog.spec.InterleaveSpec;
import org.ratchetdb.catalog.spec.KeyPartSpec;
import org.ratchetdb.catalog.spec.SequenceSpec;
import org.ratchetdb.common.error.CanonicalStatus;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.time.Scheduler;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.planner.physical.DmlPlan;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.TransactionOptions;

class DdlRunnerTest {
  private final DdlFixture db = new DdlFixture();

  @AfterEach
  void close() {
    db.close();
  }

  @Test
  void schemaIsStoredWithItsTimestamp() {
    db.createTable("T", List.of(int64("k")), "k");
    Schema before = db.schema();

    db.reopen();
    assertThat(db.schema().version()).isEqualTo(before.version()).isEqualTo(1);
    assertThat(db.schema().since()).isEqualTo(before.since()).isGreaterThan(CommitTimestamp.ZERO);
    assertThat(db.schema().tables()).isEqualTo(before.tables());
  }

  @Test
  void refusedChangeLeavesNoTrace() {
    db.createTable("T", List.of(int64("k")), "k");
    Schema before = db.schema();

    assertThatThrownBy(() -> db.createTable("T", List.of(int64("k")), "k"))
        .isInstanceOf(DbException.class);
    assertThat(db.schema()).isSameAs(before);
  }

  @Test
  void olderTimestampsHaveTheirSchema() {
    db.createTable("A", List.of(int64("k")), "k");
    Schema first = db.schema();
    db.clock.advance(Duration.ofSeconds(1));
    db.createTable("B", List.of(int64("k")), "k");
    Schema second = db.schema();

    assertThat(db.schemas.at(second.since()).version()).isEqualTo(2);
    assertThat(db.schemas.at(new CommitTimestamp(second.since().micros() - 1)).version())
        .isEqualTo(1);
    assertThat(db.schemas.at(first.since()).tables()).isEqualTo(first.tables());
    assertThat(db.schemas.at(new CommitTimestamp(first.since().micros() - 1)).version())
        .isEqualTo(0);
    try (var view = db.schemas.viewAt(first.since()).view()) {
      assertThat(view.readTimestamp()).isEqualTo(first.since());
    }
  }

  @Test
  void schemasBeyondTheRetentionWindowAreForgotten() {
    db.createTable("A", List.of(int64("k")), "k");
    db.createTable("B", List.of(int64("k")), "k");
    db.clock.advance(DdlFixture.RETENTION.plusMinutes(1));
    db.createTable("C", List.of(int64("k")), "k");

    // The schema of A and B still holds at the oldest readable timestamp; older ones are gone.
    assertThat(db.schemas.at(CommitTimestamp.ZERO).version()).isEqualTo(2);
  }

  @Test
  void transactionOfAnOlderSchemaCannotCommit() {
    db.createTable("T", List.of(int64("k")), "k");
    Schema old = db.schema();
    try (KvTransaction transaction = db.store.begin(TransactionOptions.DEFAULT)) {
      DdlFixture.execute(transaction, DdlFixture.insertPlan(old, "T", 1));
      db.createTable("Other", List.of(int64("k")), "k");
      DbException aborted =
          catchThrowableOfType(
              DbException.class,
              () -> db.gate.commit(old.version(), () -> false, transaction::commit));
      assertThat(aborted.code()).isEqualTo(ErrorCode.TRANSACTION_ABORTED);
    }
    assertThat(db.rows(db.schema(), "T")).isEmpty();
  }

  @Test
  void indexOfTableWithoutRowsIsPublicAtOnce() {
    db.createTable("T", List.of(int64("k"), int64("v")), "k");
    db.run(new CreateIndex(IndexSpec.on("I", "T", "v"), false));

    assertThat(db.index("I").state()).isEqualTo(IndexState.READ_WRITE);
    assertThat(new JobStore(db.store).backfill()).isNull();
    db.insert("T", 1, 5);
    assertThat(db.entries("I")).containsExactly("5,1");
  }

  @Test
  void indexIsFilledWithTheRowsThatAreThere() {
    db.createTable("T", List.of(int64("k"), int64("v")), "k");
    for (int i = 0; i < 1_234; i++) {
      db.insert("T", i, i % 10);
    }
    db.run(new CreateIndex(IndexSpec.on("I", "T", "v"), false));

    assertThat(db.index("I").state()).isEqualTo(IndexState.READ_WRITE);
    assertThat(db.entries("I")).hasSize(1_234).contains("3,1233").startsWith("0,0", "0,10");
    assertThat(new JobStore(db.store).backfill()).isNull();
    assertThat(db.runner.runningJob()).isEmpty();
  }

  @Test
  void filteredIndexLeavesNullsOut() {
    db.createTable("T", List.of(int64("k"), string("v")), "k");
    db.insert("T", 1, NULL);
    db.insert("T", 2, "a");
    IndexSpec spec =
        new IndexSpec(
            "I", "T", List.of(KeyPartSpec.ascending("v")), List.of(), true, true, List.of(), null);
    db.run(new CreateIndex(spec, false));

    assertThat(db.entries("I")).containsExactly("a,2");
  }

  @Test
  void interleavedIndexOfChildIsFilled() {
    createFamily();
    IndexSpec spec =
        new IndexSpec(
            "I",
            "C",
            List.of(KeyPartSpec.ascending("p"), KeyPartSpec.ascending("v")),
            List.of(),
            false,
            false,
            List.of(),
            "P");
    db.run(new CreateIndex(spec, false));

    assertThat(db.entries("I")).hasSize(60).startsWith("0,0,0", "0,1,1", "0,2,2", "1,0,0");
  }

  @Test
  void duplicatesTakeUniqueIndexAwayAgain() {
    db.createTable("T", List.of(int64("k"), string("v")), "k");
    db.insert("T", 1, "a");
    db.insert("T", 2, "b");
    db.insert("T", 3, "a");
    Schema before = db.schema();

    DbException refusal = refusal(() -> db.run(unique("I", "T", "v")));
    assertThat(refusal).hasMessage("Found uniqueness violation on index I, duplicate key: [a]");
    assertThat(refusal.code().status()).isEqualTo(CanonicalStatus.FAILED_PRECONDITION);
    assertThat(db.schema().indexes()).isEmpty();
    assertThat(db.schema().tables()).isEqualTo(before.tables());
    assertThat(new JobStore(db.store).backfill()).isNull();
    assertThat(new JobStore(db.store).garbage()).isEmpty();
    db.insert("T", 4, "a");
  }

  @Test
  void entriesOfIndexThatWasTakenAwayAreGone() {
    db.createTable("T", List.of(int64("k"), int64("v")), "k");
    IntStream.range(0, 1_000).forEach(i -> db.insert("T", i, Math.min(i, 998)));
    Index[] seen = new Index[1];
    Schema[] schemaThen = new Schema[1];
    db.schemas.addListener(
        schema ->
            schema
                .findIndex("I")
                .ifPresent(
                    index -> {
                      seen[0] = index;
                      schemaThen[0] = schema;
                    }));

    assertThat(refusal(() -> db.run(unique("I", "T", "v"))).code())
        .isEqualTo(ErrorCode.UNIQUE_INDEX_BUILD);
    assertThat(db.entries(schemaThen[0], seen[0])).isEmpty();
  }

  @Test
  void cancelledBackfillTakesTheIndexAway() {
    db.createTable("T", List.of(int64("k"), int64("v")), "k");
    IntStream.range(0, 600).forEach(i -> db.insert("T", i, i));
    AtomicInteger looks = new AtomicInteger();

    DbException cancelled =
        refusal(
            () ->
                db.runner.execute(
                    schema -> new CreateIndex(IndexSpec.on("I", "T", "v"), false),
                    cancelWhen(
                        () -> db.runner.runningJob().isPresent() && looks.incrementAndGet() > 3)));
    assertThat(cancelled.code()).isEqualTo(ErrorCode.CANCELLED);
    assertThat(db.schema().indexes()).isEmpty();
  }

  @Test
  void backfillGoesOnAfterRestart() {
    db.createTable("T", List.of(int64("k"), int64("v")), "k");
    IntStream.range(0, 1_200).forEach(i -> db.insert("T", i, i));
    AtomicBoolean stopped = new AtomicBoolean();
    // Stop as a closed database does, after the first chunk.
    JobControl control =
        cancelWhen(
            () -> {
              boolean stop = db.runner.runningJob().map(job -> job.rowsDone() > 0).orElse(false);
              if (stop && stopped.compareAndSet(false, true)) {
                closeInBackground();
              }
              return false;
            });
    DbException closed =
        refusal(
            () ->
                db.runner.execute(
                    schema -> new CreateIndex(IndexSpec.on("I", "T", "v"), false), control));
    assertThat(closed.code()).isEqualTo(ErrorCode.UNAVAILABLE);

    db.reopen();
    assertThat(db.index("I").state()).isEqualTo(IndexState.WRITE_ONLY);
    db.insert("T", 5_000, 5_000);
    db.scheduler.runDue();
    assertThat(db.index("I").state()).isEqualTo(IndexState.READ_WRITE);
    assertThat(db.entries("I")).hasSize(1_201);
  }

  @Test
  void lookForUnfinishedWorkThatClosingOvertakesEndsQuietly() {
    List<Runnable> begun = new ArrayList<>();
    Scheduler late =
        new Scheduler() {
          @Override
          public Task schedule(Duration delay, Runnable work) {
            begun.add(work);
            return () -> {};
          }

          @Override
          public Task scheduleWithFixedDelay(Duration delay, Runnable work) {
            begun.add(work);
            return () -> {};
          }

          @Override
          public void close() {}
        };
    DdlRunner runner = db.newRunner(late);
    runner.close();
    db.store.close();
    assertThat(begun)
        .hasSize(2)
        .allSatisfy(work -> assertThatCode(work::run).doesNotThrowAnyException());
  }

  private void closeInBackground() {
    Thread closer = new Thread(db.runner::close, "closer");
    closer.start();
    while (closer.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }

  @Test
  void deletingOneOfTwoDuplicatesDuringBackfillKeepsTheOther() {
    db.createTable("T", List.of(int64("k"), int64("v")), "k");
    IntStream.range(0, 600).forEach(i -> db.insert("T", i, i));
    db.insert("T", 700, 0);
    AtomicBoolean deleted = new AtomicBoolean();
    JobControl control =
        cancelWhen(
            () -> {
              boolean firstChunkDone =
                  db.runner.runningJob().map(job -> job.rowsDone() > 0).orElse(false);
              if (firstChunkDone && deleted.compareAndSet(false, true)) {
                db.write(db.schema(), DdlFixture.deletePlan(db.schema(), "T", 700));
              }
              return false;
            });
    db.runner.execute(schema -> unique("I", "T", "v"), control);

    assertThat(deleted).isTrue();
    assertThat(db.entries("I")).hasSize(600).startsWith("0,0", "1,1");
  }

  @Test
  void indexAgreesWithRowsWrittenDuringItsBackfill() throws Exception {
    db.createTable("T", List.of(int64("k"), int64("v")), "k");
    IntStream.range(0, 3_000).forEach(i -> db.insert("T", 2 * i, i));
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService writers = Executors.newFixedThreadPool(2);
    List<Future<Integer>> running = new ArrayList<>();
    for (int w = 0; w < 2; w++) {
      int writer = w;
      running.add(writers.submit(() -> writeUntil(done, writer)));
    }
    try {
      db.run(new CreateIndex(IndexSpec.on("I", "T", "v"), false));
    } finally {
      done.set(true);
      writers.shutdown();
    }
    for (Future<Integer> future : running) {
      assertThat(future.get(30, TimeUnit.SECONDS)).isPositive();
    }

    List<String> expected =
        db.rows(db.schema(), "T").stream()
            .map(
                row ->
                    row.substring(row.indexOf(',') + 1) + "," + row.substring(0, row.indexOf(',')))
            .sorted()
            .toList();
    assertThat(db.entries("I").stream().sorted().toList()).isEqualTo(expected);
  }

  /** Inserts odd keys and deletes even ones, as fast as it can. */
  private int writeUntil(AtomicBoolean done, int writer) {
    int written = 0;
    for (int i = 0; i < 1_000 && (!done.get() || written == 0); i++) {
      Schema schema = db.schema();
      try {
        db.insert(schema, "T", 4 * i + 2 * writer + 1, i % 7);
        db.write(schema, DdlFixture.deletePlan(schema, "T", 4L * i + 2L * writer));
        written++;
      } catch (DbException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.TRANSACTION_ABORTED);
      }
    }
    return written;
  }

  @Test
  void notNullNeedsRowsWithoutNull() {
    db.createTable("T", List.of(int64("k"), string("v")), "k");
    db.insert("T", 1, "a");
    db.insert("T", 7, NULL);

    DbException refusal = refusal(() -> db.alter("T", new SetColumnNotNull("v", true)));
    assertThat(refusal)
        .hasMessage(
            "Adding a NOT NULL constraint on a column v is not allowed because it has a NULL value"
                + " at key: [7]");
    assertThat(db.table("T").column(2).notNull()).isFalse();

    db.write(db.schema(), DdlFixture.deletePlan(db.schema(), "T", 7));
    db.alter("T", new SetColumnNotNull("v", true));
    assertThat(db.table("T").column(2).notNull()).isTrue();
  }

  @Test
  void columnThatOldRowsLackCountsAsItsInitialValue() {
    db.createTable("T", List.of(int64("k")), "k");
    db.insert("T", 1);
    db.alter("T", new AddColumn(int64("n"), false));
    DefaultSpec five = DefaultSpec.constant("5", new Value.Int64(5));
    db.alter("T", new AddColumn(int64("d").withDefault(five), false));

    assertThat(db.rows(db.schema(), "T")).containsExactly("1,NULL,5");
    assertThat(refusal(() -> db.alter("T", new SetColumnNotNull("n", true))).code())
        .isEqualTo(ErrorCode.NOT_NULL_VIOLATION);
    db.alter("T", new SetColumnNotNull("d", true));
  }

  @Test
  void shorterLengthNeedsShortValues() {
    db.createTable("T", List.of(int64("k"), string("v")), "k");
    db.insert("T", 1, "äöü");
    ColumnSpec two = ColumnSpec.plain("v", SqlType.STRING, 2L, "STRING(2)");
    ColumnSpec three = ColumnSpec.plain("v", SqlType.STRING, 3L, "STRING(3)");

    assertThat(refusal(() -> db.alter("T", new RedefineColumn(two))))
        .hasMessage(
            "Reducing the length of column v to 2 is not allowed because it has a value of length 3"
                + " at key: [1]");
    db.alter("T", new RedefineColumn(three));
    assertThat(db.table("T").column(2).lengthMax()).isEqualTo(3);
  }

  @Test
  void stringsReadAsBytesAfterTheirTypeChanged() {
    db.createTable("T", List.of(int64("k"), string("v")), "k");
    db.insert("T", 1, "ab");
    db.alter("T", new RedefineColumn(ColumnSpec.plain("v", SqlType.BYTES, null, "BYTES(MAX)")));
    db.alter("T", new RedefineColumn(string("v")));

    assertThat(db.rows(db.schema(), "T")).containsExactly("1,ab");
  }

  @Test
  void enforcingInterleaveNeedsParents() {
    db.createTable("P", List.of(int64("p")), "p");
    db.run(
        new CreateTable(
            DdlFixture.spec(
                "C",
                List.of(int64("p"), int64("c")),
                new InterleaveSpec("P", false, null),
                "p",
                "c"),
            false));
    db.insert("C", 7, 1);
    SetInterleave enforce = new SetInterleave(new InterleaveSpec("P", true, null));

    assertThat(refusal(() -> db.alter("C", enforce)))
        .hasMessage(
            "Parent-child row existence constraint validation failed for table C at row key:"
                + " [7,1]");
    db.insert("P", 7);
    db.alter("C", enforce);
  }

  @Test
  void computedColumnNeedsComputerWhenThereAreRows() {
    db.createTable("T", List.of(int64("k")), "k");
    ColumnSpec uuid = string("u").withDefault(DefaultSpec.perRow("GENERATE_UUID()"));
    ColumnSpec more = string("u2").withDefault(DefaultSpec.perRow("GENERATE_UUID()"));
    db.alter("T", new AddColumn(uuid, false));
    db.insert("T", 1, "x");

    assertThat(refusal(() -> db.alter("T", new AddColumn(more, false))).code())
        .isEqualTo(ErrorCode.NOT_SUPPORTED);
  }

  @Test
  void computedColumnsAreFilledForTheRowsThatAreThere() {
    db.createTable("T", List.of(int64("k"), int64("v")), "k");
    db.insert("T", 1, 10);
    db.insert("T", 2, 20);
    db.runner.setColumnComputer(
        computing("INSERT INTO T (k, v, id) SELECT k, v, id FROM T", inputOf(1)));
    db.alter("T", new AddColumn(int64("id").withIdentity(SequenceSpec.BIT_REVERSED), false));
    ColumnSpec copy =
        int64("copy").withGenerated(new GeneratedSpec("v", true, List.of("v"))).asNotNull();
    db.alter("T", new AddColumn(copy, false));

    assertThat(db.rows(db.schema(), "T")).containsExactly("1,10,1,10", "2,20,2,20");
  }

  @Test
  void defaultOfOneValueWritesNoRow() {
    db.createTable("T", List.of(int64("k")), "k");
    db.insert("T", 1);
    PhysicalExpr sum =
        new PhysicalExpr.Cast(
            new PhysicalExpr.Literal(new Value.Str("42")), SqlType.INT64, false, false, 0, 0, 0);
    db.runner.setColumnComputer(computing("INSERT INTO T (k) SELECT k FROM T", sum));
    DefaultSpec spec = DefaultSpec.perRow("CAST('42' AS INT64)");
    db.alter("T", new AddColumn(int64("d").withDefault(spec).asNotNull(), false));

    assertThat(db.table("T").column(2).initialValue()).isEqualTo(new Value.Int64(42));
    assertThat(db.rows(db.schema(), "T")).containsExactly("1,42");
  }

  private static PhysicalExpr inputOf(int ordinal) {
    return new PhysicalExpr.InputRef(ordinal, SqlType.INT64);
  }

  /** Says that the newest column of T holds the expression. */
  private ColumnComputer computing(String expectedInsert, PhysicalExpr expression) {
    return new ColumnComputer() {
      @Override
      public DmlPlan.Insert plan(Schema schema, String insert) {
        assertThat(insert).isEqualTo(expectedInsert);
        int columnId = schema.findTable("T").orElseThrow().nextColumnId() - 1;
        DmlPlan.Insert plan = DdlFixture.insertPlan(schema, "T");
        return new DmlPlan.Insert(
            schema,
            plan.table(),
            plan.source(),
            List.of(),
            List.of(new DmlPlan.ComputedColumn(columnId, expression)),
            List.of(),
            DmlPlan.OnConflict.FAIL,
            List.of(),
            List.of(),
            List.of());
      }

      @Override
      public ExecutionContext.Builder context() {
        return ExecutionContext.builder(db.schema().dialect());
      }
    };
  }

  @Test
  void rowsOfDroppedTableStayForOlderReadersAndThenGo() {
    db.createTable("T", List.of(int64("k")), "k");
    IntStream.range(0, 10).forEach(i -> db.insert("T", i));
    Schema before = db.schema();
    db.run(new DropTable("T", false));

    db.clock.advance(DdlFixture.RETENTION.minusMinutes(1));
    db.scheduler.runDue();
    assertThat(db.rows(before, "T")).hasSize(10);
    db.scheduler.advance(Duration.ofMinutes(30));
    assertThat(db.rows(before, "T")).isEmpty();
    assertThat(new JobStore(db.store).garbage()).isEmpty();
  }

  @Test
  void rowsOfDroppedChildGoFromBetweenTheParents() {
    createFamily();
    Schema before = db.schema();
    db.run(new DropTable("C", false));
    db.scheduler.advance(DdlFixture.RETENTION.plusMinutes(30));

    assertThat(db.rows(before, "C")).isEmpty();
    assertThat(db.rows(db.schema(), "P")).hasSize(20);
  }

  @Test
  void entriesOfDroppedIndexGo() {
    db.createTable("T", List.of(int64("k"), int64("v")), "k");
    db.run(new CreateIndex(IndexSpec.on("I", "T", "v"), false));
    db.insert("T", 1, 1);
    Schema before = db.schema();
    Index index = db.index("I");
    db.run(new DropIndex("I", false));
    assertThat(db.entries(before, index)).hasSize(1);
    db.scheduler.advance(DdlFixture.RETENTION.plusMinutes(30));

    assertThat(db.entries(before, index)).isEmpty();
  }

  @Test
  void restartedSequenceTellsItsCounter() {
    db.run(new CreateSequence("S", SequenceSpec.BIT_REVERSED, false));
    db.run(new AlterSequence("S", SequenceAlteration.restartCounter(99), false));
    assertThat(db.restarted).containsEntry(1, 99L);
  }

  @Test
  void statementsOfManyThreadsAllTakeEffect() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      String name = "T" + i;
      all.add(threads.submit(() -> db.createTable(name, List.of(int64("k")), "k")));
    }
    threads.shutdown();
    for (Future<?> future : all) {
      future.get(30, TimeUnit.SECONDS);
    }
    assertThat(db.schema().tables()).hasSize(12);
    assertThat(db.schema().version()).isEqualTo(12);
  }

  /** 20 parents with 3 children each. */
  private void createFamily() {
    db.createTable("P", List.of(int64("p")), "p");
    db.createChild("C", "P", List.of(int64("p"), int64("c"), int64("v")), "p", "c");
    for (int p = 0; p < 20; p++) {
      db.insert("P", p);
      for (int c = 0; c < 3; c++) {
        db.insert("C", p, c, c);
      }
    }
  }

  private static CreateIndex unique(String name, String table, String column) {
    return new CreateIndex(
        new IndexSpec(
            name,
            table,
            List.of(KeyPartSpec.ascending(column)),
            List.of(),
            true,
            false,
            List.of(),
            null),
        false);
  }

  private static JobControl cancelWhen(BooleanSupplier condition) {
    return new JobControl() {
      @Override
      public void check() {
        if (condition.getAsBoolean()) {
          throw new DbException(ErrorCode.CANCELLED, "Statement was cancelled");
        }
      }

      @Override
      public void onCancel(Runnable wakeUp) {}
    };
  }

  private static DbException refusal(ThrowingCallable call) {
    DbException refusal = catchThrowableOfType(DbException.class, call);
    assertThat(refusal).isNotNull();
    return refusal;
  }
}
