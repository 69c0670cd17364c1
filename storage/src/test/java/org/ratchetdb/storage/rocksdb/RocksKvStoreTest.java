package org.ratchetdb.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ratchetdb.storage.api.StoreFixture.bytes;
import static org.ratchetdb.storage.api.StoreFixture.key;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.storage.api.CommitOptions;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.StoreFixture;
import org.ratchetdb.storage.api.TransactionOptions;
import org.ratchetdb.storage.txn.StoreOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** What only a store on disk does: it comes back, it can be copied, it can be damaged. */
final class RocksKvStoreTest {
  private static final RocksResources RESOURCES = RocksResources.createDefault();

  @TempDir Path directory;

  @AfterAll
  static void free() {
    RESOURCES.close();
  }

  private StoreFixture fixture(Path at) {
    return new StoreFixture(
        (options, environment) ->
            RocksKvStore.open(
                at, RESOURCES, RocksStoreOptions.DEFAULT.withStore(options), environment));
  }

  @Test
  void reopeningKeepsVersionsHistoryAndRecords() {
    try (StoreFixture fixture = fixture(directory)) {
      CommitTimestamp first = fixture.write("a", "1", "b", "1");
      CommitTimestamp second = fixture.write("a", "2");
      fixture.store().putMeta(key("m"), bytes("x"));
      CommitTimestamp applied = fixture.store().appliedTimestamp();
      fixture.reopen();
      assertThat(fixture.store().appliedTimestamp()).isEqualTo(applied);
      assertThat(fixture.scanAt(first)).containsExactly("a=1", "b=1");
      assertThat(fixture.scanAt(second)).containsExactly("a=2", "b=1");
      assertThat(fixture.store().getMeta(key("m"))).isEqualTo(bytes("x"));
    }
  }

  @Test
  void timestampsGrowAcrossReopeningThoughTheClockStepsBack() {
    try (StoreFixture fixture = fixture(directory)) {
      CommitTimestamp last = fixture.write("a", "1");
      fixture.clock.advance(Duration.ofSeconds(1));
      CommitTimestamp read = new CommitTimestamp(fixture.clock.nowMicros());
      fixture.at(read).close();
      fixture.clock.advance(Duration.ofHours(-1));
      fixture.reopen();
      CommitTimestamp next = fixture.write("a", "2");
      assertThat(next).isGreaterThan(last).isGreaterThan(read);
      assertThat(fixture.readAt(read, "a")).isEqualTo("1");
    }
  }

