package org.ratchetdb.storage.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ratchetdb.storage.api.StoreFixture.REPEATABLE_READ;
import static org.ratchetdb.storage.api.StoreFixture.key;
import static org.ratchetdb.storage.api.StoreFixture.put;
import static org.ratchetdb.storage.api.StoreFixture.range;
import static org.ratchetdb.storage.api.StoreFixture.scan;
import static org.ratchetdb.storage.api.StoreFixture.scanAll;
import static org.ratchetdb.storage.api.TextRows.binding;
import static org.ratchetdb.storage.api.TextRows.exclusive;
import static org.ratchetdb.storage.api.TextRows.read;
import static org.ratchetdb.storage.api.TextRows.shared;
import static org.ratchetdb.storage.api.TextRows.update;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.storage.txn.StoreOptions;

/** What every engine owes to transactions that read from a snapshot and are checked at commit. */
public abstract class AbstractKvStoreIsolationTest extends AbstractStoreTest {
  private static final TransactionOptions OPTIMISTIC =
      TransactionOptions.DEFAULT.withReadLockMode(ReadLockMode.OPTIMISTIC);
  private static final TransactionOptions PESSIMISTIC_SNAPSHOT =
      REPEATABLE_READ.withReadLockMode(ReadLockMode.PESSIMISTIC);

  @Override
  protected StoreOptions options() {
    return StoreOptions.DEFAULT.withMerger(TextRows.MERGER);
  }

  private static void assertAborted(ThrowingCallable call) {
    assertFails(ErrorCode.TRANSACTION_ABORTED, call);
  }

  @BeforeEach
  final void writeRows() {
    fixture.write("k", "a=0 b=0", "l", "a=0 b=0");
  }

  private void updated(String key, String patch) {
    fixture.clock.advanceMicros(1);
    try (KvTransaction transaction = begin(TransactionOptions.DEFAULT)) {
      update(transaction, key, patch);
      transaction.commit();
    }
  }

  private static boolean get(KvTransaction transaction, String key, CellLocks locks) {
    return transaction.get(key(key), locks, new ByteSlice());
  }

  // ---- SERIALIZABLE, optimistic

  @Test
  void optimisticReadsAreOfOneMomentAndLockNothing() {
    try (KvTransaction reader = begin(OPTIMISTIC)) {
      assertThat(read(reader, "k", "a")).isEqualTo("a=0 b=0");
      updated("k", "b=1");
      updated("l", "a=1");
      assertThat(read(reader, "k", "b")).isEqualTo("a=0 b=0");
      assertThat(scanAll(reader)).containsExactly("k=a=0 b=0", "l=a=0 b=0");
      assertThat(fixture.store().locks(10)).isEmpty();
      reader.commit();
    }
  }

  @Test
  void optimisticWriterFailsOnlyWhenACellItReadHasChanged() {
    KvTransaction other = begin(OPTIMISTIC);
    read(other, "k", "a");
    put(other, "x", "a=1");
    updated("k", "b=1");
    other.commit();

    KvTransaction same = begin(OPTIMISTIC);
    read(same, "k", "a");
    put(same, "y", "a=1");
    updated("k", "a=1");
    assertAborted(same::commit);
    assertThat(fixture.scanStrong()).containsExactly("k=a=1 b=1", "l=a=0 b=0", "x=a=1");
    assertThat(fixture.store().statistics().conflicts()).isEqualTo(1);
    assertThat(fixture.store().locks(10)).isEmpty();
  }

  @Test
  void optimisticWriterNoticesRowsThatCameAndWent() {
    KvTransaction absent = begin(OPTIMISTIC);
    assertThat(read(absent, "m", "a")).isEmpty();
    put(absent, "x", "a=1");
    fixture.write("m", "a=9");
    assertAborted(absent::commit);

    KvTransaction gap = begin(OPTIMISTIC);
    assertThat(scan(gap, TextRows.scan(range("k", "l"), "", true))).hasSize(1);
    put(gap, "x", "a=1");
    fixture.write("kk", "a=9");
    assertAborted(gap::commit);

    KvTransaction deleted = begin(OPTIMISTIC);
    assertThat(scan(deleted, TextRows.scan(KeyRange.ALL, "", true))).hasSize(4);
    put(deleted, "x", "a=1");
    fixture.delete("kk");
    assertAborted(deleted::commit);
  }

