package org.ratchetdb.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ratchetdb.executor.TestDatabase.call;
import static org.ratchetdb.executor.TestDatabase.input;
import static org.ratchetdb.executor.TestDatabase.literal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.executor.context.CancellationToken;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.context.Helpers;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.planner.physical.OutputColumn;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.physical.PhysicalPlan;
import org.ratchetdb.planner.physical.PhysicalPlan.JoinKind;
import org.ratchetdb.storage.api.ReadBound;
import org.ratchetdb.storage.api.ReadView;

class ParallelReadsTest {
  private static final int ROWS = 60_000;
  private static final int ROWS_PER_INSERT = 10_000;

  private final TestDatabase db =
      new TestDatabase(
          new TestSchema(Dialect.GOOGLE_STANDARD_SQL)
              .table(
                  "T",
                  1,
                  TestSchema.column(1, "A", SqlType.INT64),
                  TestSchema.column(2, "B", SqlType.STRING))
              .build());
  private final ExecutorService pool = Executors.newFixedThreadPool(3);
  private final CountingHelpers helpers = new CountingHelpers();
  private final CancellationToken token = new CancellationToken();
  private long memoryBytesMax = 1L << 30;

  /** Helps whenever it is asked to, and counts. */
  private final class CountingHelpers implements Helpers {
    private final AtomicInteger started = new AtomicInteger();
    private final AtomicInteger running = new AtomicInteger();
    private volatile boolean crowded;

    @Override
    public boolean tryStart(Runnable work) {
      if (running.get() == 3 || crowded) {
        return false;
      }
      started.incrementAndGet();
      running.incrementAndGet();
      pool.execute(
          () -> {
            try {
              work.run();
            } finally {
              running.decrementAndGet();
            }
          });
      return true;
    }

    @Override
    public boolean isCrowded() {
      return crowded;
    }

    @Override
    public long sizeBytes(KeyRange range) {
      return db.store().approximateSizeBytes(range);
    }

    @Override
    public Threads threads() {
      return JdkThreads.INSTANCE;
    }

    @Override
    public void enter() {}

    @Override
    public void exit() {}
  }

  @BeforeEach
  void load() {
    for (int from = 0; from < ROWS; from += ROWS_PER_INSERT) {
      Object[][] rows = new Object[ROWS_PER_INSERT][];
      for (int i = 0; i < ROWS_PER_INSERT; i++) {
        rows[i] = TestDatabase.row(from + i, "some words that take room " + (from + i));
      }
      db.insert("T", rows);
    }
  }