  @Test
  void secondOpeningOfADirectoryIsRefused() {
    try (StoreFixture fixture = fixture(directory)) {
      fixture.write("a", "1");
      assertThatThrownBy(() -> fixture(directory))
          .isInstanceOfSatisfying(
              DbException.class,
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.FAILED_PRECONDITION);
                assertThat(e.message()).isEqualTo("The database directory is already open");
              });
      assertThat(fixture.read("a")).isEqualTo("1");
    }
  }

  @Test
  void directoryThatIsAFileIsAnIoError() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    assertThatThrownBy(() -> fixture(file))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IO_ERROR));
  }

  @Test
  void checkpointIsAStoreOfItsOwn() {
    Path copy = directory.resolve("copy");
    try (StoreFixture fixture = fixture(directory.resolve("original"))) {
      CommitTimestamp first = fixture.write("a", "1");
      fixture.write("a", "2");
      fixture.store().checkpoint(copy);
      fixture.write("a", "3");
      try (StoreFixture other = fixture(copy)) {
        assertThat(other.scanStrong()).containsExactly("a=2");
        assertThat(other.readAt(first, "a")).isEqualTo("1");
        other.write("a", "other");
      }
      assertThat(fixture.scanStrong()).containsExactly("a=3");
    }
  }

  @Test
  void damagedVersionIsReportedWithItsKey() throws RocksDBException {
    try (StoreFixture fixture = fixture(directory)) {
      fixture.write("a", "1");
    }
    overwriteInDataFamily(bytes("b"), bytes("no header"));
    try (StoreFixture fixture = fixture(directory)) {
      assertThat(fixture.read("a")).isEqualTo("1");
      assertThatThrownBy(() -> fixture.read("b"))
          .isInstanceOfSatisfying(
              DbException.class,
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_DATA);
                assertThat(e.attributes()).containsEntry("key", "62");
              });
      assertThatThrownBy(fixture::scanStrong)
          .isInstanceOfSatisfying(
              DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_DATA));
    }
  }

  private void overwriteInDataFamily(byte[] key, byte[] value) throws RocksDBException {
    RocksDirectory opened = RocksDirectory.open(directory, RESOURCES, RocksStoreOptions.DEFAULT);
    try (opened) {
      opened.db.put(opened.data, key, value);
    }
  }

  @Test
  void unknownFormatIsRefused() throws RocksDBException {
    fixture(directory).close();
    RocksDirectory opened = RocksDirectory.open(directory, RESOURCES, RocksStoreOptions.DEFAULT);
    try (opened) {
      opened.db.put(opened.own, bytes("format"), new byte[] {99});
    }
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> fixture(directory))
          .isInstanceOfSatisfying(
              DbException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.FAILED_PRECONDITION));
    }
  }

  @Test
  void plainRocksDbIsNotTakenForAStoreOfAnotherFormat() throws RocksDBException {
    try (Options options = new Options().setCreateIfMissing(true);
        RocksDB db = RocksDB.open(options, directory.toString())) {
      db.put(bytes("x"), bytes("y"));
    }
    try (StoreFixture fixture = fixture(directory)) {
      assertThat(fixture.scanStrong()).isEmpty();
    }
  }

  @Test
  void idleHistoryIsFlushedAndReadableAfterwards() {
    try (StoreFixture fixture = fixture(directory)) {
      CommitTimestamp first = fixture.write("a", "1");
      fixture.write("a", "2");
      for (int i = 0; i < 3; i++) {
        fixture.scheduler.advance(Duration.ofMinutes(7));
        assertThat(fixture.readAt(first, "a")).isEqualTo("1");
      }
    }
  }

  @Test
  void retentionAndItsFloorSurviveReopening() {
    try (StoreFixture fixture = fixture(directory)) {
      CommitTimestamp lost = fixture.write("a", "1");
      fixture.write("a", "2");
      fixture.scheduler.advance(Duration.ofHours(2));
      fixture.store().setRetention(Duration.ofDays(7));
      CommitTimestamp kept = fixture.write("a", "3");
      fixture.write("a", "4");
      fixture.scheduler.advance(Duration.ofDays(6));
      fixture.reopen();
      assertThat(fixture.readAt(kept, "a")).isEqualTo("3");
      assertTooOld(fixture, lost);
    }
  }

  @Test
  void whatWasLetGoIsNotReadWhenTheClockStepsBack() {
    try (StoreFixture fixture = fixture(directory)) {
      CommitTimestamp lost = fixture.write("a", "1");
      fixture.write("a", "2");
      long before = fixture.clock.nowMicros();
      fixture.scheduler.advance(Duration.ofHours(2));
      fixture.clock.setMicros(before);
      assertTooOld(fixture, lost);
      fixture.reopen();
      assertTooOld(fixture, lost);
      CommitTimestamp next = fixture.write("a", "3");
      assertThat(fixture.readAt(next, "a")).isEqualTo("3");
    }
  }

  private static void assertTooOld(StoreFixture fixture, CommitTimestamp timestamp) {
    assertThatThrownBy(() -> fixture.at(timestamp))
        .isInstanceOfSatisfying(
            DbException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.READ_TIMESTAMP_TOO_OLD));
  }

  @Test
  void openingDropsNoFilesByAnotherRetentionThanTheStoredOne() throws Exception {
    StoreOptions brief = StoreOptions.DEFAULT.withRetention(Duration.ofMillis(1));
    try (StoreFixture fixture = fixture(directory)) {
      fixture.store().setRetention(Duration.ofDays(7));
      fixture.write("a", "1");
    }
    StoreFixture.Opener opener =
        (options, environment) ->
            RocksKvStore.open(
                directory, RESOURCES, RocksStoreOptions.DEFAULT.withStore(options), environment);
    try (StoreFixture fixture = new StoreFixture(opener, brief)) {
      CommitTimestamp first = fixture.write("a", "1");
      fixture.write("a", "2");
      fixture.scheduler.advance(Duration.ofMinutes(1));
      assertThat(fixture.readAt(first, "a")).isEqualTo("1");
    }
  }

  @Test
  void idleStoreGivesBackTheRoomOfExpiredHistory() throws Exception {
    StoreOptions brief = StoreOptions.DEFAULT.withRetention(Duration.ofMillis(1));
    StoreFixture.Opener opener =
        (options, environment) ->
            RocksKvStore.open(
                directory, RESOURCES, RocksStoreOptions.DEFAULT.withStore(options), environment);
    try (StoreFixture fixture = new StoreFixture(opener, brief)) {
      String value = "x".repeat(1000);
      for (int i = 0; i < 2000; i++) {
        fixture.write("a", i + value);
      }
      // Files age by the machine's clock; the store's own only makes the nudges come.
      assertThat(fixture.store().historyBytes()).isGreaterThan(1_000_000);
      await(fixture, "files are dropped", () -> fixture.store().historyBytes() == 0);
      assertThat(fixture.read("a")).startsWith("1999");
    }
  }

  private static void await(StoreFixture fixture, String what, BooleanSupplier condition)
      throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    for (int i = 0; i < 600 && !condition.getAsBoolean(); i++) {
      fixture.scheduler.advance(Duration.ofMinutes(5));
      assertThat(never.await(100, TimeUnit.MILLISECONDS)).isFalse();
    }
    assertThat(condition.getAsBoolean()).as(what).isTrue();
  }

  @Test
  void bigTransactionCommitsWhole() {
    int rows = 20_000;
    try (StoreFixture fixture = fixture(directory)) {
      for (int round = 0; round < 2; round++) {
        try (KvTransaction transaction = fixture.store().begin(TransactionOptions.DEFAULT)) {
          for (int i = 0; i < rows; i++) {
            transaction.put(key("row" + i), bytes("value " + round + i));
          }
          assertThat(transaction.commit().entriesWritten()).isEqualTo(rows);
        }
      }
      fixture.reopen();
      assertThat(fixture.scanStrong()).hasSize(rows).allMatch(entry -> entry.contains("value 1"));
      assertThat(fixture.store().approximateSizeBytes(KeyRange.ALL)).isGreaterThan(rows);
    }
  }

  @Test
  void unsyncedStoreCountsNoSyncs() {
    StoreFixture.Opener opener =
        (options, environment) ->
            RocksKvStore.open(
                directory,
                RESOURCES,
                RocksStoreOptions.DEFAULT.withStore(options).withSync(false),
                environment);
    try (StoreFixture fixture = new StoreFixture(opener, StoreOptions.DEFAULT)) {
      fixture.write("a", "1");
      assertThat(fixture.store().statistics().syncs()).isZero();
    }
    try (StoreFixture fixture = fixture(directory)) {
      fixture.write("a", "2");
      assertThat(fixture.store().statistics().syncs()).isEqualTo(1);
    }
  }

  @Test
  void severalStoresShareResources() {
    List<StoreFixture> fixtures =
        List.of(fixture(directory.resolve("x")), fixture(directory.resolve("y")));
    fixtures.forEach(fixture -> fixture.write("a", "1"));
    fixtures.forEach(fixture -> assertThat(fixture.scanStrong()).containsExactly("a=1"));
    KvStore first = fixtures.get(0).store();
    first.close();
    assertThat(fixtures.get(1).read("a")).isEqualTo("1");
    fixtures.forEach(StoreFixture::close);
  }

  @Test
  void commitThatNeedNotBeDurableIsNotSyncedButReadAtOnceAndAfterReopening() {
    try (StoreFixture fixture = fixture(directory)) {
      fixture.write("a", "1");
      try (KvTransaction transaction = fixture.store().begin(TransactionOptions.DEFAULT)) {
        StoreFixture.put(transaction, "b", "2");
        transaction.commit(CommitOptions.DEFAULT.withDurable(false));
      }
      assertThat(fixture.store().statistics().syncs()).isEqualTo(1);
      assertThat(fixture.scanStrong()).containsExactly("a=1", "b=2");
    }
    try (StoreFixture fixture = fixture(directory)) {
      assertThat(fixture.scanStrong()).containsExactly("a=1", "b=2");
    }
  }
}
