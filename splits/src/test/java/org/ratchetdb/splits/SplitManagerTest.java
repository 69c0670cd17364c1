package org.ratchetdb.splits;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.time.ManualClock;
import org.ratchetdb.common.time.ManualScheduler;
import org.ratchetdb.splits.map.Split;
import org.ratchetdb.splits.map.SplitMap;
import org.ratchetdb.splits.map.SplitOrigin;
import org.ratchetdb.splits.policy.SplitPointAligner;
import org.ratchetdb.splits.policy.SplitReason;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.LockMode;
import org.ratchetdb.storage.api.ReadBound;
import org.ratchetdb.storage.api.ReadView;
import org.ratchetdb.storage.api.TransactionOptions;
import org.ratchetdb.storage.memory.MemoryKvStore;
import org.ratchetdb.storage.rocksdb.RocksKvStore;
import org.ratchetdb.storage.rocksdb.RocksResources;
import org.ratchetdb.storage.rocksdb.RocksStoreOptions;
import org.ratchetdb.storage.txn.StoreEnvironment;
import org.ratchetdb.storage.txn.StoreOptions;

final class SplitManagerTest {
  private static final long LIMIT = 10_000;

  /** Keys are "tree/row"; everything with one tree belongs together. */
  private static final SplitPointAligner TREES =
      key -> {
        String text = new String(key.unsafeBytes(), UTF_8);
        int slash = text.indexOf('/');
        return slash < 0 ? KeyRange.point(key) : KeyRange.prefix(key(text.substring(0, slash + 1)));
      };

  private final ManualClock clock = new ManualClock();
  private final ManualScheduler scheduler = new ManualScheduler(clock);
  private final StoreEnvironment environment = new StoreEnvironment(clock, clock, scheduler);
  private KvStore store = MemoryKvStore.open(StoreOptions.DEFAULT, environment);
  private SplitManager manager = open(SplitPointAligner.NONE);

  @TempDir Path directory;

  private static Key key(String text) {
    return Key.wrap(text.getBytes(UTF_8));
  }

  private SplitManager open(SplitPointAligner aligner) {
    SplitOptions options = SplitOptions.DEFAULT.withSizeLimitBytes(LIMIT);
    return SplitManager.open(store, options, aligner, clock, clock, scheduler, JdkThreads.INSTANCE);
  }

  @AfterEach
  void close() {
    manager.close();
    store.close();
    scheduler.close();
  }

  private void write(String key, int bytes) {
    try (KvTransaction transaction = store.begin(TransactionOptions.DEFAULT)) {
      transaction.put(key(key), new byte[bytes]);
      transaction.commit();
    }
  }

  private void writeRows(String prefix, int rows, int bytes) {
    try (KvTransaction transaction = store.begin(TransactionOptions.DEFAULT)) {
      for (int i = 0; i < rows; i++) {
        transaction.put(key(prefix + (10_000 + i)), new byte[bytes]);
      }
      transaction.commit();
    }
  }

  private List<String> starts() {
    return manager.map().splits().stream()
        .map(split -> new String(split.range().start().unsafeBytes(), UTF_8))
        .toList();
  }

  private static void assertBelowLimit(SplitManager manager) {
    assertThat(manager.statistics()).allMatch(split -> split.bytes() <= LIMIT);
  }

  @Test
  void emptyStoreIsOneSplit() {
    manager.check();
    assertThat(manager.map().size()).isEqualTo(1);
    assertThat(manager.statistics())
        .singleElement()
        .satisfies(split -> assertThat(split.bytes()).isZero());
  }

  @Test
  void grownSplitDividesUntilAllAreBelowTheLimit() {
    writeRows("row", 100, 500);
    manager.check();
    assertThat(manager.map().size()).isBetween(6, 12);
    assertBelowLimit(manager);
    assertThat(manager.statistics().stream().mapToLong(SplitStatistics::rows).sum()).isEqualTo(100);
    assertThat(manager.map().splits().get(1).origin()).isEqualTo(SplitOrigin.SIZE);
  }

  @Test
  void checksRunByThemselves() {
    writeRows("row", 30, 500);
    assertThat(manager.map().size()).isEqualTo(1);
    scheduler.advance(Duration.ofSeconds(11));
    assertThat(manager.map().size()).isGreaterThan(1);
    int before = manager.map().size();
    writeRows("row1", 60, 500);
    scheduler.advance(Duration.ofSeconds(11));
    assertThat(manager.map().size()).isGreaterThan(before);
    assertBelowLimit(manager);
  }

  @Test
  void rowTreesAreNotCut() {
    manager.close();
    manager = open(TREES);
    for (int tree = 0; tree < 10; tree++) {
      writeRows("t" + tree + "/", 8, 500);
    }
    manager.check();
    assertThat(manager.map().size()).isGreaterThan(3);
    assertThat(starts()).allMatch(start -> start.isEmpty() || start.matches("t\\d[/0]"));
    for (Split split : manager.map().splits()) {
      for (int tree = 0; tree < 10; tree++) {
        KeyRange rows = KeyRange.prefix(key("t" + tree + "/"));
        KeyRange common = split.range().intersect(rows);
        assertThat(common == null || common.equals(rows)).isTrue();
      }
    }
    assertBelowLimit(manager);
  }

