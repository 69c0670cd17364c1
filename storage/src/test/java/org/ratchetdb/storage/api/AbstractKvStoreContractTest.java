package org.ratchetdb.storage.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ratchetdb.storage.api.StoreFixture.bytes;
import static org.ratchetdb.storage.api.StoreFixture.get;
import static org.ratchetdb.storage.api.StoreFixture.key;
import static org.ratchetdb.storage.api.StoreFixture.put;
import static org.ratchetdb.storage.api.StoreFixture.range;
import static org.ratchetdb.storage.api.StoreFixture.scan;
import static org.ratchetdb.storage.api.StoreFixture.scanAll;
import static org.ratchetdb.storage.api.StoreFixture.scanReverse;
import static org.ratchetdb.storage.api.StoreFixture.text;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.storage.txn.StoreOptions;

/** What every engine owes to one thread: visibility, buffers, scans, versions, records. */
public abstract class AbstractKvStoreContractTest {
  protected StoreFixture fixture;

  /** How the engine under test is opened, at the same place each time. */
  protected abstract StoreFixture.Opener opener();

  @BeforeEach
  final void openStore() {
    fixture = new StoreFixture(opener());
  }

  @AfterEach
  final void closeStore() {
    fixture.close();
  }

  protected static void assertFails(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(DbException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private KvTransaction begin() {
    return fixture.store().begin(TransactionOptions.DEFAULT);
  }

  // ---- visibility

  @Test
  void emptyStoreHasNothing() {
    assertThat(fixture.read("a")).isNull();
    assertThat(fixture.scanStrong()).isEmpty();
  }

  @Test
  void committedWriteIsVisibleToLaterReads() {
    fixture.write("a", "1");
    assertThat(fixture.read("a")).isEqualTo("1");
    try (KvTransaction transaction = begin()) {
      assertThat(get(transaction, "a")).isEqualTo("1");
    }
  }

  @Test
  void uncommittedWriteIsVisibleToItsTransactionOnly() {
    try (KvTransaction transaction = begin()) {
      put(transaction, "a", "1");
      assertThat(get(transaction, "a")).isEqualTo("1");
      assertThat(fixture.read("a")).isNull();
    }
  }

  @Test
  void stampedPayloadHoldsTheCommitTimestamp() {
    CommitTimestamp committed;
    try (KvTransaction transaction = begin()) {
      transaction.putStamped(key("a"), new byte[20], new int[] {1, 12});
      put(transaction, "b", "1");
      committed = transaction.commit().timestamp();
    }
    ByteSlice payload = new ByteSlice();
    try (ReadView view = fixture.store().readAt(ReadBound.STRONG)) {
      assertThat(view.get(key("a"), LockMode.NONE, payload)).isTrue();
      java.nio.ByteBuffer bytes = java.nio.ByteBuffer.wrap(payload.toByteArray());
      assertThat(bytes.get(0)).isZero();
      assertThat(bytes.getLong(1)).isEqualTo(committed.micros());
      assertThat(bytes.getLong(12)).isEqualTo(committed.micros());
    }
    assertThat(fixture.read("b")).isEqualTo("1");
  }

  @Test
  void rolledBackWriteLeavesNoTrace() {
    KvTransaction transaction = begin();
    put(transaction, "a", "1");
    transaction.rollback();
    transaction.rollback();
    assertThat(transaction.isOpen()).isFalse();
    assertThat(fixture.read("a")).isNull();
    fixture.write("a", "2");
    assertThat(fixture.read("a")).isEqualTo("2");
  }

  @Test
  void viewIsStableUnderLaterWrites() {
    fixture.write("a", "1", "b", "1");
    try (ReadView view = fixture.store().readAt(ReadBound.STRONG)) {
      fixture.write("a", "2", "c", "2");
      fixture.delete("b");
      assertThat(get(view, "a")).isEqualTo("1");
      assertThat(scanAll(view)).containsExactly("a=1", "b=1");
      try (ReadView twin = view.duplicate()) {
        assertThat(twin.readTimestamp()).isEqualTo(view.readTimestamp());
        assertThat(scanAll(twin)).containsExactly("a=1", "b=1");
      }
    }
    assertThat(fixture.scanStrong()).containsExactly("a=2", "c=2");
  }

  @Test
  void emptyPayloadIsNotAbsent() {
    fixture.write("a", "");
    assertThat(fixture.read("a")).isEmpty();
    assertThat(fixture.read("b")).isNull();
  }

  @Test
  void bigPayloadsComeBackWhole() {
    String big = "x".repeat(300_000);
    fixture.write("a", big, "b", "small");
    assertThat(fixture.read("a")).isEqualTo(big);
    assertThat(fixture.scanStrong()).containsExactly("a=" + big, "b=small");
  }

  @Test
  void manyKeysAreReadAtOnceInTheOrderAsked() {
    fixture.write("a", "1", "c", "3");
    try (ReadView view = fixture.store().readAt(ReadBound.STRONG);
        KvTransaction transaction = begin()) {
      put(transaction, "b", "2");
      List<Key> keys = List.of(key("c"), key("b"), key("a"));
      assertThat(view.getAll(keys, LockMode.NONE)).containsExactly(bytes("3"), null, bytes("1"));
      assertThat(transaction.getAll(keys, LockMode.SHARED))
          .containsExactly(bytes("3"), bytes("2"), bytes("1"));
    }
  }

  // ---- the end of transactions

  @Test
  void endedTransactionRefusesCalls() {
    KvTransaction transaction = begin();
    put(transaction, "a", "1");
    transaction.commit();
    assertFails(ErrorCode.NO_ACTIVE_TRANSACTION, () -> put(transaction, "a", "2"));
    assertFails(ErrorCode.NO_ACTIVE_TRANSACTION, () -> get(transaction, "a"));
    assertFails(ErrorCode.NO_ACTIVE_TRANSACTION, transaction::commit);
    transaction.rollback();
    transaction.close();
    assertThat(fixture.read("a")).isEqualTo("1");
  }

  @Test
  void commitOfNothingHasTheAppliedTimestamp() {
    fixture.write("a", "1");
    try (KvTransaction transaction = begin()) {
      CommitResult result = transaction.commit();
      assertThat(result.entriesWritten()).isZero();
      assertThat(result.timestamp()).isEqualTo(fixture.store().appliedTimestamp());
    }
  }

  @Test
  void commitSaysHowManyEntriesItWrote() {
    try (KvTransaction transaction = begin()) {
      put(transaction, "a", "1");
      put(transaction, "a", "22");
      transaction.delete(key("b"));
      assertThat(transaction.bufferedEntries()).isEqualTo(2);
      assertThat(transaction.bufferedBytes()).isEqualTo(4);
      assertThat(transaction.commit().entriesWritten()).isEqualTo(2);
    }
  }

  @Test
  void closingEndsOpenTransactionsAndViews() {
    fixture.write("a", "1");
    KvTransaction transaction = begin();
    put(transaction, "b", "1");
    ReadView view = fixture.store().readAt(ReadBound.STRONG);
    KvCursor cursor = view.scan(ScanRequest.forward(KeyRange.ALL, LockMode.NONE));
    fixture.store().close();
    assertFails(ErrorCode.UNAVAILABLE, () -> get(transaction, "a"));
    assertFails(ErrorCode.UNAVAILABLE, transaction::commit);
    assertFails(ErrorCode.UNAVAILABLE, () -> get(view, "a"));
    assertFails(ErrorCode.UNAVAILABLE, cursor::next);
    assertFails(ErrorCode.UNAVAILABLE, this::begin);
    assertFails(ErrorCode.UNAVAILABLE, () -> fixture.store().readAt(ReadBound.STRONG));
    assertFails(ErrorCode.UNAVAILABLE, () -> fixture.store().getMeta(key("m")));
    cursor.close();
    view.close();
    transaction.close();
    fixture.store().close();
  }

  // ---- savepoints

  @Test
  void rollbackToSavepointForgetsLaterWritesOnly() {
    fixture.write("a", "0", "d", "0");
    try (KvTransaction transaction = begin()) {
      put(transaction, "a", "1");
      int first = transaction.savepoint();
      put(transaction, "a", "2");
      put(transaction, "b", "2");
      transaction.delete(key("d"));
      int second = transaction.savepoint();
      put(transaction, "b", "3");
      transaction.rollbackTo(second);
      assertThat(scanAll(transaction)).containsExactly("a=2", "b=2");
      transaction.rollbackTo(first);
      assertThat(scanAll(transaction)).containsExactly("a=1", "d=0");
      assertThat(transaction.bufferedEntries()).isEqualTo(1);
      assertThat(transaction.bufferedBytes()).isEqualTo(2);
      put(transaction, "c", "4");
      transaction.rollbackTo(first);
      transaction.commit();
    }
    assertThat(fixture.scanStrong()).containsExactly("a=1", "d=0");
  }

  // ---- scans

  @Test
  void scansAreOrderedAndHalfOpen() {
    fixture.write("b", "2", "a", "1", "c", "3", "ab", "12");
    try (ReadView view = fixture.store().readAt(ReadBound.STRONG)) {
      assertThat(scanAll(view)).containsExactly("a=1", "ab=12", "b=2", "c=3");
      assertThat(scanReverse(view)).containsExactly("c=3", "b=2", "ab=12", "a=1");
      assertThat(scan(view, ScanRequest.forward(range("ab", "c"), LockMode.NONE)))
          .containsExactly("ab=12", "b=2");
      assertThat(scan(view, new ScanRequest(range("ab", "c"), true, LockMode.NONE, 10)))
          .containsExactly("b=2", "ab=12");
      assertThat(scan(view, ScanRequest.forward(KeyRange.prefix(key("a")), LockMode.NONE)))
          .containsExactly("a=1", "ab=12");
      assertThat(scan(view, ScanRequest.forward(range("x", "y"), LockMode.NONE))).isEmpty();
    }
  }

  @Test
  void keysCompareAsUnsignedBytes() {
    Key high = Key.wrap(new byte[] {(byte) 0xF0});
    Key low = Key.wrap(new byte[] {0x10});
    Key zero = Key.wrap(new byte[] {0x00, 0x00});
    try (KvTransaction transaction = begin()) {
      transaction.put(high, bytes("high"));
      transaction.put(low, bytes("low"));
      transaction.put(zero, bytes("zero"));
      List<String> inBuffer = values(transaction);
      assertThat(inBuffer).containsExactly("zero", "low", "high");
      transaction.commit();
    }
    try (ReadView view = fixture.store().readAt(ReadBound.STRONG)) {
      assertThat(values(view)).containsExactly("zero", "low", "high");
    }
  }

  private static List<String> values(KvReader reader) {
    List<String> values = new ArrayList<>();
    try (KvCursor cursor = reader.scan(ScanRequest.forward(KeyRange.ALL, LockMode.NONE))) {
      while (cursor.next()) {
        values.add(text(cursor.value()));
      }
    }
    return values;
  }

  @Test
  void scanStopsAtItsLimit() {
    fixture.write("a", "1", "b", "2", "c", "3");
    try (KvTransaction transaction = begin()) {
      put(transaction, "aa", "own");
      assertThat(scan(transaction, new ScanRequest(KeyRange.ALL, false, LockMode.SHARED, 2)))
          .containsExactly("a=1", "aa=own");
      assertThat(scan(transaction, new ScanRequest(KeyRange.ALL, true, LockMode.SHARED, 1)))
          .containsExactly("c=3");
      assertThat(scan(transaction, new ScanRequest(KeyRange.ALL, true, LockMode.SHARED, 0)))
          .isEmpty();
    }
  }

  @Test
  void scanMergesOwnWritesOverStoredOnes() {
    fixture.write("a", "1", "c", "3", "e", "5");
    try (KvTransaction transaction = begin()) {
      put(transaction, "b", "own");
      put(transaction, "c", "own");
      transaction.delete(key("e"));
      transaction.delete(key("zz"));
      put(transaction, "f", "own");
      assertThat(scanAll(transaction)).containsExactly("a=1", "b=own", "c=own", "f=own");
      assertThat(scanReverse(transaction)).containsExactly("f=own", "c=own", "b=own", "a=1");
    }
  }

  @Test
  void scanDoesNotMeetWritesMadeWhileItRuns() {
    fixture.write("a", "1", "b", "2");
    try (KvTransaction transaction = begin()) {
      put(transaction, "c", "3");
      List<String> seen = new ArrayList<>();
      try (KvCursor cursor =
          transaction.scan(ScanRequest.forward(KeyRange.ALL, LockMode.EXCLUSIVE))) {
        while (cursor.next()) {
          String key = text(cursor.key());
          seen.add(key);
          put(transaction, key + "z", "new");
        }
      }
      assertThat(seen).containsExactly("a", "b", "c");
      assertThat(scanAll(transaction)).hasSize(6);
    }
  }

  @Test
  void skipToJumpsForwardButNeverBack() {
    fixture.write("a", "1", "b", "2", "d", "4", "f", "6");
    try (KvTransaction transaction = begin()) {
      put(transaction, "c", "own");
      put(transaction, "e", "own");
      try (KvCursor cursor =
          transaction.scan(ScanRequest.forward(range("a", "f"), LockMode.SHARED))) {
        cursor.skipTo(key("b"));
        assertThat(next(cursor)).isEqualTo("b");
        cursor.skipTo(key("a"));
        assertThat(next(cursor)).isEqualTo("c");
        cursor.skipTo(key("cc"));
        assertThat(next(cursor)).isEqualTo("d");
        cursor.skipTo(key("e"));
        assertThat(next(cursor)).isEqualTo("e");
        assertThat(next(cursor)).isNull();
        cursor.skipTo(key("x"));
        assertThat(next(cursor)).isNull();
      }
      try (KvCursor cursor =
          transaction.scan(new ScanRequest(range("a", "f"), true, LockMode.SHARED, 10))) {
        cursor.skipTo(key("dd"));
        assertThat(next(cursor)).isEqualTo("d");
        cursor.skipTo(key("e"));
        assertThat(next(cursor)).isEqualTo("c");
        cursor.skipTo(key("a"));
        assertThat(next(cursor)).isEqualTo("a");
        assertThat(next(cursor)).isNull();
      }
    }
  }

  private static @Nullable String next(KvCursor cursor) {
    return cursor.next() ? text(cursor.key()) : null;
  }

  // ---- versions

  @Test
  void exactReadsSeeEveryVersionAtItsTime() {
    CommitTimestamp first = fixture.write("k", "1", "other", "x");
    CommitTimestamp second = fixture.write("k", "2");
    CommitTimestamp gone = fixture.delete("k");
    CommitTimestamp back = fixture.write("k", "4");
    assertThat(fixture.readAt(new CommitTimestamp(first.micros() - 1), "k")).isNull();
    assertThat(fixture.readAt(first, "k")).isEqualTo("1");
    assertThat(fixture.readAt(second, "k")).isEqualTo("2");
    assertThat(fixture.readAt(gone, "k")).isNull();
    assertThat(fixture.readAt(back, "k")).isEqualTo("4");
    assertThat(fixture.scanAt(first)).containsExactly("k=1", "other=x");
    assertThat(fixture.scanAt(second)).containsExactly("k=2", "other=x");
    assertThat(fixture.scanAt(gone)).containsExactly("other=x");
    assertThat(fixture.scanAt(back)).containsExactly("k=4", "other=x");
  }

  @Test
  void historicalScansMergeBothWays() {
    CommitTimestamp before = fixture.write("a", "1", "b", "1", "c", "1", "d", "1", "e", "1");
    fixture.write("b", "2", "bb", "2");
    fixture.delete("a", "e");
    fixture.write("c", "3");
    fixture.delete("c");
    fixture.write("c", "4", "f", "4");
    try (ReadView view = fixture.at(before)) {
      assertThat(scanAll(view)).containsExactly("a=1", "b=1", "c=1", "d=1", "e=1");
      assertThat(scanReverse(view)).containsExactly("e=1", "d=1", "c=1", "b=1", "a=1");
      assertThat(scan(view, ScanRequest.forward(range("b", "d"), LockMode.NONE)))
          .containsExactly("b=1", "c=1");
      assertThat(scan(view, new ScanRequest(range("b", "d"), true, LockMode.NONE, 10)))
          .containsExactly("c=1", "b=1");
      try (KvCursor cursor = view.scan(ScanRequest.forward(KeyRange.ALL, LockMode.NONE))) {
        cursor.skipTo(key("aa"));
        assertThat(next(cursor)).isEqualTo("b");
        cursor.skipTo(key("a"));
        assertThat(next(cursor)).isEqualTo("c");
        cursor.skipTo(key("e"));
        assertThat(next(cursor)).isEqualTo("e");
        assertThat(next(cursor)).isNull();
      }
      try (KvCursor cursor = view.scan(new ScanRequest(KeyRange.ALL, true, LockMode.NONE, 10))) {
        cursor.skipTo(key("cc"));
        assertThat(next(cursor)).isEqualTo("c");
        cursor.skipTo(key("a"));
        assertThat(next(cursor)).isEqualTo("a");
        assertThat(next(cursor)).isNull();
      }
    }
  }

  @Test
  void historyKeepsKeysApartThatArePrefixesOfOneAnother() {
    String[] keys = {"a", "a\0", "a\0\0", "a\0\1", "a\1", "a\u007f", "aa", "\0", "\0\0"};
    for (String key : keys) {
      fixture.write(key, "old");
    }
    CommitTimestamp before = fixture.store().appliedTimestamp();
    for (String key : keys) {
      fixture.write(key, "new");
    }
    fixture.delete("a\0");
    for (String key : keys) {
      assertThat(fixture.readAt(before, key)).isEqualTo("old");
    }
    List<String> expected = new ArrayList<>();
    List.of(keys).stream().sorted().forEach(key -> expected.add(key + "=old"));
    assertThat(fixture.scanAt(before)).isEqualTo(expected);
  }

  @Test
  void readBetweenCommitsSeesTheLastOne() {
    fixture.write("k", "1");
    fixture.clock.advanceMicros(100);
    CommitTimestamp between = new CommitTimestamp(fixture.clock.nowMicros());
    try (ReadView view = fixture.at(between)) {
      fixture.write("k", "2");
      assertThat(get(view, "k")).isEqualTo("1");
      assertThat(view.readTimestamp()).isEqualTo(between);
    }
    assertThat(fixture.readAt(between, "k")).isEqualTo("1");
  }

  @Test
  void noCommitComesAtOrBeforeATimestampThatWasRead() {
    fixture.write("k", "1");
    fixture.clock.advanceMicros(1000);
    CommitTimestamp read = new CommitTimestamp(fixture.clock.nowMicros());
    fixture.at(read).close();
    fixture.clock.advanceMicros(-500);
    assertThat(fixture.write("k", "2")).isGreaterThan(read);
    assertThat(fixture.readAt(read, "k")).isEqualTo("1");
  }

  @Test
  void futureTimestampIsRefused() {
    CommitTimestamp future = new CommitTimestamp(fixture.clock.nowMicros() + 1);
    assertFails(ErrorCode.INVALID_ARGUMENT, () -> fixture.at(future));
  }

  @Test
  void timestampOutsideRetentionIsRefusedWithTheOldestOne() {
    CommitTimestamp first = fixture.write("k", "1");
    fixture.write("k", "2");
    ReadView open = fixture.at(first);
    fixture.scheduler.advance(Duration.ofHours(2));
    assertThatThrownBy(() -> fixture.at(first))
        .isInstanceOfSatisfying(
            DbException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.READ_TIMESTAMP_TOO_OLD);
              assertThat(e.message()).contains("has exceeded the maximum timestamp staleness");
              assertThat(e.detail())
                  .hasValueSatisfying(d -> assertThat(d).contains("2024-01-01T01"));
            });
    assertFails(ErrorCode.READ_TIMESTAMP_TOO_OLD, () -> get(open, "k"));
    assertFails(ErrorCode.READ_TIMESTAMP_TOO_OLD, () -> scanAll(open));
    open.close();
  }

