package org.ratchetdb.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ratchetdb.storage.api.StoreFixture.bytes;
import static org.ratchetdb.storage.api.StoreFixture.key;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.storage.api.CommitOptions;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.StoreFixture;
import org.ratchetdb.storage.api.TransactionOptions;
import org.ratchetdb.storage.api.VerifyListener;

/**
 * Damages files of a small store, one bit at a time, at seeded places: each time the file is named,
 * at open or by the check, or all data is as it was.
 */
final class FlippedBitsTest {
  private static final long SEED = 20_260_712;
  private static final int FLIPS_PER_FILE = 40;
  private static final RocksResources RESOURCES = RocksResources.createDefault();

  @TempDir private Path root;

  @AfterAll
  static void free() {
    RESOURCES.close();
  }

  private static StoreFixture fixture(Path at) {
    return new StoreFixture(
        (options, environment) ->
            RocksKvStore.open(
                at, RESOURCES, RocksStoreOptions.DEFAULT.withStore(options), environment));
  }

  /** What a store holds: now, at an older timestamp, and in its records. */
  private static Map<String, Object> content(StoreFixture fixture, CommitTimestamp older) {
    Map<String, Object> content = new TreeMap<>();
    content.put("now", fixture.scanAt(fixture.store().appliedTimestamp()));
    content.put("then", fixture.scanAt(older));
    List<String> records = new ArrayList<>();
    fixture
        .store()
        .scanMeta(
            KeyRange.ALL,
            (key, value) -> records.add(key + "=" + java.util.Arrays.toString(value)));
    content.put("records", records);
    return content;
  }

  /** Fills a store; returns a timestamp in the middle of its life. */
  private static CommitTimestamp fill(StoreFixture fixture) {
    CommitTimestamp middle = CommitTimestamp.ZERO;
    for (int i = 0; i < 60; i++) {
      CommitTimestamp at = fixture.write("k" + i % 13, "value " + i, "z" + i, "once");
      if (i == 30) {
        middle = at;
      }
      if (i == 20 || i == 40) {
        fixture.store().putMeta(key("m" + i), bytes("record " + i));
        fixture.reopen(); // turns the log into tables
      }
    }
    return middle;
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  @Test
  void flipIsNamedOrWithoutEffectAfterACleanEnd() throws IOException {
    Path origin = root.resolve("origin");
    CommitTimestamp older;
    Map<String, Object> expected;
    try (StoreFixture fixture = fixture(origin)) {
      older = fill(fixture);
      expected = content(fixture, older);
    }
    damageEveryFile(origin, older, expected);
  }

  @Test
  void flipIsNamedOrWithoutEffectAfterAKilledProcess() throws IOException {
    Path origin = root.resolve("origin");
    Path killed = root.resolve("killed");
    CommitTimestamp older;
    Map<String, Object> expected;
    try (StoreFixture fixture = fixture(origin)) {
      older = fill(fixture);
      expected = content(fixture, older);
      copy(origin, killed);
    }
    damageEveryFile(killed, older, expected);
  }

  private void damageEveryFile(Path origin, CommitTimestamp older, Map<String, Object> expected)
      throws IOException {
    Random random = new Random(SEED);
    List<Path> files;
    try (Stream<Path> entries = Files.list(origin)) {
      files = entries.filter(Files::isRegularFile).sorted().toList();
    }
    Map<String, Integer> named = new TreeMap<>();
    int number = 0;
    for (Path file : files) {
      String name = file.getFileName().toString();
      if (Files.size(file) == 0 || name.startsWith("LOG")) {
        continue; // the text of what happened is no data
      }
      for (int position : positions(random, file)) {
        Path damaged = root.resolve("damaged" + number++);
        copy(origin, damaged);
        byte[] bytes = Files.readAllBytes(damaged.resolve(name));
        int bit = random.nextInt(8);
        bytes[position] ^= (byte) (1 << bit);
        Files.write(damaged.resolve(name), bytes);
        String where = "bit " + bit + " of byte " + position + " of " + name;

        String report = report(damaged, where, older, expected);

        if (report != null) {
          assertThat(report).as(where).contains(name);
          named.merge(name, 1, Integer::sum);
        }
        delete(damaged);
      }
    }
    assertThat(named.keySet())
        .anyMatch(name -> name.endsWith(".sst"))
        .anyMatch(name -> name.endsWith(".log"))
        .anyMatch(name -> name.startsWith("MANIFEST"))
        .contains("CURRENT");
    named.forEach(
        (name, count) -> {
          if (name.endsWith(".sst")) {
            assertThat(count).as(name).isEqualTo(FLIPS_PER_FILE);
          }
        });
  }

  private static Iterable<Integer> positions(Random random, Path file) throws IOException {
    int size = (int) Files.size(file);
    // Recycled logs and preallocated space are mostly unused; the beginning is not.
    int bound = file.toString().endsWith(".log") ? Math.min(size, 6_000) : size;
    TreeSet<Integer> positions = new TreeSet<>();
    while (positions.size() < Math.min(FLIPS_PER_FILE, bound)) {
      positions.add(random.nextInt(bound));
    }
    return positions;
  }

  /** What the store says about the damage; null when it says nothing and all data is there. */
  private static @Nullable String report(
      Path damaged, String where, CommitTimestamp older, Map<String, Object> expected) {
    StringBuilder found = new StringBuilder();
    try (StoreFixture fixture = fixture(damaged)) {
      fixture.store().verify(new Collector(found));
      if (found.isEmpty()) {
        assertThat(content(fixture, older)).as(where).isEqualTo(expected);
        return null;
      }
      return found.toString();
    } catch (DbException e) {
      assertThat(e.code()).as(where + ": " + text(e)).isEqualTo(ErrorCode.CORRUPT_DATA);
      return found + text(e);
    }
  }

  private static String text(DbException e) {
    return e.message() + " " + e.detail().orElse("") + " " + e.attributes();
  }

  /** Writes findings down. */
  private record Collector(StringBuilder found) implements VerifyListener {
    @Override
    public void damage(String where, @Nullable Key key, String problem) {
      found.append(where).append(": ").append(problem).append('\n');
    }

    @Override
    public void filesRead(long bytes, long total) {}

    @Override
    public void versionsRead(long count) {}
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }

  @Test
  void logThatLostItsLastCommitsIsRefused() throws IOException {
    Path origin = root.resolve("origin");
    Path killed = root.resolve("killed");
    try (StoreFixture fixture = fixture(origin)) {
      fixture.write("a", "1");
      fixture.write("b", "2");
      copy(origin, killed);
    }
    Path log;
    try (Stream<Path> files = Files.list(killed)) {
      log =
          files.filter(file -> file.toString().endsWith(".log")).max(Path::compareTo).orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(log);
    Files.write(log, java.util.Arrays.copyOf(bytes, lastUsed(bytes) - 20));

    assertThatThrownBy(() -> fixture(killed).close())
        .isInstanceOfSatisfying(
            DbException.class,
            e -> assertThat(e.detail().orElse("")).contains(log.getFileName().toString()))
        .hasMessageContaining("has lost commits that were acknowledged");

    // The torn end of a commit that nobody was told of is no loss.
    Files.delete(killed.resolve(DurableMark.FILE));
    try (StoreFixture fixture = fixture(killed)) {
      assertThat(fixture.scanAt(fixture.store().appliedTimestamp())).containsExactly("a=1");
    }
  }

  private static int lastUsed(byte[] bytes) {
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] == 0) {
      end--;
    }
    return end;
  }

