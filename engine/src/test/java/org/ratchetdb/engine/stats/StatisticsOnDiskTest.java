package org.ratchetdb.engine.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.LongPredicate;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.time.ManualClock;
import org.ratchetdb.common.time.ManualScheduler;
import org.ratchetdb.executor.row.KeyLayout;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.TransactionOptions;
import org.ratchetdb.storage.rocksdb.RocksKvStore;
import org.ratchetdb.storage.rocksdb.RocksResources;
import org.ratchetdb.storage.rocksdb.RocksStoreOptions;
import org.ratchetdb.storage.txn.StoreEnvironment;

/** Counts of rows where RocksDB keeps them: in memtables, in files, in both, after changes. */
class StatisticsOnDiskTest {
  private static final RocksResources RESOURCES = RocksResources.createDefault();
  private static final Percentage NEAR = Percentage.withPercentage(35);
  private static final int PARENTS = 20_000;
  private static final int CHILDREN = 4;
  private static final int OTHERS = 60_000;
  private static final int BATCH = 2_000;

  @TempDir Path directory;

  private final ManualClock clock = new ManualClock(1_000_000);
  private final Schema schema =
      SampledStatisticsTest.schema(
          "CREATE TABLE p (a bigint, PRIMARY KEY (a))",
          "CREATE TABLE c (a bigint, b bigint, PRIMARY KEY (a, b)) INTERLEAVE IN PARENT p",
          "CREATE TABLE o (a bigint, PRIMARY KEY (a))");
  private final Table parent = table("p");
  private final Table child = table("c");
  private final Table other = table("o");
  private KvStore store;

  @BeforeEach
  void open() {
    store =
        RocksKvStore.open(
            directory,
            RESOURCES,
            RocksStoreOptions.DEFAULT.withSync(false),
            new StoreEnvironment(clock, clock, new ManualScheduler(clock)));
  }

  @AfterEach
  void close() {
    store.close();
  }

  @AfterAll
  static void free() {
    RESOURCES.close();
  }

  private Table table(String name) {
    return schema.tables().stream().filter(t -> t.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void rowsInMemoryAreCounted() {
    writeAll();

    check(PARENTS, (long) PARENTS * CHILDREN, OTHERS);
  }

  @Test
  void rowsInFilesAreCounted() {
    writeAll();
    flush();

    check(PARENTS, (long) PARENTS * CHILDREN, OTHERS);
  }

  @Test
  void rowsInFilesAndInMemoryAreCounted() {
    writeParents(n -> n % 2 == 0);
    writeOthers(n -> n < OTHERS / 2);
    flush();
    writeParents(n -> n % 2 == 1);
    writeOthers(n -> n >= OTHERS / 2);

    check(PARENTS, (long) PARENTS * CHILDREN, OTHERS);
  }

  @Test
  void rowsThatWereUpdatedAreCountedOnce() {
    writeAll();
    flush();
    writeAll();
    flush();
    writeAll();

    check(PARENTS, (long) PARENTS * CHILDREN, OTHERS);
  }

  @Test
  void rowsThatWereDeletedAreNotCounted() {
    writeAll();
    flush();
    deleteOthers(n -> n < OTHERS / 2);

    assertThat(rows(other)).isCloseTo(OTHERS / 2, NEAR);

    flush();
    assertThat(rows(other)).isCloseTo(OTHERS / 2, NEAR);
  }

  private void check(long parents, long children, long others) {
    assertThat(rows(parent)).as("parents").isCloseTo(parents, NEAR);
    assertThat(rows(child)).as("children").isCloseTo(children, NEAR);
    assertThat(rows(other)).as("others").isCloseTo(others, NEAR);
  }

  private long rows(Table table) {
    return new SampledStatistics(store, clock, () -> schema).rowCount(table);
  }

  private void flush() {
    store.close();
    open();
  }

  private void writeAll() {
    writeParents(n -> true);
    writeOthers(n -> true);
  }

  private void writeParents(LongPredicate which) {
    KeyLayout parents = KeyLayout.of(schema, parent, null);
    KeyLayout children = KeyLayout.of(schema, child, null);
    each(
        PARENTS,
        which,
        (transaction, n) -> {
          transaction.put(SampledStatisticsTest.key(parents, n), row("customer", n, 10));
          for (int i = 0; i < CHILDREN; i++) {
            transaction.put(SampledStatisticsTest.key(children, n, i), row("order", n * 7 + i, 3));
          }
        });
  }

  private void writeOthers(LongPredicate which) {
    KeyLayout others = KeyLayout.of(schema, other, null);
    each(
        OTHERS,
        which,
        (transaction, n) ->
            transaction.put(SampledStatisticsTest.key(others, n), row("thing", n, 6)));
  }

  private void deleteOthers(LongPredicate which) {
    KeyLayout others = KeyLayout.of(schema, other, null);
    each(
        OTHERS,
        which,
        (transaction, n) -> transaction.delete(SampledStatisticsTest.key(others, n)));
  }

  private void each(int count, LongPredicate which, Change change) {
    for (int from = 0; from < count; from += BATCH) {
      try (KvTransaction transaction = store.begin(TransactionOptions.DEFAULT)) {
        for (int n = from; n < from + BATCH; n++) {
          if (which.test(n)) {
            change.apply(transaction, n);
          }
        }
        transaction.commit();
      }
    }
  }

  private static byte[] row(String word, long seed, int repetitions) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < repetitions; i++) {
      text.append(word).append(' ').append(Long.toHexString((seed * 0x9E3779B97F4A7C15L) >>> 40));
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  @FunctionalInterface
  private interface Change {
    void apply(KvTransaction transaction, long number);
  }
}
