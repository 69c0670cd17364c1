package org.ratchetdb.storage.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ratchetdb.storage.api.StoreFixture.REPEATABLE_READ;
import static org.ratchetdb.storage.api.StoreFixture.aged;
import static org.ratchetdb.storage.api.StoreFixture.get;
import static org.ratchetdb.storage.api.StoreFixture.put;
import static org.ratchetdb.storage.api.StoreFixture.range;
import static org.ratchetdb.storage.api.StoreFixture.scan;
import static org.ratchetdb.storage.api.StoreFixture.scanAll;
import static org.ratchetdb.storage.api.StoreFixture.timeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.storage.api.LockWait.Outcome;

/** What every engine owes to transactions that run at once. */
public abstract class AbstractKvStoreConcurrencyTest extends AbstractStoreTest {
  // ---- wound-wait

  @Test
  void youngerWriterWaitsForOlderOne() throws Exception {
    KvTransaction older = begin();
    KvTransaction younger = begin();
    put(older, "k", "older");
    Background<Boolean> write = Background.run(() -> put(younger, "k", "younger")).assertBlocked();
    older.commit();
    write.join();
    assertThat(get(younger, "k")).isEqualTo("younger");
    younger.commit();
    assertThat(fixture.read("k")).isEqualTo("younger");
    assertThat(fixture.store().statistics().lockWaits()).isEqualTo(1);
  }

  @Test
  void olderWriterWoundsYoungerOneAtOnce() {
    KvTransaction older = begin();
    KvTransaction younger = begin();
    put(younger, "k", "younger");
    put(older, "k", "older");
    assertThat(younger.isOpen()).isFalse();
    assertFails(ErrorCode.TRANSACTION_ABORTED, () -> get(younger, "other"));
    assertFails(ErrorCode.TRANSACTION_ABORTED, younger::commit);
    younger.close();
    older.commit();
    assertThat(fixture.read("k")).isEqualTo("older");
    assertThat(fixture.store().statistics().wounds()).isEqualTo(1);
  }

  @Test
  void woundedWaiterFailsInItsWait() throws Exception {
    KvTransaction oldest = begin();
    KvTransaction middle = begin();
    KvTransaction youngest = begin();
    put(middle, "a", "middle");
    put(youngest, "b", "youngest");
    Background<Boolean> write =
        Background.run(() -> put(youngest, "a", "youngest")).assertBlocked();
    put(oldest, "b", "oldest");
    assertFails(ErrorCode.TRANSACTION_ABORTED, write::join);
    middle.commit();
    oldest.commit();
    youngest.close();
    assertThat(fixture.scanStrong()).containsExactly("a=middle", "b=oldest");
  }

  @Test
  void retryWithItsOldAgeWins() {
    KvTransaction first = begin();
    long age = first.age();
    first.close();
    KvTransaction later = begin();
    put(later, "k", "later");
    try (KvTransaction retry = begin(aged(age))) {
      assertThat(retry.age()).isEqualTo(age);
      put(retry, "k", "retry");
      retry.commit();
    }
    assertFails(ErrorCode.TRANSACTION_ABORTED, later::commit);
    assertThat(fixture.read("k")).isEqualTo("retry");
  }

  @Test
  void readersShareAndBothUpgradesEndInOneWinner() throws Exception {
    fixture.write("k", "0");
    KvTransaction older = begin();
    KvTransaction younger = begin();
    assertThat(get(older, "k")).isEqualTo("0");
    assertThat(get(younger, "k")).isEqualTo("0");
    Background<Boolean> upgrade =
        Background.run(() -> put(younger, "k", "younger")).assertBlocked();
    put(older, "k", "older");
    assertFails(ErrorCode.TRANSACTION_ABORTED, upgrade::join);
    older.commit();
    assertThat(fixture.read("k")).isEqualTo("older");
  }

