package org.ratchetdb.storage.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ratchetdb.storage.api.StoreFixture.bytes;
import static org.ratchetdb.storage.api.StoreFixture.get;
import static org.ratchetdb.storage.api.StoreFixture.key;
import static org.ratchetdb.storage.api.StoreFixture.put;
import static org.ratchetdb.storage.api.StoreFixture.range;
import static org.ratchetdb.storage.api.StoreFixture.scanAll;
import static org.ratchetdb.storage.api.StoreFixture.text;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.time.CommitTimestamp;

/** What every engine owes to one thread: visibility, buffers, records, upkeep. */
public abstract class AbstractKvStoreContractTest extends AbstractStoreTest {
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

  // ---- keys to insert

  private static String number(int i) {
    return String.format(Locale.ROOT, "k%05d", i);
  }

  private void writeNumbers(int from, int to, int step) {
    try (KvTransaction transaction = begin()) {
      for (int i = from; i < to; i += step) {
        put(transaction, number(i), "1");
      }
      transaction.commit();
    }
  }

  /** Looks for numbers in the order given, and compares with what each alone gives. */
  private void assertFindsWhatExists(TransactionOptions options, List<Integer> numbers) {
    List<Key> keys = numbers.stream().map(i -> key(number(i))).toList();
    boolean[] exist;
    try (KvTransaction transaction = begin(options)) {
      exist = transaction.lockToInsert(keys);
    }
    for (int i = 0; i < exist.length; i++) {
      boolean expected = fixture.read(number(numbers.get(i))) != null;
      assertThat(exist[i]).as(number(numbers.get(i))).isEqualTo(expected);
    }
  }

  private static List<Integer> numbers(int from, int to, int step) {
    return IntStream.iterate(from, i -> i < to, i -> i + step).boxed().toList();
  }

  @Test
  void keysToInsertAreFoundAmongFewAndMany() {
    writeNumbers(0, 500, 7);
    writeNumbers(1000, 2000, 1);
    for (TransactionOptions options :
        List.of(TransactionOptions.DEFAULT, StoreFixture.REPEATABLE_READ)) {
      assertFindsWhatExists(options, numbers(0, 400, 1)); // walks over what exists
      assertFindsWhatExists(options, numbers(900, 1900, 50)); // too much between them
      assertFindsWhatExists(options, numbers(1990, 2100, 1)); // beyond the end
      assertFindsWhatExists(options, numbers(3000, 3100, 1)); // nothing there
      assertFindsWhatExists(options, numbers(0, 21, 7)); // a few
      List<Integer> shuffled = new ArrayList<>(numbers(0, 1100, 3));
      Collections.shuffle(shuffled, new Random(1));
      assertFindsWhatExists(options, shuffled);
      assertFindsWhatExists(options, List.of(7, 7, 8, 8, 9, 9, 14, 14, 15, 16, 1005));
    }
  }

  @Test
  void keysToInsertAmongManyDeletedAreFound() {
    writeNumbers(0, 4000, 1);
    try (KvTransaction transaction = begin()) {
      for (int i = 0; i < 3999; i++) {
        transaction.delete(key(number(i)));
      }
      transaction.commit();
    }
    assertFindsWhatExists(TransactionOptions.DEFAULT, numbers(0, 4000, 1));
    assertFindsWhatExists(TransactionOptions.DEFAULT, numbers(1, 4000, 2));
  }

  @Test
  void keysToInsertAreThoseOfTheTransactionToo() {
    writeNumbers(0, 20, 1);
    try (KvTransaction transaction = begin()) {
      transaction.delete(key(number(3)));
      put(transaction, number(25), "1");
      boolean[] exist =
          transaction.lockToInsert(numbers(0, 30, 1).stream().map(i -> key(number(i))).toList());
      for (int i = 0; i < 30; i++) {
        assertThat(exist[i]).as(number(i)).isEqualTo(i != 3 && (i < 20 || i == 25));
      }
    }
  }

  @Test
  void keysToInsertAreLocked() {
    try (KvTransaction transaction = begin()) {
      transaction.lockToInsert(List.of(key("a"), key("b")));
      try (KvTransaction other =
          begin(StoreFixture.timeout(Duration.ZERO).withAge(transaction.age() + 1))) {
        assertFails(ErrorCode.LOCK_NOT_AVAILABLE, () -> get(other, "b"));
      }
    }
  }
}
