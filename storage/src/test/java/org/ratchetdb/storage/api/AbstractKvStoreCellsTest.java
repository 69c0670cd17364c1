package org.ratchetdb.storage.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ratchetdb.storage.api.StoreFixture.aged;
import static org.ratchetdb.storage.api.StoreFixture.bytes;
import static org.ratchetdb.storage.api.StoreFixture.key;
import static org.ratchetdb.storage.api.StoreFixture.put;
import static org.ratchetdb.storage.api.StoreFixture.range;
import static org.ratchetdb.storage.api.StoreFixture.scan;
import static org.ratchetdb.storage.api.StoreFixture.scanAll;
import static org.ratchetdb.storage.api.StoreFixture.scanReverse;
import static org.ratchetdb.storage.api.TextRows.cells;
import static org.ratchetdb.storage.api.TextRows.exclusive;
import static org.ratchetdb.storage.api.TextRows.read;
import static org.ratchetdb.storage.api.TextRows.shared;
import static org.ratchetdb.storage.api.TextRows.update;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.storage.txn.StoreOptions;

/** What every engine owes to transactions that lock and write cells of rows. */
public abstract class AbstractKvStoreCellsTest extends AbstractStoreTest {
  /** Whether a store that is opened again has what was committed. */
  protected boolean survivesReopening() {
    return false;
  }

  @Override
  protected StoreOptions options() {
    return StoreOptions.DEFAULT.withMerger(TextRows.MERGER);
  }

  private CommitTimestamp updated(String key, String patch) {
    fixture.clock.advanceMicros(1);
    try (KvTransaction transaction = begin()) {
      update(transaction, key, patch);
      return transaction.commit().timestamp();
    }
  }

  // ---- patches

  @Test
  void writersOfDifferentColumnsNeitherWaitNorLoseAnything() {
    fixture.write("k", "a=0 b=0 c=0");
    KvTransaction older = begin();
    KvTransaction younger = begin();
    update(younger, "k", "b=2");
    update(older, "k", "a=1");
    younger.commit();
    older.commit();
    assertThat(fixture.read("k")).isEqualTo("a=1 b=2 c=0");
    assertThat(fixture.store().statistics().lockWaits()).isZero();
    assertThat(fixture.store().statistics().wounds()).isZero();
    if (survivesReopening()) {
      fixture.reopen();
      assertThat(fixture.read("k")).isEqualTo("a=1 b=2 c=0");
    }
  }

  @Test
  void writersOfOneColumnConflictWhenOneHasReadIt() throws Exception {
    fixture.write("k", "a=0 b=0");
    KvTransaction older = begin();
    KvTransaction younger = begin();
    read(older, "k", "b");
    update(older, "k", "a=1 b=1");
    Background<Boolean> write = Background.run(() -> update(younger, "k", "b=2")).assertBlocked();
    older.commit();
    write.join();
    younger.commit();
    assertThat(fixture.read("k")).isEqualTo("a=1 b=2");
  }

  @Test
  void ofTwoThatWriteAColumnUnreadTheLaterCommitWins() {
    CommitTimestamp before = fixture.write("k", "a=0 b=0");
    fixture.clock.advanceMicros(1);
    KvTransaction older = begin();
    KvTransaction younger = begin();
    update(older, "k", "a=1 b=1");
    update(younger, "k", "b=2");
    CommitTimestamp first = younger.commit().timestamp();
    CommitTimestamp second = older.commit().timestamp();
    assertThat(second.micros()).isGreaterThan(first.micros());
    assertThat(fixture.read("k")).isEqualTo("a=1 b=1");
    assertThat(fixture.readAt(first, "k")).isEqualTo("a=0 b=2");
    assertThat(fixture.readAt(before, "k")).isEqualTo("a=0 b=0");
    assertThat(fixture.store().statistics().lockWaits()).isZero();
    assertThat(fixture.store().statistics().wounds()).isZero();
  }

  @Test
  void rollingBackAnUnreadWriteLeavesTheOtherAlone() {
    fixture.write("k", "a=0");
    KvTransaction stays = begin();
    KvTransaction goes = begin();
    update(stays, "k", "a=1");
    update(goes, "k", "a=2");
    goes.rollback();
    stays.commit();
    assertThat(fixture.read("k")).isEqualTo("a=1");
  }