  @Test
  void strongViewOutlivesRetention() {
    fixture.write("k", "1", "gone", "1");
    try (ReadView view = fixture.store().readAt(ReadBound.STRONG)) {
      fixture.write("k", "2");
      fixture.delete("gone");
      fixture.scheduler.advance(Duration.ofHours(2));
      fixture.write("k", "3");
      assertThat(scanAll(view)).containsExactly("gone=1", "k=1");
    }
    fixture.write("k", "4");
    assertThat(fixture.scanStrong()).containsExactly("k=4");
  }

  @Test
  void retentionCanBeChanged() {
    CommitTimestamp first = fixture.write("k", "1");
    fixture.store().setRetention(Duration.ofDays(1));
    fixture.write("k", "2");
    fixture.scheduler.advance(Duration.ofHours(2));
    fixture.write("k", "3");
    assertThat(fixture.readAt(first, "k")).isEqualTo("1");
    fixture.store().setRetention(Duration.ofMinutes(1));
    assertFails(ErrorCode.READ_TIMESTAMP_TOO_OLD, () -> fixture.at(first));
  }

  @Test
  void longerRetentionDoesNotReachWhatAShorterOneLetGo() {
    CommitTimestamp first = fixture.write("k", "1");
    fixture.write("k", "2");
    fixture.scheduler.advance(Duration.ofHours(3));
    fixture.store().setRetention(Duration.ofDays(7));
    assertFails(ErrorCode.READ_TIMESTAMP_TOO_OLD, () -> fixture.at(first));
    CommitTimestamp oldest = fixture.store().oldestReadableTimestamp();
    assertThat(oldest)
        .isEqualTo(
            new CommitTimestamp(fixture.clock.nowMicros() - Duration.ofHours(1).toNanos() / 1000));
    fixture.scheduler.advance(Duration.ofDays(2));
    fixture.write("k", "3");
    assertThat(fixture.store().oldestReadableTimestamp()).isEqualTo(oldest);
    assertThat(fixture.readAt(oldest, "k")).isEqualTo("2");
    fixture.store().setRetention(Duration.ofHours(1));
    assertFails(ErrorCode.READ_TIMESTAMP_TOO_OLD, () -> fixture.at(oldest));
  }