  @AfterEach
  void close() throws InterruptedException {
    pool.shutdown();
    assertThat(pool.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    db.close();
  }

  private ExecutionContext context(ReadView view) {
    return ExecutionContext.builder(Dialect.GOOGLE_STANDARD_SQL)
        .reader(view)
        .helpers(helpers)
        .cancellation(token)
        .memoryBytesMax(memoryBytesMax)
        .build();
  }

  private PhysicalPlan.Scan scan(boolean reverse, @Nullable PhysicalExpr residual) {
    PhysicalPlan.Scan plain = db.scan("T");
    return new PhysicalPlan.Scan(
        plain.path(),
        plain.columnIds(),
        plain.keys(),
        reverse,
        residual,
        null,
        plain.lock(),
        false,
        plain.output());
  }

  private List<Long> keys(PhysicalPlan.Query plan) {
    try (ReadView view = db.store().readAt(ReadBound.STRONG)) {
      ExecutionContext context = context(view);
      List<Long> keys = new ArrayList<>();
      try (BatchCursor cursor = PlanExecutor.open(plan, context)) {
        for (Batch rows = cursor.next(); rows != null; rows = cursor.next()) {
          for (int k = 0; k < rows.size(); k++) {
            long key = rows.column(0).getLong(rows.row(k));
            assertThat(rows.column(1).getString(rows.row(k))).endsWith(" " + key);
            keys.add(key);
          }
        }
      }
      assertThat(context.memory().usedBytes()).isZero();
      return keys;
    }
  }

  private static List<Long> numbers(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }

  @Test
  void rowsComeInKeyOrderHoweverManyHelp() {
    assertThat(keys(scan(false, null))).isEqualTo(numbers(0, ROWS));
    assertThat(helpers.started).hasPositiveValue();
    List<Long> descending = new ArrayList<>(numbers(0, ROWS));
    Collections.reverse(descending);
    assertThat(keys(scan(true, null))).isEqualTo(descending);
  }

  @Test
  void nobodyHelpsWhenTheCoresAreBusy() {
    helpers.crowded = true;
    assertThat(keys(scan(false, null))).isEqualTo(numbers(0, ROWS));
    assertThat(helpers.started).hasValue(0);
  }

  @Test
  void aConditionIsCheckedInEveryPart() {
    PhysicalExpr residual =
        call("gt", SqlType.BOOL, input(0, SqlType.INT64), literal(ROWS - 5_000));
    assertThat(keys(scan(false, residual))).isEqualTo(numbers(ROWS - 4_999, ROWS));
    assertThat(helpers.started).hasPositiveValue();
  }

  @Test
  void aBudgetWithoutRoomReadsNothingAhead() {
    memoryBytesMax = 1;
    assertThat(keys(scan(false, null))).isEqualTo(numbers(0, ROWS));
  }

  @Test
  void rowsBeforeTheOneThatFailsAreYielded() {
    PhysicalExpr quotient =
        call(
            "mod",
            SqlType.INT64,
            literal(1),
            call("subtract", SqlType.INT64, input(0, SqlType.INT64), literal(50_000)));
    PhysicalExpr residual = call("lt", SqlType.BOOL, quotient, literal(5));
    try (ReadView view = db.store().readAt(ReadBound.STRONG)) {
      ExecutionContext context = context(view);
      long seen = 0;
      try (BatchCursor cursor = PlanExecutor.open(scan(false, residual), context)) {
        DbException failure = null;
        while (failure == null) {
          try {
            Batch rows = Objects.requireNonNull(cursor.next());
            seen += rows.size();
          } catch (DbException e) {
            failure = e;
          }
        }
        assertThat(failure.code()).isEqualTo(ErrorCode.DIVISION_BY_ZERO);
      }
      assertThat(seen).isBetween(40_000L, 50_000L);
      assertThat(context.memory().usedBytes()).isZero();
    }
  }

  @Test
  void cancellingStopsAllWhoRead() {
    try (ReadView view = db.store().readAt(ReadBound.STRONG)) {
      ExecutionContext context = context(view);
      try (BatchCursor cursor = PlanExecutor.open(scan(false, null), context)) {
        while (helpers.started.get() == 0) {
          assertThat(cursor.next()).isNotNull();
        }
        token.cancel();
        assertThatThrownBy(cursor::next)
            .isInstanceOfSatisfying(
                DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
      }
      assertThat(context.memory().usedBytes()).isZero();
    }
  }

  @Test
  void closingEarlyWaitsForHelpersAndGivesEverythingBack() {
    try (ReadView view = db.store().readAt(ReadBound.STRONG)) {
      ExecutionContext context = context(view);
      try (BatchCursor cursor = PlanExecutor.open(scan(false, null), context)) {
        while (helpers.started.get() == 0) {
          assertThat(cursor.next()).isNotNull();
        }
      }
      assertThat(context.memory().usedBytes()).isZero();
    }
  }

  @Test
  void batchesOfLargeRowsAreSmall() {
    String large = "x".repeat(1 << 20);
    Object[][] rows = new Object[20][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = TestDatabase.row(ROWS + i, large);
    }
    db.insert("T", rows);
    PhysicalExpr residual = call("ge", SqlType.BOOL, input(0, SqlType.INT64), literal(ROWS));
    try (ReadView view = db.store().readAt(ReadBound.STRONG);
        BatchCursor cursor = PlanExecutor.open(scan(false, residual), context(view))) {
      long seen = 0;
      for (Batch batch = cursor.next(); batch != null; batch = cursor.next()) {
        assertThat(batch.size()).isLessThanOrEqualTo(2);
        seen += batch.size();
      }
      assertThat(seen).isEqualTo(rows.length);
    }
  }

  // Applies, whose left side is the table and whose right side is the row 7 further on.

  private PhysicalPlan.Query apply(JoinKind kind, @Nullable PhysicalExpr condition) {
    PhysicalPlan.Scan left = scan(false, null);
    PhysicalExpr further =
        call("add", SqlType.INT64, new PhysicalExpr.OuterRef(1, 0, SqlType.INT64), literal(7));
    PhysicalPlan.Scan right = db.scan("T", TestDatabase.equalTo(further));
    List<OutputColumn> output = new ArrayList<>(left.output());
    if (kind == JoinKind.INNER || kind == JoinKind.LEFT) {
      output.addAll(right.output());
    }
    return new PhysicalPlan.Apply(kind, left, right, 1, condition, output);
  }

  @Test
  void anApplyKeepsTheOrderOfItsLeftRows() {
    assertThat(keys(apply(JoinKind.INNER, null))).isEqualTo(numbers(0, ROWS - 7));
    assertThat(helpers.started).hasPositiveValue();
    assertThat(keys(apply(JoinKind.LEFT, null))).isEqualTo(numbers(0, ROWS));
    assertThat(keys(apply(JoinKind.SEMI, null))).isEqualTo(numbers(0, ROWS - 7));
    assertThat(keys(apply(JoinKind.ANTI, null))).isEqualTo(numbers(ROWS - 7, ROWS));
  }

  @Test
  void theConditionOfAnApplySeesTheRowsOfItsOwnPart() {
    PhysicalExpr condition =
        call("gt", SqlType.BOOL, input(2, SqlType.INT64), literal(ROWS - 5_000));
    assertThat(keys(apply(JoinKind.INNER, condition))).isEqualTo(numbers(ROWS - 5_006, ROWS - 7));
    memoryBytesMax = 1;
    assertThat(keys(apply(JoinKind.SEMI, condition))).isEqualTo(numbers(ROWS - 5_006, ROWS - 7));
  }

  @Test
  void closingAnApplyEarlyGivesEverythingBack() {
    try (ReadView view = db.store().readAt(ReadBound.STRONG)) {
      ExecutionContext context = context(view);
      try (BatchCursor cursor = PlanExecutor.open(apply(JoinKind.LEFT, null), context)) {
        while (helpers.started.get() == 0) {
          assertThat(cursor.next()).isNotNull();
        }
      }
      assertThat(context.memory().usedBytes()).isZero();
    }
  }
}