  @Test
  void optimisticWritersOfAnUnreadColumnBothCommit() {
    TransactionOptions optimistic =
        TransactionOptions.DEFAULT.withReadLockMode(ReadLockMode.OPTIMISTIC);
    fixture.write("k", "a=0 b=0");
    KvTransaction one = fixture.store().begin(optimistic);
    KvTransaction two = fixture.store().begin(optimistic);
    read(one, "k", "b");
    read(two, "k", "b");
    update(one, "k", "a=1");
    update(two, "k", "a=2");
    two.commit();
    one.commit();
    assertThat(fixture.read("k")).isEqualTo("a=1 b=0");
  }

  @Test
  void withRepeatableReadTheFirstToWriteAColumnWinsThoughNobodyReadIt() {
    fixture.write("k", "a=0 b=0");
    for (ReadLockMode mode : List.of(ReadLockMode.OPTIMISTIC, ReadLockMode.PESSIMISTIC)) {
      TransactionOptions options =
          TransactionOptions.DEFAULT
              .withIsolation(TransactionOptions.Isolation.REPEATABLE_READ)
              .withReadLockMode(mode);
      KvTransaction one = fixture.store().begin(options);
      KvTransaction two = fixture.store().begin(options);
      read(two, "k", "b");
      update(one, "k", "a=" + mode);
      one.commit();
      assertFails(
          ErrorCode.TRANSACTION_ABORTED,
          () -> {
            update(two, "k", "a=2");
            two.commit();
          });
      two.close();
      assertThat(fixture.read("k")).isEqualTo("a=" + mode + " b=0");
    }
  }

