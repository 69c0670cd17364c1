package org.ratchetdb.storage.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ratchetdb.storage.api.StoreFixture.bytes;
import static org.ratchetdb.storage.api.StoreFixture.key;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.StoreFixture;
import org.ratchetdb.storage.api.TransactionOptions;

/** Copies of stores, on disk and in memory. */
final class RocksFilesTest {
  private static final int ROWS = 3_000;

  /** Where the stores of a test live. */
  enum Place {
    DISK,
    MEMORY
  }

  @TempDir Path temporary;
  private RocksResources resources = RocksResources.inMemory(8L << 20, 64L << 20);
  private Path root = Path.of("/root");

  @AfterEach
  void free() {
    resources.close();
  }

  private void use(Place place) {
    if (place == Place.DISK) {
      resources.close();
      resources = new RocksResources(8L << 20, 64L << 20);
      root = temporary;
    }
  }

  private StoreFixture open(String name) {
    return open(name, RocksStoreOptions.DEFAULT);
  }

  private StoreFixture open(String name, RocksStoreOptions settings) {
    return new StoreFixture(
        (options, environment) ->
            RocksKvStore.open(
                root.resolve(name), resources, settings.withStore(options), environment));
  }

  private void copy(String from, String to) {
    RocksFiles.copy(root.resolve(from), root.resolve(to), resources, JdkThreads.INSTANCE);
  }