  @Test
  void timestampOutsideRetentionIsRefusedThoughNothingChangedSince() {
    CommitTimestamp first = fixture.write("k", "1");
    fixture.scheduler.advance(Duration.ofHours(2));
    assertFails(ErrorCode.READ_TIMESTAMP_TOO_OLD, () -> fixture.at(first));
    assertThat(fixture.read("k")).isEqualTo("1");
  }

  @Test
  void viewKnowsWhenItsStateWasReplacedTooLongAgo() {
    fixture.write("k", "1");
    try (ReadView view = fixture.store().readAt(ReadBound.STRONG)) {
      fixture.scheduler.advance(Duration.ofHours(2));
      view.requireRetained();
      fixture.write("k", "2");
      view.requireRetained();
      fixture.scheduler.advance(Duration.ofHours(2));
      assertFails(ErrorCode.READ_TIMESTAMP_TOO_OLD, view::requireRetained);
    }
  }

  @Test
  void viewOfADroppedRangeFailsInsteadOfMissingRows() {
    fixture.write("k", "1");
    try (ReadView before = fixture.store().readAt(ReadBound.STRONG)) {
      fixture.write("drop", "committed");
      fixture.scheduler.advance(Duration.ofHours(2));
      try (ReadView after = fixture.store().readAt(ReadBound.STRONG)) {
        fixture.store().dropRange(range("k", "l"));
        assertFails(ErrorCode.READ_TIMESTAMP_TOO_OLD, () -> get(before, "k"));
        assertThat(get(after, "drop")).isEqualTo("committed");
        fixture.write("x", "1");
        assertThat(get(after, "drop")).isEqualTo("committed");
      }
    }
  }