  @Test
  void treeLargerThanTheLimitIsCutInside() {
    manager.close();
    manager = open(TREES);
    writeRows("a/", 4, 500);
    writeRows("b/", 60, 500);
    writeRows("c/", 4, 500);
    manager.check();
    assertThat(starts()).filteredOn(start -> start.matches("b/\\d+")).isNotEmpty();
    assertThat(starts()).filteredOn(start -> start.matches("[ac]/\\d+")).isEmpty();
    assertBelowLimit(manager);
  }

  @Test
  void singleLargeEntryIsKeptWithItsReason() {
    write("big", 50_000);
    manager.check();
    manager.check();
    assertThat(manager.statistics())
        .filteredOn(split -> split.bytes() > LIMIT)
        .singleElement()
        .satisfies(split -> assertThat(split.reason()).isEqualTo(SplitReason.SINGLE_ENTRY));
  }

  @Test
  void mapComesBackAfterReopening() {
    writeRows("row", 100, 500);
    manager.check();
    manager.addBoundary(key("zz"));
    SplitMap before = manager.map();
    manager.close();
    manager = open(SplitPointAligner.NONE);
    assertThat(manager.map().splits()).isEqualTo(before.splits());
    assertThat(manager.map().splitAt(key("zz")).origin()).isEqualTo(SplitOrigin.USER);
  }

  @Test
  void limitCanBeChanged() {
    writeRows("row", 100, 500);
    manager.setSizeLimitBytes(1_000_000);
    manager.check();
    assertThat(manager.map().size()).isEqualTo(1);
    manager.setSizeLimitBytes(LIMIT);
    manager.check();
    assertBelowLimit(manager);
  }

  @Test
  void loadIsCountedAndUpkeepIsNot() {
    writeRows("row", 100, 500);
    try (ReadView view = store.readAt(ReadBound.STRONG)) {
      view.get(key("row10005"), LockMode.NONE, new ByteSlice());
    }
    manager.check();
    List<SplitStatistics> statistics = manager.statistics();
    assertThat(statistics.stream().mapToLong(split -> split.load().reads()).sum()).isEqualTo(1);
    assertThat(statistics.stream().mapToLong(split -> split.load().writes()).sum()).isEqualTo(100);
  }

  @Test
  void droppedRowsShrinkTheStatisticsSoon() {
    writeRows("row", 15, 500);
    manager.check();
    store.dropRange(KeyRange.ALL);
    manager.check();
    assertThat(manager.statistics()).allMatch(split -> split.bytes() == 0);
  }

  @Test
  void readersSeeAWholeMapWhileItChanges() throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    AtomicReference<String> wrong = new AtomicReference<>("");
    Thread reader =
        new Thread(
            () -> {
              while (!done.get()) {
                Key end = Key.EMPTY;
                for (Split split : manager.splitsFor(KeyRange.ALL)) {
                  if (end == null || !split.range().start().equals(end)) {
                    wrong.set("gap at " + split);
                  }
                  end = split.range().end();
                }
                if (end != null) {
                  wrong.set("no end");
                }
              }
            });
    reader.start();
    for (int round = 0; round < 10; round++) {
      writeRows("r" + round + "-", 40, 500);
      manager.check();
    }
    done.set(true);
    reader.join();
    assertThat(wrong.get()).isEmpty();
    assertThat(manager.map().size()).isGreaterThan(20);
  }

  @Test
  void largeRangesOnDiskAreBisectedNearTheMiddle() {
    manager.close();
    store.close();
    try (RocksResources resources = RocksResources.createDefault()) {
      store =
          RocksKvStore.open(
              directory,
              resources,
              RocksStoreOptions.DEFAULT.withSync(false).withMemtableBytes(1 << 20),
              environment);
      java.util.Random random = new java.util.Random(42);
      for (int batch = 0; batch < 40; batch++) {
        try (KvTransaction transaction = store.begin(TransactionOptions.DEFAULT)) {
          for (int i = 0; i < 1000; i++) {
            byte[] payload = new byte[1000];
            random.nextBytes(payload);
            transaction.put(key("row" + (100_000 + batch * 1000 + i)), payload);
          }
          transaction.commit();
        }
      }
      manager =
          SplitManager.open(
              store,
              SplitOptions.DEFAULT.withSizeLimitBytes(24 << 20),
              SplitPointAligner.NONE,
              clock,
              clock,
              scheduler,
              JdkThreads.INSTANCE);
      manager.check();
      assertThat(manager.map().size()).isEqualTo(2);
      String point = starts().get(1);
      assertThat(point).isBetween("row116000", "row124000");
      manager.close();
      store.close();
    }
  }
}