  @Test
  void missingManifestNameIsRefusedInsteadOfBeginningAnew() throws IOException {
    Path origin = root.resolve("origin");
    try (StoreFixture fixture = fixture(origin)) {
      fixture.write("a", "1");
    }
    Files.delete(origin.resolve("CURRENT"));

    assertThatThrownBy(() -> fixture(origin).close())
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_DATA))
        .hasMessageContaining("CURRENT");
  }

  @Test
  void soundLogOfManyBlocksHasNoDamage() throws IOException {
    Path origin = root.resolve("origin");
    Random random = new Random(SEED);
    try (StoreFixture fixture = fixture(origin)) {
      for (int i = 0; i < 60_000; i++) {
        fixture.clock.advanceMicros(1);
        try (KvTransaction transaction = fixture.store().begin(TransactionOptions.DEFAULT)) {
          byte[] value = new byte[random.nextInt(40)];
          java.util.Arrays.fill(value, (byte) 0x55);
          transaction.put(key("k" + i), value);
          transaction.commit(CommitOptions.DEFAULT.withDurable(false));
        }
      }
      // Beside a writer, and as a killed process leaves it.
      StoreFiles.check(origin);
      fixture.write("a", "1");
      StoreFiles.check(origin);
    }
    int paddings = 0;
    try (Stream<Path> files = Files.list(origin)) {
      for (Path log : files.filter(file -> file.toString().endsWith(".log")).toList()) {
        byte[] bytes = Files.readAllBytes(log);
        for (int end = 32 << 10; end <= bytes.length; end += 32 << 10) {
          boolean zeros = true;
          for (int i = end - 7; i < end; i++) {
            zeros &= bytes[i] == 0;
          }
          paddings += zeros ? 1 : 0;
        }
      }
    }
    assertThat(paddings).as("blocks that end in what only a shorter header would fit").isPositive();
    fixture(origin).close();
  }

  @Test
  void soundStoreHasNothingToSay() {
    StringBuilder found = new StringBuilder();
    try (StoreFixture fixture = fixture(root.resolve("s"))) {
      fill(fixture);
      fixture.store().verify(new Collector(found));
    }
    assertThat(found).isEmpty();
  }
}