  // ---- bounded staleness and the moment of a view

  @Test
  void boundedReadSeesTheNewestStateWhenThatIsNewEnough() {
    CommitTimestamp first = fixture.write("k", "1");
    fixture.write("k", "2");
    try (ReadView view = fixture.store().readAt(new ReadBound.AtLeast(first))) {
      assertThat(get(view, "k")).isEqualTo("2");
    }
  }

  @Test
  void boundedReadOfAnIdleStoreReachesItsMinimum() {
    fixture.write("k", "1");
    fixture.clock.advanceMicros(1000);
    CommitTimestamp minimum = new CommitTimestamp(fixture.clock.nowMicros() - 10);
    try (ReadView view = fixture.store().readAt(new ReadBound.AtLeast(minimum))) {
      assertThat(get(view, "k")).isEqualTo("1");
      assertThat(view.readTimestamp()).isEqualTo(new CommitTimestamp(fixture.clock.nowMicros()));
      fixture.clock.advanceMicros(-500);
      assertThat(fixture.write("k", "2")).isGreaterThan(view.readTimestamp());
      assertThat(fixture.readAt(view.readTimestamp(), "k")).isEqualTo("1");
    }
    CommitTimestamp future = new CommitTimestamp(fixture.clock.nowMicros() + 1000);
    assertFails(
        ErrorCode.INVALID_ARGUMENT, () -> fixture.store().readAt(new ReadBound.AtLeast(future)));
  }