  @Test
  void cursorOfAWoundedTransactionFailsBeforeItMixesStates() {
    fixture.write("a", "0", "b", "0");
    KvTransaction older = begin();
    KvTransaction younger = begin();
    KvCursor cursor = younger.scan(ScanRequest.forward(KeyRange.ALL, LockMode.SHARED));
    assertThat(cursor.next()).isTrue();
    put(older, "b", "1");
    older.commit();
    assertFails(ErrorCode.TRANSACTION_ABORTED, cursor::next);
    cursor.close();
    younger.close();
  }

  // ---- waits that end otherwise

  @Test
  void cancelledWaitFailsAndTheTransactionLives() throws Exception {
    List<Outcome> outcomes = new ArrayList<>();
    fixture.store().setLockWaitListener(wait -> outcomes.add(wait.outcome()));
    KvTransaction older = begin();
    KvTransaction younger = begin();
    put(younger, "mine", "1");
    put(older, "k", "1");
    Background<Boolean> write = Background.run(() -> put(younger, "k", "2")).assertBlocked();
    younger.cancel();
    assertFails(ErrorCode.CANCELLED, write::join);
    assertThat(outcomes).containsExactly(Outcome.CANCELLED);
    assertFails(ErrorCode.CANCELLED, () -> put(younger, "k", "2"));
    assertThat(younger.isOpen()).isTrue();
    younger.commit();
    older.rollback();
    assertThat(fixture.scanStrong()).containsExactly("mine=1");
  }

  @Test
  void interruptedWaitIsCancelled() throws Exception {
    KvTransaction older = begin();
    KvTransaction younger = begin();
    put(older, "k", "1");
    Background<Boolean> write =
        Background.call(
            () -> {
              Thread.currentThread().interrupt();
              put(younger, "k", "2");
              return true;
            });
    assertFails(ErrorCode.CANCELLED, write::join);
    older.close();
    younger.close();
  }

  @Test
  void lockTimeoutEndsTheWait() throws Exception {
    KvTransaction older = begin();
    put(older, "k", "1");
    KvTransaction impatient = begin(timeout(Duration.ZERO));
    assertFails(ErrorCode.LOCK_NOT_AVAILABLE, () -> put(impatient, "k", "2"));
    KvTransaction patient = begin(timeout(Duration.ofMillis(5)));
    Background<Boolean> write = Background.run(() -> put(patient, "k", "2")).assertBlocked();
    fixture.clock.advance(Duration.ofMillis(6));
    assertFails(ErrorCode.LOCK_NOT_AVAILABLE, write::join);
    assertThat(patient.isOpen()).isTrue();
    older.close();
    put(patient, "k", "3");
    patient.commit();
    impatient.close();
  }

  @Test
  void idleTransactionIsRolledBackAndFreesItsWaiters() throws Exception {
    KvTransaction idle = begin();
    KvTransaction waiter = begin();
    put(idle, "k", "idle");
    Background<Boolean> write = Background.run(() -> put(waiter, "k", "waiter")).assertBlocked();
    fixture.scheduler.advance(Duration.ofSeconds(5));
    idle.keepAlive();
    fixture.scheduler.advance(Duration.ofSeconds(9));
    write.assertBlocked();
    fixture.scheduler.advance(Duration.ofSeconds(3));
    write.join();
    waiter.commit();
    assertFails(ErrorCode.TRANSACTION_ABORTED, idle::commit);
    assertThat(fixture.read("k")).isEqualTo("waiter");
    assertThat(fixture.store().statistics().idleRollbacks()).isEqualTo(1);
  }

  @Test
  void expiredTransactionGivesItsSnapshotAndItsPlaceBackAtOnce() {
    fixture.write("k", "1");
    KvTransaction idle = begin(REPEATABLE_READ);
    KvCursor cursor = idle.scan(ScanRequest.forward(range("a", "z"), LockMode.SHARED));
    assertThat(cursor.next()).isTrue();
    put(idle, "l", "never");
    assertThat(fixture.store().statistics().openTransactions()).isEqualTo(1);
    fixture.scheduler.advance(Duration.ofSeconds(12));
    assertThat(fixture.store().statistics().openTransactions()).isZero();
    assertFails(ErrorCode.TRANSACTION_ABORTED, cursor::next);
    assertFails(ErrorCode.TRANSACTION_ABORTED, () -> put(idle, "l", "never"));
    cursor.close();
    idle.savepoint();
    assertFails(ErrorCode.TRANSACTION_ABORTED, idle::commit);
    idle.close();
    assertThat(fixture.read("l")).isNull();
  }

