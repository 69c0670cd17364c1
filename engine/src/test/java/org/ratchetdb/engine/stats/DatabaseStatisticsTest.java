package org.ratchetdb.engine.stats;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.ManualClock;
import org.ratchetdb.common.time.ManualScheduler;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.row.KeyLayout;
import org.ratchetdb.executor.row.RowWriter;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.planner.context.ColumnStatistics;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.TransactionOptions;
import org.ratchetdb.storage.memory.MemoryKvStore;
import org.ratchetdb.storage.txn.StoreEnvironment;
import org.ratchetdb.storage.txn.StoreOptions;

class DatabaseStatisticsTest {
  private static final int ROWS = 20_000;

  private final ManualClock clock = new ManualClock(1_000_000);
  private final ManualScheduler scheduler = new ManualScheduler(clock);
  private final KvStore store =
      MemoryKvStore.open(StoreOptions.DEFAULT, new StoreEnvironment(clock, clock, scheduler));
  private final Schema schema =
      SampledStatisticsTest.schema(
          "CREATE TABLE t (a bigint, b bigint, PRIMARY KEY (a))",
          "CREATE TABLE u (a bigint, c bigint, PRIMARY KEY (a))");
  private final Table table = schema.findTable("t").orElseThrow();
  private final Table other = schema.findTable("u").orElseThrow();
  private DatabaseStatistics statistics = open();

  private DatabaseStatistics open() {
    return new DatabaseStatistics(store, clock, () -> schema, scheduler, JdkThreads.INSTANCE);
  }

  /** A tenth of b is NULL, half is 5, the rest goes through 1,000 values. */
  @BeforeEach
  void fill() {
    write(0, ROWS);
  }

  private void write(int from, int to) {
    KeyLayout layout = KeyLayout.of(schema, table, null);
    int columnId = table.columns().get(1).id();
    ColumnVector cell = ColumnVector.create(SqlType.INT64, 1);
    try (KvTransaction transaction = store.begin(TransactionOptions.DEFAULT)) {
      for (int n = from; n < to; n++) {
        RowWriter writer = new RowWriter().reset();
        if (n % 10 != 0) {
          cell.set(0, new Value.Int64(n % 2 == 0 || n % 10 == 1 ? 5 : 10 + n * 7L % 1_000));
          writer.add(columnId, cell, 0);
        }
        transaction.put(SampledStatisticsTest.key(layout, n), writer.toPayload());
      }
      transaction.commit();
    }
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void analysisFindsRowsValuesAndNulls() {
    statistics.analyze(null, () -> {});

    assertThat(statistics.rowCount(table)).isEqualTo(ROWS);
    assertThat(column().nullFraction()).isEqualTo(0.1);
    assertThat(column().distinctValues()).isBetween(380.0, 420.0);
    assertThat(column().equal(new Value.Int64(5))).isCloseTo(0.5, Offset.offset(0.03));
    assertThat(column().below(new Value.Int64(510), false)).isCloseTo(0.7, Offset.offset(0.03));
  }

  @Test
  void whatWasFoundOutlivesARestart() {
    statistics.analyze(null, () -> {});
    double before = column().distinctValues();

    statistics = open();

    assertThat(column().distinctValues()).isEqualTo(before);
    assertThat(statistics.rowCount(table)).isEqualTo(ROWS);
  }

  @Test
  void oneTableIsAnalyzedAlone() {
    statistics.analyze(other, () -> {});

    assertThat(statistics.column(table, table.columns().get(1).id())).isNull();
    assertThat(statistics.column(other, other.columns().get(1).id())).isNotNull();
  }

  @Test
  void rowCountFollowsTheTable() {
    statistics.analyze(null, () -> {});

    write(ROWS, 2 * ROWS);
    clock.advance(Duration.ofMinutes(1));

    assertThat(statistics.rowCount(table)).isCloseTo(2L * ROWS, Percentage.withPercentage(10));
  }

  @Test
  void largeTableThatPlansAskForIsReadInTheBackground() {
    write(ROWS, 2 * ROWS);
    statistics.rowCount(table);

    scheduler.advance(Duration.ofSeconds(10));

    assertThat(statistics.rowCount(table)).isEqualTo(2 * ROWS);
    assertThat(column().nullFraction()).isEqualTo(0.1);
  }

  @Test
  void tableThatHasGrownIsReadAgain() {
    statistics.analyze(null, () -> {});
    write(ROWS, 3 * ROWS);
    clock.advance(Duration.ofMinutes(1));
    statistics.rowCount(table);

    scheduler.advance(Duration.ofSeconds(10));

    assertThat(statistics.rowCount(table)).isEqualTo(3 * ROWS);
  }

  @Test
  void nothingIsReadAfterClosing() {
    write(ROWS, 2 * ROWS);
    statistics.rowCount(table);
    statistics.close();

    scheduler.advance(Duration.ofSeconds(10));

    assertThat(statistics.column(table, table.columns().get(1).id())).isNull();
  }

  @Test
  void analysisCanBeStopped() {
    Runnable stop =
        () -> {
          throw new DbException(ErrorCode.CANCELLED, "Stop");
        };

    assertThatThrownBy(() -> statistics.analyze(table, stop)).hasMessageContaining("Stop");
    assertThat(statistics.column(table, table.columns().get(1).id())).isNull();
  }

  private ColumnStatistics column() {
    return requireNonNull(statistics.column(table, table.columns().get(1).id()));
  }
}