  @Test
  void momentOfAStrongViewIsJustBeforeTheNextCommit() {
    fixture.write("k", "1");
    fixture.clock.advanceMicros(1_000_000);
    ReadMoment moment;
    try (ReadView view = fixture.store().readAt(ReadBound.STRONG)) {
      moment = view.moment();
    }
    long opened = fixture.clock.nowMicros();
    fixture.clock.advanceMicros(1_000_000);
    CommitTimestamp next = fixture.write("k", "2");
    fixture.write("k", "3");

    assertThat(moment.newestTimestamp(opened)).isEqualTo(new CommitTimestamp(opened));
    CommitTimestamp last = moment.newestTimestamp(fixture.clock.nowMicros());
    assertThat(last).isEqualTo(new CommitTimestamp(next.micros() - 1));
    assertThat(fixture.readAt(last, "k")).isEqualTo("1");
  }

  @Test
  void momentOfTheNewestStateIsKeptFreeOfCommits() {
    fixture.write("k", "1");
    fixture.clock.advanceMicros(1_000_000);
    CommitTimestamp now = new CommitTimestamp(fixture.clock.nowMicros());
    try (ReadView view = fixture.store().readAt(ReadBound.STRONG)) {
      assertThat(view.moment().newestTimestamp(now.micros())).isEqualTo(now);
    }
    fixture.clock.advanceMicros(-500_000);
    assertThat(fixture.write("k", "2")).isGreaterThan(now);
    assertThat(fixture.readAt(now, "k")).isEqualTo("1");
  }