  @Test
  void woundedTransactionWhoseClientStaysAwayGivesEverythingBack() {
    KvTransaction older = begin();
    KvTransaction wounded = begin();
    put(wounded, "k", "wounded");
    put(older, "k", "older");
    assertThat(wounded.isOpen()).isFalse();
    fixture.scheduler.advance(Duration.ofSeconds(2));
    assertThat(fixture.store().statistics().openTransactions()).isEqualTo(1);
    older.commit();
    assertFails(ErrorCode.TRANSACTION_ABORTED, wounded::commit);
  }

  @Test
  void abandonedTransactionFreesItsLocksAtOnceAndTakesNoMoreCalls() throws Exception {
    KvTransaction gone = begin();
    KvTransaction waiter = begin();
    put(gone, "k", "gone");
    Background<Boolean> write = Background.run(() -> put(waiter, "k", "waiter")).assertBlocked();
    gone.abandon();
    write.join();
    assertThat(fixture.store().statistics().openTransactions()).isEqualTo(1);
    gone.abandon();
    assertFails(ErrorCode.UNAVAILABLE, () -> put(gone, "l", "gone"));
    assertFails(ErrorCode.UNAVAILABLE, gone::commit);
    gone.close();
    waiter.commit();
    waiter.abandon();
    assertThat(fixture.read("k")).isEqualTo("waiter");
    assertThat(fixture.read("l")).isNull();
  }

  @Test
  void abandonedTransactionStopsWaiting() throws Exception {
    KvTransaction older = begin();
    KvTransaction gone = begin();
    put(older, "k", "older");
    put(gone, "l", "gone");
    Background<Boolean> write = Background.run(() -> put(gone, "k", "gone")).assertBlocked();
    gone.abandon();
    assertFails(ErrorCode.UNAVAILABLE, write::join);
    put(older, "l", "older");
    older.commit();
    gone.close();
    assertThat(fixture.store().statistics().openTransactions()).isZero();
  }

  @Test
  void closingTheStoreWakesWaiters() throws Exception {
    KvTransaction older = begin();
    KvTransaction younger = begin();
    put(older, "k", "1");
    Background<Boolean> write = Background.run(() -> put(younger, "k", "2")).assertBlocked();
    fixture.store().close();
    assertFails(ErrorCode.UNAVAILABLE, write::join);
  }

  // ---- ranges and phantoms

  @Test
  void scannedGapStopsYoungerInserts() throws Exception {
    fixture.write("a", "1", "c", "1");
    KvTransaction reader = begin();
    KvTransaction writer = begin();
    assertThat(scan(reader, ScanRequest.forward(range("a", "d"), LockMode.SHARED))).hasSize(2);
    put(writer, "d", "outside");
    Background<Boolean> insert = Background.run(() -> put(writer, "b", "1")).assertBlocked();
    assertThat(scan(reader, ScanRequest.forward(range("a", "d"), LockMode.SHARED))).hasSize(2);
    reader.commit();
    insert.join();
    writer.commit();
    assertThat(fixture.scanStrong()).hasSize(4);
  }

  @Test
  void scanWaitsForOlderWriterInside() throws Exception {
    KvTransaction writer = begin();
    KvTransaction reader = begin();
    put(writer, "b", "1");
    Background<List<String>> read = Background.call(() -> scanAll(reader)).assertBlocked();
    writer.commit();
    assertThat(read.join()).containsExactly("b=1");
    reader.close();
  }

