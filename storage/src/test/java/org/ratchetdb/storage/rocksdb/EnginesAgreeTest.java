package org.ratchetdb.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.storage.api.KvCursor;
import org.ratchetdb.storage.api.KvReader;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.LockMode;
import org.ratchetdb.storage.api.ReadBound;
import org.ratchetdb.storage.api.ReadView;
import org.ratchetdb.storage.api.ScanRequest;
import org.ratchetdb.storage.api.Seeds;
import org.ratchetdb.storage.api.StoreFixture;
import org.ratchetdb.storage.api.TransactionOptions;
import org.ratchetdb.storage.memory.MemoryKvStore;

/** Random operations have the same outcome in RocksDB and in the model. */
final class EnginesAgreeTest {
  private static final RocksResources RESOURCES = RocksResources.createDefault();
  private static final int STEPS = 1200;

  @TempDir Path directory;

  @AfterAll
  static void free() {
    RESOURCES.close();
  }

  @Test
  void randomOperationsHaveTheSameOutcome() {
    SplittableRandom seeds = new SplittableRandom(Seeds.next("EnginesAgreeTest"));
    RocksStoreOptions options =
        RocksStoreOptions.DEFAULT.withSync(false).withMemtableBytes(64 << 10);
    try (StoreFixture model = new StoreFixture(MemoryKvStore::open);
        StoreFixture rocks =
            new StoreFixture(
                (common, environment) ->
                    RocksKvStore.open(
                        directory, RESOURCES, options.withStore(common), environment))) {
      List<Long> times = new ArrayList<>();
      for (int step = 0; step < STEPS; step++) {
        long seed = seeds.nextLong();
        String expected = step(model, new SplittableRandom(seed), times);
        String actual = step(rocks, new SplittableRandom(seed), times);
        assertThat(actual).as("step %d", step).isEqualTo(expected);
        times.add(model.store().appliedTimestamp().micros());
      }
    }
  }

  private static String step(StoreFixture fixture, SplittableRandom random, List<Long> times) {
    StringBuilder seen = new StringBuilder();
    fixture.clock.advanceMicros(random.nextInt(3));
    switch (random.nextInt(10)) {
      case 0, 1, 2, 3, 4 -> write(fixture, random, seen);
      case 5 -> {
        try (ReadView view = fixture.store().readAt(ReadBound.STRONG)) {
          seen.append(view.readTimestamp());
          read(view, random, seen);
        }
      }
      case 6, 7, 8 -> {
        long micros =
            times.isEmpty()
                ? fixture.clock.nowMicros()
                : times.get(random.nextInt(times.size())) + random.nextInt(2);
        micros = Math.min(micros, fixture.store().appliedTimestamp().micros());
        try (ReadView view = fixture.at(new CommitTimestamp(micros))) {
          for (int i = 0; i < 4; i++) {
            read(view, random, seen);
          }
        }
      }
      default -> {
        if (random.nextInt(40) == 0) {
          KeyRange range = range(random);
          if (!range.equals(KeyRange.ALL)) {
            fixture.store().dropRange(range);
          }
        }
      }
    }
    return seen.toString();
  }

  private static void write(StoreFixture fixture, SplittableRandom random, StringBuilder seen) {
    try (KvTransaction transaction = fixture.store().begin(TransactionOptions.DEFAULT)) {
      List<Integer> savepoints = new ArrayList<>();
      for (int i = random.nextInt(1, 8); i > 0; i--) {
        switch (random.nextInt(10)) {
          case 0 -> savepoints.add(transaction.savepoint());
          case 1 -> {
            if (!savepoints.isEmpty()) {
              int at = random.nextInt(savepoints.size());
              transaction.rollbackTo(savepoints.get(at));
              savepoints.subList(at + 1, savepoints.size()).clear();
            }
          }
          case 2, 3 -> transaction.delete(key(random));
          case 4 -> read(transaction, random, seen);
          default -> transaction.put(key(random), payload(random));
        }
      }
      if (random.nextInt(8) > 0) {
        seen.append(transaction.commit());
      }
    }
  }

  private static void read(KvReader reader, SplittableRandom random, StringBuilder seen) {
    if (random.nextInt(3) == 0) {
      ByteSlice into = new ByteSlice();
      boolean found = reader.get(key(random), LockMode.SHARED, into);
      seen.append(found ? hash(into) : "absent").append(';');
      return;
    }
    boolean reverse = random.nextBoolean();
    long limit = random.nextInt(4) == 0 ? random.nextInt(5) : Long.MAX_VALUE;
    try (KvCursor cursor =
        reader.scan(new ScanRequest(range(random), reverse, LockMode.SHARED, limit))) {
      int skipAfter = random.nextInt(10);
      for (int i = 0; i != skipAfter && cursor.next(); i++) {
        append(cursor, seen);
      }
      cursor.skipTo(key(random));
      while (cursor.next()) {
        append(cursor, seen);
      }
      assertThat(cursor.next()).isFalse();
    }
  }

  private static void append(KvCursor cursor, StringBuilder seen) {
    seen.append(Key.wrap(cursor.key().toByteArray()))
        .append('=')
        .append(hash(cursor.value()))
        .append(' ');
  }

  private static String hash(ByteSlice slice) {
    return slice.length() + ":" + Key.wrap(slice.toByteArray()).hashCode();
  }

  /** Short keys with many zeros, so that they often coincide and are prefixes of one another. */
  private static Key key(SplittableRandom random) {
    byte[] bytes = new byte[random.nextInt(1, 5)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = new byte[] {0, 0, 1, 2, (byte) 0xFE, (byte) 0xFF}[random.nextInt(6)];
    }
    return Key.wrap(bytes);
  }

  private static byte[] payload(SplittableRandom random) {
    byte[] bytes = new byte[random.nextInt(random.nextInt(20) == 0 ? 3000 : 40)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static KeyRange range(SplittableRandom random) {
    Key start = key(random);
    Key end = key(random);
    int order = start.compareTo(end);
    if (order == 0 || random.nextInt(3) == 0) {
      return random.nextBoolean() ? KeyRange.ALL : new KeyRange(start, null);
    }
    return order < 0 ? new KeyRange(start, end) : new KeyRange(end, start);
  }
}