  // ---- timestamps

  @Test
  void timestampsGrowThoughTheClockStepsBack() {
    CommitTimestamp last = fixture.write("k", "0");
    for (int i = 0; i < 5; i++) {
      fixture.clock.advanceMicros(-10_000);
      CommitTimestamp next = fixture.write("k", Integer.toString(i));
      assertThat(next).isGreaterThan(last);
      assertThat(fixture.store().appliedTimestamp()).isEqualTo(next);
      last = next;
    }
  }

  @Test
  void timestampFollowsTheClock() {
    fixture.clock.advanceMicros(5_000_000);
    long now = fixture.clock.nowMicros();
    assertThat(fixture.write("k", "1")).isEqualTo(new CommitTimestamp(now + 1));
  }

  // ---- meta records

  @Test
  void metaRecordsAreWrittenReadAndScanned() {
    fixture.store().putMeta(key("m/b"), bytes("2"));
    fixture.store().putMeta(key("m/a"), bytes("1"));
    fixture.store().putMeta(key("n"), bytes("3"));
    List<String> seen = new ArrayList<>();
    fixture
        .store()
        .scanMeta(
            KeyRange.prefix(key("m/")),
            (key, value) -> seen.add(text(slice(key.unsafeBytes())) + "=" + text(slice(value))));
    assertThat(seen).containsExactly("m/a=1", "m/b=2");
    fixture.store().putMeta(key("n"), null);
    assertThat(fixture.store().getMeta(key("n"))).isNull();
    assertThat(fixture.store().getMeta(key("m/a"))).isEqualTo(bytes("1"));
    assertThat(fixture.scanStrong()).isEmpty();
  }