  @Test
  void scansShareAndExclusiveScanDoesNot() throws Exception {
    KvTransaction one = begin();
    KvTransaction two = begin();
    KvTransaction three = begin();
    scanAll(one);
    scanAll(two);
    Background<Boolean> lock =
        Background.run(() -> three.lock(range("a", "b"), LockMode.EXCLUSIVE)).assertBlocked();
    one.close();
    lock.assertBlocked();
    two.close();
    lock.join();
    three.close();
  }

  @Test
  void writeSkewIsImpossibleInSerializable() throws Exception {
    fixture.write("x", "1", "y", "1");
    KvTransaction first = begin();
    KvTransaction second = begin();
    scanAll(first);
    scanAll(second);
    Background<Boolean> write = Background.run(() -> put(second, "y", "0")).assertBlocked();
    put(first, "x", "0");
    first.commit();
    assertFails(ErrorCode.TRANSACTION_ABORTED, write::join);
    second.close();
    assertThat(fixture.scanStrong()).containsExactly("x=0", "y=1");
  }

  // ---- REPEATABLE READ

  @Test
  void writeSkewIsPossibleInRepeatableRead() {
    fixture.write("x", "1", "y", "1");
    KvTransaction first = begin(REPEATABLE_READ);
    KvTransaction second = begin(REPEATABLE_READ);
    scanAll(first);
    scanAll(second);
    put(first, "x", "0");
    put(second, "y", "0");
    first.commit();
    second.commit();
    assertThat(fixture.scanStrong()).containsExactly("x=0", "y=0");
  }

  @Test
  void repeatableReadSeesItsSnapshotAndItsOwnWrites() {
    fixture.write("x", "1", "y", "1");
    try (KvTransaction transaction = begin(REPEATABLE_READ)) {
      assertThat(get(transaction, "x")).isEqualTo("1");
      fixture.write("x", "2", "z", "2");
      fixture.delete("y");
      put(transaction, "w", "own");
      assertThat(get(transaction, "x")).isEqualTo("1");
      assertThat(scanAll(transaction)).containsExactly("w=own", "x=1", "y=1");
      transaction.commit();
    }
    assertThat(fixture.scanStrong()).containsExactly("w=own", "x=2", "z=2");
  }

  @Test
  void firstCommitterWins() {
    fixture.write("x", "1", "y", "1");
    for (String changed : List.of("x", "y")) {
      KvTransaction loser = begin(REPEATABLE_READ);
      get(loser, "x");
      if (changed.equals("x")) {
        fixture.write("x", "2");
      } else {
        fixture.delete("y");
      }
      put(loser, changed, "loser");
      assertFails(ErrorCode.TRANSACTION_ABORTED, loser::commit);
      loser.close();
    }
    assertThat(fixture.scanStrong()).containsExactly("x=2");
    assertThat(fixture.store().statistics().conflicts()).isEqualTo(2);
  }

  @Test
  void exclusiveReadsNoticeConflictsAtOnce() {
    fixture.write("x", "1", "y", "1");
    KvTransaction point = begin(REPEATABLE_READ);
    KvTransaction scanner = begin(REPEATABLE_READ);
    get(point, "y");
    get(scanner, "y");
    fixture.write("x", "2");
    assertFails(ErrorCode.TRANSACTION_ABORTED, () -> get(point, "x", LockMode.EXCLUSIVE));
    assertFails(
        ErrorCode.TRANSACTION_ABORTED,
        () -> scan(scanner, ScanRequest.forward(KeyRange.ALL, LockMode.EXCLUSIVE)));
    point.close();
    scanner.close();
  }

  // ---- many threads