  private static void fill(StoreFixture fixture, String value) {
    try (KvTransaction transaction = fixture.store().begin(TransactionOptions.DEFAULT)) {
      for (int i = 0; i < ROWS; i++) {
        transaction.put(key("row" + i), bytes(value));
      }
      transaction.commit();
    }
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void copyOfACheckpointHasAllThatWasCommittedAndItsPast(Place place) {
    use(place);
    try (StoreFixture origin = open("origin")) {
      fill(origin, "old");
      CommitTimestamp first = origin.store().appliedTimestamp();
      fill(origin, "new");
      origin.store().putMeta(key("m"), bytes("record"));
      CommitTimestamp last = origin.store().appliedTimestamp();
      origin.store().checkpoint(root.resolve("snapshot"));
      fill(origin, "later");
      copy("snapshot", "branch");
      try (StoreFixture branch = open("branch")) {
        assertThat(branch.store().appliedTimestamp()).isEqualTo(last);
        assertThat(branch.scanStrong()).hasSize(ROWS).allMatch(row -> row.endsWith("=new"));
        assertThat(branch.scanAt(first)).hasSize(ROWS).allMatch(row -> row.endsWith("=old"));
        assertThat(branch.store().getMeta(key("m"))).isEqualTo(bytes("record"));
      }
      assertThat(RocksFiles.lastTimestamp(root.resolve("snapshot"), resources)).isEqualTo(last);
    }
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void copiesAndOriginGoTheirOwnWays(Place place) {
    use(place);
    try (StoreFixture origin = open("origin")) {
      fill(origin, "old");
      origin.store().checkpoint(root.resolve("snapshot"));
      for (String name : List.of("b1", "b2")) {
        copy("snapshot", name);
      }
      try (StoreFixture first = open("b1");
          StoreFixture second = open("b2")) {
        fill(first, "first");
        origin.write("row0", "origin");
        fill(second, "second");
        first.store().dropRange(StoreFixture.range("row1", "row2"));
        assertThat(first.scanStrong()).hasSizeLessThan(ROWS).allMatch(r -> r.endsWith("=first"));
        assertThat(second.scanStrong()).hasSize(ROWS).allMatch(row -> row.endsWith("=second"));
        assertThat(origin.scanStrong()).hasSize(ROWS).contains("row0=origin", "row1=old");
      }
      copy("snapshot", "b3");
      try (StoreFixture third = open("b3")) {
        assertThat(third.scanStrong()).hasSize(ROWS).allMatch(row -> row.endsWith("=old"));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void checkpointBesideAWriterHoldsAllCommitsUpToOne(Place place) throws InterruptedException {
    use(place);
    try (StoreFixture origin = open("origin")) {
      AtomicBoolean stop = new AtomicBoolean();
      Thread writer =
          new Thread(
              () -> {
                for (int i = 0; !stop.get(); i++) {
                  origin.write("a", Integer.toString(i), "z" + i, "x");
                  origin.store().putMeta(key("m"), bytes(Integer.toString(i)));
                }
              });
      writer.start();
      for (int copy = 0; copy < 5; copy++) {
        origin.store().checkpoint(root.resolve("snapshot" + copy));
      }
      stop.set(true);
      writer.join();
      for (int copy = 0; copy < 5; copy++) {
        copy("snapshot" + copy, "branch" + copy);
        try (StoreFixture branch = open("branch" + copy)) {
          String last = branch.read("a");
          if (last == null) {
            assertThat(branch.scanStrong()).isEmpty();
            continue;
          }
          int count = Integer.parseInt(last);
          assertThat(branch.scanStrong()).hasSize(count + 2).contains("z" + count + "=x");
          byte[] meta = branch.store().getMeta(key("m"));
          int recorded = meta == null ? -1 : Integer.parseInt(new String(meta, UTF_8));
          assertThat(recorded).isBetween(count - 1, count);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void storeOpenedWithATimestampFloorCommitsAboveIt(Place place) {
    use(place);
    try (StoreFixture origin = open("origin")) {
      origin.write("a", "1");
      origin.store().checkpoint(root.resolve("branch"));
      long floor = origin.store().appliedTimestamp().micros() + 1_000_000;
      try (StoreFixture branch =
          open("branch", RocksStoreOptions.DEFAULT.withTimestampFloorMicros(floor))) {
        assertThat(branch.store().appliedTimestamp()).isEqualTo(new CommitTimestamp(floor));
        assertThat(branch.write("a", "2").micros()).isGreaterThan(floor);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void deletedStoreIsEmptyWhenItIsMadeAnew(Place place) {
    use(place);
    try (StoreFixture origin = open("origin")) {
      fill(origin, "old");
    }
    RocksFiles.delete(root.resolve("origin"), resources);
    RocksFiles.delete(root.resolve("origin"), resources);
    try (StoreFixture again = open("origin")) {
      assertThat(again.scanStrong()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void idleStoreIsFlushedSoThatACopyHasNothingToWaitFor(Place place) {
    use(place);
    try (StoreFixture origin = open("origin")) {
      for (int i = 0; i < 40; i++) {
        origin.write("big" + i, "x".repeat(100_000));
      }
      for (int i = 0; i < 3; i++) {
        origin.scheduler.advance(Duration.ofSeconds(1));
      }
      origin.store().checkpoint(root.resolve("copy"));
      try (StoreFixture branch = open("copy")) {
        assertThat(branch.scanStrong()).hasSize(40);
      }
    }
  }

  @Test
  @Timeout(60)
  void idleStoreIsFlushedThoughMostIsInAFullMemtable() throws IOException {
    use(Place.DISK);
    try (StoreFixture origin =
        open("origin", RocksStoreOptions.DEFAULT.withMemtableBytes(8 << 20))) {
      for (int i = 0; i < 50; i++) {
        origin.write("big" + i, "x".repeat(100_000)); // 4 MiB of the first memtable, then a little
      }
      for (int i = 0; i < 3; i++) {
        origin.scheduler.advance(Duration.ofSeconds(1));
      }
      while (tables("origin") == 0) {
        Thread.onSpinWait();
      }
    }
  }

  private long tables(String store) throws IOException {
    try (Stream<Path> files = Files.list(root.resolve(store))) {
      return files.filter(file -> file.toString().endsWith(".sst")).count();
    }
  }

  @Test
  void tablesAreSharedAndNothingElseIs() throws IOException {
    use(Place.DISK);
    try (StoreFixture origin = open("origin")) {
      fill(origin, "old");
      origin.store().checkpoint(root.resolve("snapshot"));
    }
    copy("snapshot", "branch");
    int tables = 0;
    try (Stream<Path> files = Files.list(root.resolve("branch"))) {
      for (Path file : files.toList()) {
        int links = (int) Files.getAttribute(file, "unix:nlink");
        if (file.toString().endsWith(".sst")) {
          assertThat(links).isEqualTo(3);
          tables++;
        } else {
          assertThat(links).as(file.toString()).isEqualTo(1);
        }
      }
    }
    assertThat(tables).isPositive();
  }

  @Test
  void freshStoreTakesLittleDisk() throws Exception {
    use(Place.DISK);
    try (StoreFixture origin = open("origin")) {
      origin.write("a", "1");
      assertThat(DiskUse.blocksBytes(root.resolve("origin"))).isLessThan(1 << 20);
    }
  }

  @Test
  void copyOfWhatIsNotThereIsAnIoError() {
    use(Place.DISK);
    assertThatThrownBy(() -> copy("nothing", "branch"))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IO_ERROR));
  }
}