  private static ByteSlice slice(byte[] bytes) {
    ByteSlice slice = new ByteSlice();
    slice.set(bytes, 0, bytes.length);
    return slice;
  }

  @Test
  void metaRecordsCommitWithTheTransaction() {
    try (KvTransaction transaction = begin()) {
      put(transaction, "a", "1");
      transaction.putMeta(key("m"), bytes("x"));
      assertThat(fixture.store().getMeta(key("m"))).isNull();
      transaction.commit();
    }
    assertThat(fixture.store().getMeta(key("m"))).isEqualTo(bytes("x"));
    try (KvTransaction transaction = begin()) {
      transaction.putMeta(key("m"), bytes("y"));
    }
    assertThat(fixture.store().getMeta(key("m"))).isEqualTo(bytes("x"));
  }

  // ---- upkeep

  @Test
  void droppedRangeIsGoneWithItsHistory() {
    CommitTimestamp before = fixture.write("a", "1", "b", "1", "b1", "1", "c", "1");
    fixture.write("b", "2", "c", "2");
    fixture.store().dropRange(range("b", "c"));
    fixture.store().dropRange(range("b", "c"));
    assertThat(fixture.scanStrong()).containsExactly("a=1", "c=2");
    assertThat(fixture.scanAt(before)).containsExactly("a=1", "c=1");
    fixture.write("b", "3");
    assertThat(fixture.scanStrong()).containsExactly("a=1", "b=3", "c=2");
    assertThat(fixture.scanAt(before)).containsExactly("a=1", "c=1");
  }