  @Test
  void concurrentIncrementsAreNotLost() throws Exception {
    int threads = 8;
    int increments = 40;
    List<Background<Boolean>> workers = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      workers.add(
          Background.run(
              () -> {
                for (int i = 0; i < increments; i++) {
                  increment("counter");
                }
              }));
    }
    for (Background<Boolean> worker : workers) {
      worker.join();
    }
    assertThat(fixture.read("counter")).isEqualTo(Integer.toString(threads * increments));
    assertThat(fixture.store().statistics().openTransactions()).isZero();
  }

  private void increment(String counter) {
    long age = 0;
    while (true) {
      try (KvTransaction transaction = begin(aged(age))) {
        age = transaction.age();
        String now = get(transaction, counter);
        put(transaction, counter, Integer.toString(now == null ? 1 : Integer.parseInt(now) + 1));
        transaction.commit();
        return;
      } catch (DbException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.TRANSACTION_ABORTED);
      }
    }
  }

  @Test
  void transfersConserveTheSumInEveryView() throws Exception {
    long seed = Seeds.next("transfersConserveTheSumInEveryView");
    int accounts = 10;
    for (int i = 0; i < accounts; i++) {
      fixture.write("account" + i, "100");
    }
    SplittableRandom seeds = new SplittableRandom(seed);
    List<Background<Boolean>> workers = new ArrayList<>();
    AtomicInteger working = new AtomicInteger(8);
    for (int t = 0; t < 8; t++) {
      SplittableRandom random = seeds.split();
      workers.add(
          Background.run(
              () -> {
                try {
                  for (int i = 0; i < 60; i++) {
                    transfer(random, accounts);
                  }
                } finally {
                  working.decrementAndGet();
                }
              }));
    }
    while (working.get() > 0) {
      try (ReadView view = fixture.store().readAt(ReadBound.STRONG)) {
        assertThat(sum(scanAll(view))).isEqualTo(accounts * 100);
        try (ReadView past = fixture.at(view.readTimestamp())) {
          assertThat(scanAll(past)).isEqualTo(scanAll(view));
        }
      }
    }
    for (Background<Boolean> worker : workers) {
      worker.join();
    }
    assertThat(sum(fixture.scanStrong())).isEqualTo(accounts * 100);
  }

  private void transfer(SplittableRandom random, int accounts) {
    String from = "account" + random.nextInt(accounts);
    String to = "account" + random.nextInt(accounts);
    boolean scans = random.nextInt(4) == 0;
    long age = 0;
    while (true) {
      try (KvTransaction transaction = begin(aged(age))) {
        age = transaction.age();
        if (scans) {
          assertThat(sum(scanAll(transaction))).isEqualTo(accounts * 100);
        }
        add(transaction, from, -1);
        add(transaction, to, 1);
        transaction.commit();
        return;
      } catch (DbException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.TRANSACTION_ABORTED);
      }
    }
  }

  private static void add(KvTransaction transaction, String account, int amount) {
    String now = get(transaction, account);
    assertThat(now).isNotNull();
    put(transaction, account, Integer.toString(Integer.parseInt(String.valueOf(now)) + amount));
  }

  private static int sum(List<String> entries) {
    return entries.stream()
        .mapToInt(entry -> Integer.parseInt(entry.substring(entry.indexOf('=') + 1)))
        .sum();
  }

  @Test
  void closingUnderLoadLosesNothingThatWasAcknowledged() throws Exception {
    AtomicInteger acknowledged = new AtomicInteger();
    List<Background<Boolean>> workers = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      int worker = t;
      workers.add(
          Background.run(
              () -> {
                try {
                  for (int i = 0; i < 1_000_000; i++) {
                    try (KvTransaction transaction = begin()) {
                      put(transaction, "w" + worker + "/" + i, "1");
                      get(transaction, "w" + worker + "/" + (i - 1));
                      transaction.commit();
                    }
                    acknowledged.incrementAndGet();
                    fixture.scanStrong();
                  }
                } catch (DbException e) {
                  assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE);
                }
              }));
    }
    while (acknowledged.get() < 100) {
      Thread.onSpinWait();
    }
    fixture.store().close();
    for (Background<Boolean> worker : workers) {
      worker.join();
    }
    assertAcknowledgedSurvive(acknowledged.get());
  }

  /** Overridden where a store can be opened again. */
  protected void assertAcknowledgedSurvive(int acknowledged) {}
}
