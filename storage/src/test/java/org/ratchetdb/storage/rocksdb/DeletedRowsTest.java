package org.ratchetdb.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ratchetdb.storage.api.StoreFixture.bytes;
import static org.ratchetdb.storage.api.StoreFixture.key;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.storage.api.KvCursor;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.LockMode;
import org.ratchetdb.storage.api.ReadView;
import org.ratchetdb.storage.api.ScanRequest;
import org.ratchetdb.storage.api.StoreFixture;
import org.ratchetdb.storage.api.TransactionOptions;
import org.ratchetdb.storage.api.VerifyListener;
import org.rocksdb.PerfContext;
import org.rocksdb.PerfLevel;

/**
 * Walks past deleted rows cost as much as there are rows, not that times itself. RocksDB counts,
 * for each thread, over how many tombstones it has stepped.
 */
final class DeletedRowsTest {
  private static final int ROWS = 2_000;

  /** A walk that goes over all tombstones again for every one of them takes 2,000 times as many. */
  private static final long TOMBSTONES_MAX = 3L * ROWS;

  private final RocksResources resources = RocksResources.inMemory(8L << 20, 64L << 20);

  /** Counts of a thread are the same whichever database they are asked of. */
  private final RocksDirectory other =
      RocksDirectory.open(Path.of("/other"), resources, RocksStoreOptions.DEFAULT);

  private final StoreFixture fixture =
      new StoreFixture(
          (options, environment) ->
              RocksKvStore.open(
                  Path.of("/store"),
                  resources,
                  RocksStoreOptions.DEFAULT.withStore(options),
                  environment));

  private CommitTimestamp before = CommitTimestamp.ZERO;

  @BeforeEach
  void deleteAllRows() {
    try (KvTransaction transaction = fixture.store().begin(TransactionOptions.DEFAULT)) {
      for (int i = 0; i < ROWS; i++) {
        transaction.put(row(i), bytes("value"));
      }
      transaction.put(key("last"), bytes("value"));
      transaction.commit();
    }
    before = fixture.store().appliedTimestamp();
    try (KvTransaction transaction = fixture.store().begin(TransactionOptions.DEFAULT)) {
      for (int i = 0; i < ROWS; i++) {
        transaction.delete(row(i));
      }
      transaction.commit();
    }
    other.db.setPerfLevel(PerfLevel.ENABLE_COUNT);
  }

  @AfterEach
  void free() {
    other.db.setPerfLevel(PerfLevel.DISABLE);
    fixture.close();
    other.close();
    resources.close();
  }

  private static Key row(int i) {
    return key(String.format(Locale.ROOT, "k%06d", i));
  }

  private long tombstonesPassed(Runnable work) {
    PerfContext counts = other.db.getPerfContext();
    counts.reset();
    work.run();
    return counts.getInternalDeleteSkippedCount();
  }

  @Test
  void checkPassesEachDeletedRowOnce() {
    List<String> damage = new ArrayList<>();
    long passed =
        tombstonesPassed(
            () ->
                fixture
                    .store()
                    .verify(
                        new VerifyListener() {
                          @Override
                          public void damage(String where, @Nullable Key key, String problem) {
                            damage.add(where + " " + key + " " + problem);
                          }

                          @Override
                          public void filesRead(long bytes, long total) {}

                          @Override
                          public void versionsRead(long count) {}
                        }));
    assertThat(damage).isEmpty();
    assertThat(passed).isBetween((long) ROWS, TOMBSTONES_MAX);
  }

  @Test
  void scanOfThePastPassesEachDeletedRowOnce() {
    List<String> found = new ArrayList<>();
    long passed = tombstonesPassed(() -> found.addAll(fixture.scanAt(before)));
    assertThat(found).hasSize(ROWS + 1);
    assertThat(passed).isBetween((long) ROWS, TOMBSTONES_MAX);
  }

  @Test
  void skipsInThePastPassEachDeletedRowOnce() {
    int[] found = {0};
    long passed =
        tombstonesPassed(
            () -> {
              try (ReadView view = fixture.at(before);
                  KvCursor cursor = view.scan(ScanRequest.forward(KeyRange.ALL, LockMode.NONE))) {
                for (int i = 0; i < ROWS; i++) {
                  cursor.skipTo(row(i));
                  found[0] += cursor.next() ? 1 : 0;
                }
              }
            });
    assertThat(found[0]).isEqualTo(ROWS);
    assertThat(passed).isLessThanOrEqualTo(TOMBSTONES_MAX);
  }
}