  @Test
  void sizeGrowsWithTheData() {
    for (int i = 0; i < 200; i++) {
      fixture.write("a" + i, Integer.toString(i).repeat(1000), "b" + i, "x");
    }
    long all = fixture.store().approximateSizeBytes(KeyRange.ALL);
    // An estimate from unflushed writes may be far off, but never beyond the whole.
    assertThat(all).isGreaterThan(20_000);
    assertThat(fixture.store().approximateSizeBytes(range("a", "b"))).isLessThanOrEqualTo(all);
  }

  @Test
  void loadListenerHearsReadsScansAndGrowth() {
    fixture.write("a", "1111", "b", "2222");
    List<String> heard = new ArrayList<>();
    fixture
        .store()
        .setLoadListener(
            new LoadListener() {
              @Override
              public void read(Key key, long rows, long bytes) {
                heard.add("read " + rows + " " + bytes);
              }

              @Override
              public void scanned(ByteSlice firstKey, long rows, long bytes) {
                heard.add("scan " + text(firstKey) + " " + rows + " " + bytes);
              }

              @Override
              public void written(Key key, long bytesDelta) {
                heard.add("write " + text(slice(key.unsafeBytes())) + " " + bytesDelta);
              }
            });
    fixture.read("a");
    fixture.read("missing");
    fixture.scanStrong();
    fixture.write("a", "1", "c", "33");
    fixture.delete("b", "missing");
    assertThat(heard)
        .containsExactly(
            "read 1 5",
            "read 0 0",
            "scan a 2 10",
            "write a -3",
            "write c 3",
            "write b -5",
            "write missing 0");
  }

  @Test
  void statisticsCount() {
    fixture.write("a", "1", "b", "2");
    fixture.write("a", "3");
    try (KvTransaction open = begin()) {
      assertThat(open.isOpen()).isTrue();
      StoreStatistics statistics = fixture.store().statistics();
      assertThat(statistics.commits()).isEqualTo(2);
      assertThat(statistics.commitGroups()).isEqualTo(2);
      assertThat(statistics.entriesWritten()).isEqualTo(3);
      assertThat(statistics.bytesWritten()).isEqualTo(6);
      assertThat(statistics.openTransactions()).isEqualTo(1);
    }
    assertThat(fixture.store().statistics().openTransactions()).isZero();
  }

  protected static StoreOptions shortIdle() {
    return StoreOptions.DEFAULT.withIdleTimeout(Duration.ofSeconds(1));
  }
}
