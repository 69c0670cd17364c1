package org.ratchetdb.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ratchetdb.storage.api.StoreFixture.bytes;
import static org.ratchetdb.storage.api.StoreFixture.key;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.storage.api.KvCursor;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.LockMode;
import org.ratchetdb.storage.api.ReadBound;
import org.ratchetdb.storage.api.ReadView;
import org.ratchetdb.storage.api.ScanRequest;
import org.ratchetdb.storage.api.StoreFixture;
import org.ratchetdb.storage.api.TransactionOptions;

/** Scans of one snapshot share their iterators; each must see its own range and nothing else. */
final class ScansInARowTest {
  private static final int ROWS = 4_000;
  private static final long SMALL_MEMTABLE_BYTES = 64L << 10;
  private static final long LARGE_MEMTABLE_BYTES = 64L << 20;

  private final RocksResources resources = RocksResources.inMemory(8L << 20, 64L << 20);
  private final NavigableMap<String, String> expected = new TreeMap<>();
  private final Random random = new Random(7);

  @AfterEach
  void free() {
    resources.close();
  }

  private StoreFixture open(long memtableBytes) {
    return new StoreFixture(
        (options, environment) ->
            RocksKvStore.open(
                Path.of("/store"),
                resources,
                RocksStoreOptions.DEFAULT.withStore(options).withMemtableBytes(memtableBytes),
                environment));
  }

  private static String row(int i) {
    return String.format(Locale.ROOT, "k%06d", i);
  }

  private void fill(StoreFixture fixture) {
    for (int first = 0; first < 2 * ROWS; first += 500) {
      try (KvTransaction transaction = fixture.store().begin(TransactionOptions.DEFAULT)) {
        for (int i = 0; i < 500; i++) {
          String name = row(random.nextInt(ROWS));
          if (random.nextInt(4) == 0) {
            transaction.delete(key(name));
            expected.remove(name);
          } else {
            String value = ("v" + random.nextInt()).repeat(8);
            transaction.put(key(name), bytes(value));
            expected.put(name, value);
          }
        }
        transaction.commit();
      }
    }
  }

  /** Bounds often lie near each other, so that a seek ends in the block of the one before. */
  private String bound(int near, int apart) {
    String name = row(Math.max(0, near + random.nextInt(apart)));
    return random.nextInt(20) == 0 ? name + "x".repeat(RawCursor.BOUND_BYTES) : name;
  }

  private void scanOnce(ReadView view, int near, boolean nest) {
    String start = bound(near, 8);
    String end = bound(near + 8, random.nextBoolean() ? 8 : 400);
    List<String> due = new ArrayList<>(expected.subMap(start, end).keySet());
    int most = random.nextInt(3) == 0 ? due.size() / 2 : due.size() + 1;
    List<String> found = new ArrayList<>();
    ScanRequest request =
        new ScanRequest(
            new KeyRange(key(start), key(end)),
            random.nextInt(8) == 0,
            LockMode.NONE,
            Long.MAX_VALUE);
    if (request.reverse()) {
      Collections.reverse(due);
    }
    try (KvCursor cursor = view.scan(request)) {
      while (found.size() < most && cursor.next()) {
        String name = StoreFixture.text(cursor.key());
        assertThat(StoreFixture.text(cursor.value())).isEqualTo(expected.get(name));
        found.add(name);
        if (nest && found.size() == 3) {
          scanOnce(view, near, false);
        }
      }
    }
    assertThat(found).isEqualTo(due.subList(0, Math.min(most, due.size())));
  }

  private void scanOften(StoreFixture fixture) {
    try (ReadView view = fixture.store().readAt(ReadBound.STRONG)) {
      int near = 0;
      for (int i = 0; i < 3_000; i++) {
        if (i % 5 == 0) {
          near = random.nextInt(ROWS);
        }
        scanOnce(view, near, i % 3 == 0);
      }
    }
  }

  @Test
  void eachSeesItsOwnRangeInFiles() {
    StoreFixture fixture = open(SMALL_MEMTABLE_BYTES);
    fill(fixture);
    scanOften(fixture);
    fill(fixture);
    scanOften(fixture);
    fixture.close();
  }

  @Test
  void eachSeesItsOwnRangeInMemory() {
    StoreFixture fixture = open(LARGE_MEMTABLE_BYTES);
    fill(fixture);
    scanOften(fixture);
    fixture.close();
  }
}