  @Test
  void optimisticScanIsHeldToWhatItPassed() {
    KvTransaction first = begin(OPTIMISTIC);
    assertThat(scan(first, new ScanRequest(KeyRange.ALL, false, shared("*a"), 1, false)))
        .hasSize(1);
    KvCursor open = first.scan(TextRows.scan(range("a", "k"), "a", false));
    put(first, "x", "a=1");
    fixture.write("ll", "a=9");
    updated("l", "a=1");
    first.commit();
    open.close();

    KvTransaction second = begin(OPTIMISTIC);
    KvCursor cursor =
        second.scan(new ScanRequest(KeyRange.ALL, true, shared("*a"), Long.MAX_VALUE, false));
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.next()).isTrue();
    put(second, "y", "a=1");
    updated("ll", "a=1"); // which the open cursor stands on
    assertAborted(second::commit);
    cursor.close();
  }

  @Test
  void optimisticTransactionsAllowNoWriteSkew() {
    KvTransaction first = begin(OPTIMISTIC);
    KvTransaction second = begin(OPTIMISTIC);
    scanAll(first);
    scanAll(second);
    update(first, "k", "a=1");
    update(second, "l", "a=1");
    first.commit();
    assertAborted(second::commit);
  }

  @Test
  void optimisticBlindWritesDoNotConflict() {
    KvTransaction first = begin(OPTIMISTIC);
    KvTransaction second = begin(OPTIMISTIC);
    put(first, "z", "a=1");
    put(second, "z", "a=2");
    update(first, "k", "a=1");
    update(second, "k", "b=2");
    first.commit();
    second.commit();
    assertThat(fixture.scanStrong()).containsExactly("k=a=1 b=2", "l=a=0 b=0", "z=a=2");
  }

  @Test
  void optimisticCommitWaitsForAnOlderWriterAndFails() throws Exception {
    KvTransaction older = begin(TransactionOptions.DEFAULT);
    update(older, "k", "a=1");
    KvTransaction optimistic = begin(OPTIMISTIC);
    assertThat(read(optimistic, "k", "a")).isEqualTo("a=0 b=0");
    put(optimistic, "x", "a=1");
    Background<CommitResult> commit = Background.call(optimistic::commit).assertBlocked();
    older.commit();
    assertAborted(commit::join);
    assertThat(fixture.read("x")).isNull();
  }

  @Test
  void optimisticCountersLoseNothing() throws Exception {
    int threads = 4;
    int increments = 30;
    SplittableRandom seeds = new SplittableRandom(Seeds.next("optimisticCounters"));
    List<Background<Boolean>> workers = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      SplittableRandom random = seeds.split();
      workers.add(
          Background.run(
              () -> {
                for (int i = 0; i < increments; i++) {
                  increment(random.nextBoolean() ? "k" : "l", random.nextBoolean() ? "a" : "b");
                }
              }));
    }
    for (Background<Boolean> worker : workers) {
      worker.join();
    }
    int sum = 0;
    for (String row : fixture.scanStrong()) {
      String payload = row.substring(row.indexOf('=') + 1);
      sum += Integer.parseInt(TextRows.value(payload, "a"));
      sum += Integer.parseInt(TextRows.value(payload, "b"));
    }
    assertThat(sum).isEqualTo(threads * increments);
  }

  private void increment(String row, String column) {
    while (true) {
      try (KvTransaction transaction = begin(OPTIMISTIC)) {
        int now = Integer.parseInt(TextRows.value(read(transaction, row, column), column));
        update(transaction, row, column + "=" + (now + 1));
        transaction.commit();
        return;
      } catch (DbException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.TRANSACTION_ABORTED);
      }
    }
  }

  // ---- REPEATABLE READ

  @Test
  void snapshotWritersOfDifferentColumnsBothCommit() {
    KvTransaction first = begin(REPEATABLE_READ);
    KvTransaction second = begin(REPEATABLE_READ);
    read(first, "k", "ab");
    read(second, "k", "ab");
    update(first, "k", "a=1");
    update(second, "k", "b=1");
    first.commit();
    second.commit();
    assertThat(fixture.read("k")).isEqualTo("a=1 b=1");
  }

  @Test
  void firstCommitterOfAColumnWinsThoughTheValueIsTheSameAgain() {
    for (TransactionOptions options : List.of(REPEATABLE_READ, PESSIMISTIC_SNAPSHOT)) {
      KvTransaction loser = begin(options);
      assertThat(read(loser, "k", "a")).startsWith("a=0");
      updated("k", "a=1");
      updated("k", "b=1");
      updated("k", "a=0");
      update(loser, "k", "a=5");
      assertAborted(loser::commit);
    }
    KvTransaction winner = begin(REPEATABLE_READ);
    read(winner, "k", "a");
    updated("k", "b=2");
    updated("k", "b=3");
    update(winner, "k", "a=5");
    winner.commit();
    assertThat(fixture.read("k")).isEqualTo("a=5 b=3");
  }

  @Test
  void rowThatWasDeletedAndInsertedAgainCannotBeUpdated() {
    KvTransaction loser = begin(REPEATABLE_READ);
    read(loser, "k", "a");
    fixture.delete("k");
    fixture.write("k", "a=0 b=0");
    update(loser, "k", "a=5");
    assertAborted(loser::commit);
    KvTransaction gone = begin(REPEATABLE_READ);
    read(gone, "k", "a");
    fixture.delete("k");
    update(gone, "k", "a=5");
    assertAborted(gone::commit);
  }

  @Test
  void boundReadsAreCheckedAtCommitAndPlainOnesAreNot() {
    KvTransaction plain = begin(REPEATABLE_READ);
    read(plain, "k", "a");
    put(plain, "x", "a=1");
    updated("k", "a=1");
    plain.commit();

    for (CellLocks locks : List.of(binding("*a"), exclusive("a"))) {
      KvTransaction bound = begin(REPEATABLE_READ);
      assertThat(get(bound, "k", locks)).isTrue();
      put(bound, "y", "a=1");
      updated("k", "b=" + locks.exclusive());
      updated("k", "a=" + locks.hashCode());
      assertAborted(bound::commit);
    }
    assertThat(fixture.read("y")).isNull();
  }

  @Test
  void boundScanOfASnapshotNoticesRowsThatCame() {
    KvTransaction late = begin(REPEATABLE_READ);
    read(late, "k", "a");
    assertThat(scan(late, bound())).hasSize(2);
    put(late, "x", "a=1");
    fixture.write("kk", "a=9");
    assertAborted(late::commit);

    KvTransaction atOnce = begin(PESSIMISTIC_SNAPSHOT);
    read(atOnce, "k", "a");
    fixture.write("km", "a=9");
    assertAborted(() -> scan(atOnce, bound()));
    atOnce.close();
  }

  private static ScanRequest bound() {
    return new ScanRequest(range("k", "m"), false, binding("*a"), Long.MAX_VALUE, true);
  }

  @Test
  void pessimisticSnapshotLocksWhatItBindsAndWrites() throws Exception {
    KvTransaction snapshot = begin(PESSIMISTIC_SNAPSHOT);
    KvTransaction writer = begin(TransactionOptions.DEFAULT);
    assertThat(get(snapshot, "k", exclusive("a"))).isTrue();
    read(snapshot, "l", "a");
    update(writer, "k", "b=1");
    update(writer, "l", "a=1");
    Background<Boolean> write = Background.run(() -> update(writer, "k", "a=1")).assertBlocked();
    update(snapshot, "k", "a=5");
    snapshot.commit();
    write.join();
    writer.commit();
    assertThat(fixture.scanStrong()).containsExactly("k=a=1 b=1", "l=a=1 b=0");
  }

  @Test
  void optimisticSnapshotWritesLockAtCommitOnly() {
    KvTransaction first = begin(REPEATABLE_READ);
    KvTransaction second = begin(REPEATABLE_READ);
    update(first, "k", "a=1");
    update(second, "k", "a=2");
    assertThat(fixture.store().locks(10)).isEmpty();
    second.commit();
    assertAborted(first::commit);
    assertThat(fixture.read("k")).isEqualTo("a=2 b=0");
  }
}