  /** Threads patch one row, some in one column; each version holds what came before it. */
  @Test
  void versionsOfAHotRowFollowTheOrderOfTheCommits() throws Exception {
    int threads = 6;
    int writes = 40;
    CommitTimestamp start = fixture.write("k", "a=0 b=0 c=0 d=0");
    fixture.clock.advanceMicros(1);
    Map<Long, String> patches = new ConcurrentSkipListMap<>();
    List<Background<Boolean>> workers = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      String column = "abcdaa".substring(t, t + 1);
      int thread = t;
      workers.add(
          Background.run(
              () -> {
                for (int i = 0; i < writes; i++) {
                  String patch = column + "=" + thread + "-" + i;
                  try (KvTransaction transaction = begin()) {
                    update(transaction, "k", patch);
                    patches.put(transaction.commit().timestamp().micros(), patch);
                  }
                }
              }));
    }
    for (Background<Boolean> worker : workers) {
      worker.join();
    }
    assertThat(patches).hasSize(threads * writes);
    if (survivesReopening()) {
      fixture.reopen();
    }
    Map<String, String> row = new TreeMap<>(Map.of("a", "0", "b", "0", "c", "0", "d", "0"));
    assertThat(fixture.readAt(start, "k")).isEqualTo("a=0 b=0 c=0 d=0");
    for (Map.Entry<Long, String> patch : patches.entrySet()) {
      row.put(patch.getValue().substring(0, 1), patch.getValue().substring(2));
      String expected =
          row.entrySet().stream()
              .map(cell -> cell.getKey() + "=" + cell.getValue())
              .collect(Collectors.joining(" "));
      assertThat(fixture.readAt(new CommitTimestamp(patch.getKey()), "k")).isEqualTo(expected);
    }
  }

  @Test
  void readersOfOtherColumnsDoNotWait() throws Exception {
    fixture.write("k", "a=0 b=0");
    KvTransaction writer = begin();
    KvTransaction reader = begin();
    update(writer, "k", "a=1");
    assertThat(read(reader, "k", "b")).isEqualTo("a=0 b=0");
    Background<String> read = Background.call(() -> read(reader, "k", "a")).assertBlocked();
    writer.commit();
    assertThat(read.join()).isEqualTo("a=1 b=0");
    reader.close();
  }

  @Test
  void writerDoesNotDisturbAScanOfOtherColumns() throws Exception {
    fixture.write("k", "a=0 b=0", "l", "a=0 b=0");
    KvTransaction scanner = begin();
    KvTransaction writer = begin();
    assertThat(scan(scanner, TextRows.scan(KeyRange.ALL, "a", true))).hasSize(2);
    update(writer, "k", "b=1");
    Background<Boolean> write = Background.run(() -> update(writer, "l", "a=1")).assertBlocked();
    scanner.commit();
    write.join();
    writer.commit();
    assertThat(fixture.scanStrong()).containsExactly("k=a=0 b=1", "l=a=1 b=0");
  }

  @Test
  void deletionWaitsForWritersOfAnyColumn() throws Exception {
    fixture.write("k", "a=0 b=0");
    KvTransaction writer = begin();
    KvTransaction deleter = begin();
    update(writer, "k", "b=1");
    Background<Boolean> delete = Background.run(() -> deleter.delete(key("k"))).assertBlocked();
    writer.commit();
    delete.join();
    deleter.commit();
    assertThat(fixture.read("k")).isNull();
  }

  @Test
  void ownReadsSeeThePatchOverWhatIsThere() {
    fixture.write("k", "a=0 b=0", "l", "a=0 b=0");
    try (KvTransaction transaction = begin()) {
      update(transaction, "k", "b=1");
      updated("k", "a=5");
      assertThat(read(transaction, "k", "ab")).isEqualTo("a=5 b=1");
      assertThat(scanAll(transaction)).containsExactly("k=a=5 b=1", "l=a=0 b=0");
      assertThat(scanReverse(transaction)).containsExactly("l=a=0 b=0", "k=a=5 b=1");
      assertThat(transaction.getAll(List.of(key("l"), key("k")), shared("*")))
          .containsExactly(bytes("a=0 b=0"), bytes("a=5 b=1"));
      transaction.commit();
    }
    assertThat(fixture.read("k")).isEqualTo("a=5 b=1");
  }

  @Test
  void patchesAndPutsOfOneKeyAddUp() {
    fixture.write("k", "a=0 b=0 c=0");
    try (KvTransaction transaction = begin()) {
      update(transaction, "k", "a=1");
      update(transaction, "k", "b=1");
      update(transaction, "k", "a=2");
      assertThat(read(transaction, "k", "abc")).isEqualTo("a=2 b=1 c=0");
      put(transaction, "n", "a=7 b=7");
      update(transaction, "n", "b=8");
      assertThat(read(transaction, "n", "ab")).isEqualTo("a=7 b=8");
      assertThat(transaction.bufferedEntries()).isEqualTo(2);
      transaction.commit();
    }
    assertThat(fixture.scanStrong()).containsExactly("k=a=2 b=1 c=0", "n=a=7 b=8");
    try (KvTransaction transaction = begin()) {
      update(transaction, "k", "a=3");
      put(transaction, "k", "z=1");
      update(transaction, "n", "a=3");
      transaction.delete(key("n"));
      assertThatThrownBy(() -> update(transaction, "n", "a=4"))
          .isInstanceOf(IllegalArgumentException.class);
      transaction.commit();
    }
    assertThat(fixture.scanStrong()).containsExactly("k=z=1");
  }

  @Test
  void rollbackToSavepointBringsTheEarlierPatchBack() {
    fixture.write("k", "a=0 b=0");
    try (KvTransaction transaction = begin()) {
      update(transaction, "k", "a=1");
      int savepoint = transaction.savepoint();
      long bytes = transaction.bufferedBytes();
      update(transaction, "k", "b=1");
      update(transaction, "k", "a=2");
      transaction.rollbackTo(savepoint);
      assertThat(transaction.bufferedBytes()).isEqualTo(bytes);
      transaction.commit();
    }
    assertThat(fixture.read("k")).isEqualTo("a=1 b=0");
  }

  @Test
  void patchedTimestampIsThatOfTheCommit() {
    fixture.write("k", "a=0 b=0");
    fixture.clock.advanceMicros(1);
    KvTransaction other = begin();
    CommitTimestamp timestamp;
    try (KvTransaction transaction = begin()) {
      byte[] patch = bytes("b=________ c=1");
      transaction.update(key("k"), patch, new int[] {2}, cells("bc"));
      update(other, "k", "a=longer");
      other.commit();
      timestamp = transaction.commit().timestamp();
    }
    ByteSlice row = new ByteSlice();
    try (ReadView view = fixture.store().readAt(ReadBound.STRONG)) {
      assertThat(view.get(key("k"), LockMode.NONE, row)).isTrue();
    }
    assertThat(StoreFixture.text(row)).startsWith("a=longer b=").endsWith(" c=1");
    long micros = ByteBuffer.wrap(row.array(), row.offset() + 11, Long.BYTES).getLong();
    assertThat(micros).isEqualTo(timestamp.micros());
  }

  @Test
  void everyVersionThatPatchesMadeIsReadableAtItsTime() {
    CommitTimestamp first = fixture.write("k", "a=0 b=0");
    CommitTimestamp second = updated("k", "a=1");
    CommitTimestamp third = updated("k", "b=1");
    assertThat(fixture.readAt(first, "k")).isEqualTo("a=0 b=0");
    assertThat(fixture.readAt(second, "k")).isEqualTo("a=1 b=0");
    assertThat(fixture.readAt(third, "k")).isEqualTo("a=1 b=1");
  }

  @Test
  void columnsThatManyThreadsIncrementLoseNothing() throws Exception {
    String columns = "abcd";
    int rows = 3;
    int increments = 60;
    for (int r = 0; r < rows; r++) {
      fixture.write("r" + r, "a=0 b=0 c=0 d=0");
    }
    SplittableRandom seeds = new SplittableRandom(Seeds.next("columnsThatManyThreadsIncrement"));
    List<Background<Boolean>> workers = new ArrayList<>();
    for (int t = 0; t < 2 * columns.length(); t++) {
      String column = columns.substring(t % columns.length(), t % columns.length() + 1);
      SplittableRandom random = seeds.split();
      workers.add(
          Background.run(
              () -> {
                for (int i = 0; i < increments; i++) {
                  increment("r" + random.nextInt(rows), "r" + random.nextInt(rows), column);
                }
              }));
    }
    for (Background<Boolean> worker : workers) {
      worker.join();
    }
    if (survivesReopening()) {
      fixture.reopen();
    }
    for (String column : columns.split("")) {
      int sum =
          fixture.scanStrong().stream()
              .mapToInt(
                  row ->
                      Integer.parseInt(TextRows.value(row.substring(row.indexOf('=') + 1), column)))
              .sum();
      assertThat(sum).as(column).isEqualTo(2 * 2 * increments);
    }
    assertThat(fixture.store().statistics().openTransactions()).isZero();
  }

  /** Adds one to a column of one row and then to that of another. */
  private void increment(String first, String second, String column) {
    long age = 0;
    while (true) {
      try (KvTransaction transaction = fixture.store().begin(aged(age))) {
        age = transaction.age();
        for (String row : List.of(first, second)) {
          int now = Integer.parseInt(TextRows.value(read(transaction, row, column), column));
          update(transaction, row, column + "=" + (now + 1));
        }
        transaction.commit();
        return;
      } catch (DbException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.TRANSACTION_ABORTED);
      }
    }
  }

  // ---- scans that stop early

  private void writeRows(int count) {
    String[] rows = new String[2 * count];
    for (int i = 0; i < count; i++) {
      rows[2 * i] = numbered(i);
      rows[2 * i + 1] = "a=0";
    }
    fixture.write(rows);
  }

  private static String numbered(int i) {
    return String.format(Locale.ROOT, "k%05d", i);
  }

  @Test
  void limitedScanLocksOnlyWhatItPassed() throws Exception {
    writeRows(40);
    KvTransaction scanner = begin();
    KvTransaction writer = begin();
    ScanRequest three = new ScanRequest(KeyRange.ALL, false, shared("*a"), 3, false);
    assertThat(scan(scanner, three)).hasSize(3);
    update(writer, numbered(3), "a=1");
    put(writer, numbered(3) + "x", "a=1");
    Background<Boolean> gap =
        Background.run(() -> put(writer, numbered(1) + "x", "a=1")).assertBlocked();
    scanner.close();
    gap.join();
    writer.close();
  }

  @Test
  void reverseScanThatStopsLocksTheUpperPart() throws Exception {
    writeRows(40);
    KvTransaction scanner = begin();
    KvTransaction writer = begin();
    ScanRequest two = new ScanRequest(KeyRange.ALL, true, shared("*a"), 2, false);
    assertThat(scan(scanner, two)).containsExactly(numbered(39) + "=a=0", numbered(38) + "=a=0");
    update(writer, numbered(37), "a=1");
    Background<Boolean> behind =
        Background.run(() -> put(writer, numbered(40), "a=1")).assertBlocked();
    scanner.close();
    behind.join();
    writer.close();
  }

  @Test
  void scanThatGoesOnLocksEverythingToTheEnd() throws Exception {
    writeRows(3000);
    KvTransaction scanner = begin();
    KvTransaction writer = begin();
    assertThat(scan(scanner, TextRows.scan(range("k", "l"), "a", false))).hasSize(3000);
    put(writer, "l", "a=1");
    Background<Boolean> end =
        Background.run(() -> put(writer, numbered(99_999), "a=1")).assertBlocked();
    assertThat(fixture.store().locks(100)).hasSizeLessThan(10);
    scanner.close();
    end.join();
    writer.close();
  }

  @Test
  void scanMeetsTheNewestStateOfEveryPortion() {
    writeRows(500);
    try (KvTransaction scanner = begin();
        KvCursor cursor = scanner.scan(TextRows.scan(KeyRange.ALL, "a", false))) {
      assertThat(cursor.next()).isTrue();
      fixture.write(numbered(300) + "x", "a=new");
      fixture.delete(numbered(400));
      updated(numbered(450), "a=changed");
      List<String> found = new ArrayList<>();
      while (cursor.next()) {
        found.add(StoreFixture.text(cursor.key()) + "=" + StoreFixture.text(cursor.value()));
      }
      assertThat(found)
          .hasSize(499)
          .contains(numbered(300) + "x=a=new", numbered(450) + "=a=changed")
          .doesNotContain(numbered(400) + "=a=0");
      scanner.commit();
    }
  }

  @Test
  void skippingScanFindsWhatAListFinds() {
    SplittableRandom random = new SplittableRandom(Seeds.next("skippingScan"));
    writeRows(400);
    for (int round = 0; round < 60; round++) {
      boolean reverse = random.nextBoolean();
      int at = reverse ? 399 : 0;
      try (KvTransaction scanner = begin();
          KvCursor cursor =
              scanner.scan(
                  new ScanRequest(range("k", "l"), reverse, shared("*"), Long.MAX_VALUE, false))) {
        while (at >= 0 && at < 400) {
          if (random.nextInt(20) == 0) {
            fixture.write("z", "a=" + round);
            fixture.delete("z");
          }
          if (random.nextInt(10) == 0) {
            int jump = random.nextInt(120);
            int target = reverse ? Math.max(0, at - jump) : Math.min(399, at + jump);
            cursor.skipTo(key(numbered(target)));
            at = target;
          }
          assertThat(cursor.next()).isTrue();
          assertThat(StoreFixture.text(cursor.key())).isEqualTo(numbered(at));
          at += reverse ? -1 : 1;
        }
        assertThat(cursor.next()).isFalse();
      }
    }
  }

  // ---- many locks

  @Test
  void manyLocksOfOneTableBecomeARange() throws Exception {
    int rows = 40_000;
    KvTransaction writer = begin();
    put(writer, "z", "a=other table");
    for (int i = 0; i < rows; i++) {
      put(writer, numbered(i), "a=0");
    }
    assertThat(fixture.store().locks(rows)).hasSizeLessThan(rows / 2);
    KvTransaction other = begin();
    put(other, "l", "a=1");
    Background<Boolean> inside =
        Background.run(() -> put(other, numbered(5) + "x", "a=1")).assertBlocked();
    assertThat(writer.commit().entriesWritten()).isEqualTo(rows + 1);
    inside.join();
    other.commit();
    assertThat(fixture.store().locks(10)).isEmpty();
  }

  // ---- how waits end, and what can be seen of them

  @Test
  void deadlineOfAStatementEndsItsWait() throws Exception {
    fixture.write("k", "a=0");
    KvTransaction older = begin();
    KvTransaction younger = begin();
    update(older, "k", "a=1");
    younger.limitWaits(null, fixture.clock.nanos() + Duration.ofMillis(5).toNanos());
    Background<String> read = Background.call(() -> read(younger, "k", "a")).assertBlocked();
    fixture.clock.advance(Duration.ofMillis(6));
    assertFails(ErrorCode.DEADLINE_EXCEEDED, read::join);
    assertThat(younger.isOpen()).isTrue();
    younger.limitWaits(null, TransactionOptions.NO_DEADLINE);
    older.rollback();
    update(younger, "k", "a=2");
    younger.commit();
    assertThat(fixture.read("k")).isEqualTo("a=2");
  }

  @Test
  void deadlineOfATransactionEndsItsWaits() throws Exception {
    KvTransaction older = begin();
    put(older, "k", "a=1");
    long deadline = fixture.clock.nanos() + Duration.ofMillis(5).toNanos();
    KvTransaction younger =
        fixture.store().begin(TransactionOptions.DEFAULT.withDeadlineNanos(deadline));
    younger.limitWaits(Duration.ofHours(1), TransactionOptions.NO_DEADLINE);
    Background<Boolean> write = Background.run(() -> put(younger, "k", "a=2")).assertBlocked();
    fixture.clock.advance(Duration.ofMillis(6));
    assertFails(ErrorCode.DEADLINE_EXCEEDED, write::join);
    younger.close();
    older.close();
  }

  @Test
  void statementThatReadsNothingKeepsItsTransactionAlive() {
    KvTransaction quiet = begin();
    put(quiet, "k", "a=1");
    for (int i = 0; i < 4; i++) {
      fixture.scheduler.advance(Duration.ofSeconds(8));
      quiet.limitWaits(null, TransactionOptions.NO_DEADLINE);
    }
    quiet.commit();
    assertThat(fixture.read("k")).isEqualTo("a=1");
  }

  @Test
  void listenerHearsBothSidesOfAWait() throws Exception {
    List<LockWait> heard = new ArrayList<>();
    fixture.write("k", "a=0 b=0");
    fixture.store().setLockWaitListener(heard::add);
    KvTransaction older = fixture.store().begin(TransactionOptions.DEFAULT.withTag("older"));
    KvTransaction younger = fixture.store().begin(TransactionOptions.DEFAULT.withTag("younger"));
    update(older, "k", "a=1");
    Background<String> read = Background.call(() -> read(younger, "k", "ab")).assertBlocked();
    fixture.clock.advance(Duration.ofMillis(3));
    older.commit();
    read.join();
    assertThat(heard).hasSize(1);
    LockWait wait = heard.get(0);
    assertThat(wait.isPoint()).isTrue();
    assertThat(wait.range().start()).isEqualTo(key("k"));
    assertThat(wait.nanos()).isEqualTo(Duration.ofMillis(3).toNanos());
    assertThat(wait.outcome()).isEqualTo(LockWait.Outcome.GRANTED);
    assertThat(wait.waiter())
        .isEqualTo(new LockWait.Party(younger.id(), "younger", LockMode.SHARED, cells("*ab")));
    assertThat(wait.blocker())
        .isEqualTo(new LockWait.Party(older.id(), "older", LockMode.WRITER_SHARED, cells("a")));
    younger.close();
  }

  @Test
  void pictureOfLocksNamesKeysCellsAndWaiters() throws Exception {
    fixture.write("k", "a=0 b=0");
    KvTransaction older = fixture.store().begin(TransactionOptions.DEFAULT.withTag("older"));
    KvTransaction younger = fixture.store().begin(TransactionOptions.DEFAULT.withTag("younger"));
    update(older, "k", "a=1");
    Background<Boolean> lock =
        Background.run(() -> younger.lock(range("a", "z"), exclusive("a"))).assertBlocked();
    fixture.clock.advance(Duration.ofMillis(3));
    KeyRange point = KeyRange.point(key("k"));
    assertThat(fixture.store().locks(100))
        .containsExactlyInAnyOrder(
            new LockInfo(point, LockMode.SHARED, cells("*"), true, older.id(), "older", 0, 0),
            new LockInfo(
                point, LockMode.WRITER_SHARED, cells("a"), true, older.id(), "older", 0, 0),
            new LockInfo(
                range("a", "z"),
                LockMode.SHARED,
                cells("*"),
                false,
                younger.id(),
                "younger",
                3_000_000,
                older.id()),
            new LockInfo(
                range("a", "z"),
                LockMode.EXCLUSIVE,
                cells("a"),
                false,
                younger.id(),
                "younger",
                3_000_000,
                older.id()));
    older.close();
    lock.join();
    younger.close();
    assertThat(fixture.store().locks(100)).isEmpty();
  }

  @Test
  void storeWithoutAMergerRefusesPatches() {
    StoreFixture plain = new StoreFixture(MERGERLESS);
    try (KvTransaction transaction = plain.store().begin(TransactionOptions.DEFAULT)) {
      assertThatThrownBy(
              () -> transaction.update(Key.EMPTY, new byte[0], new int[0], Cells.column(1)))
          .isInstanceOf(UnsupportedOperationException.class);
    }
    plain.close();
  }

  private static final StoreFixture.Opener MERGERLESS =
      org.ratchetdb.storage.memory.MemoryKvStore::open;
}
