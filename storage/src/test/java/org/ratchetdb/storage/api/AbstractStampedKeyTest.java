package org.ratchetdb.storage.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ratchetdb.storage.api.StoreFixture.bytes;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyEncoder;
import org.ratchetdb.common.key.KeyOrder;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.key.StampedKey;
import org.ratchetdb.common.time.CommitTimestamp;

/** What every engine owes to keys that hold the timestamp of the commit that writes them. */
public abstract class AbstractStampedKeyTest extends AbstractStoreTest {
  private static final byte[] NOTHING = new byte[0];
  private static final int[] NO_STAMPS = new int[0];

  private static StampedKey stamped(String group, KeyOrder order, long id) {
    return new KeyEncoder()
        .putString(group, KeyOrder.ASC)
        .putPendingTimestamp(order)
        .putLong(id, KeyOrder.ASC)
        .toStampedKey();
  }

  private static StampedKey stamped(long id) {
    return stamped("g", KeyOrder.ASC, id);
  }

  private static Key at(String group, KeyOrder order, long micros, long id) {
    return new KeyEncoder()
        .putString(group, KeyOrder.ASC)
        .putTimestamp(micros, 0, order)
        .putLong(id, KeyOrder.ASC)
        .toKey();
  }

  private static KeyRange from(long micros) {
    return new KeyRange(
        new KeyEncoder().putString("g", KeyOrder.ASC).putTimestamp(micros, 0, KeyOrder.ASC).toKey(),
        new KeyEncoder().putString("g", KeyOrder.ASC).putHighestValueBound().toKey());
  }

  private static KeyRange until(long micros) {
    return new KeyRange(
        new KeyEncoder().putString("g", KeyOrder.ASC).toKey(),
        new KeyEncoder()
            .putString("g", KeyOrder.ASC)
            .putTimestamp(micros, 0, KeyOrder.ASC)
            .toKey());
  }

  private static List<Key> keys(KvReader reader, KeyRange range) {
    List<Key> keys = new ArrayList<>();
    try (KvCursor cursor = reader.scan(ScanRequest.forward(range, LockMode.SHARED))) {
      while (cursor.next()) {
        keys.add(Key.copyOf(cursor.key().toByteArray()));
      }
    }
    return keys;
  }

  private List<Key> stored() {
    try (ReadView view = fixture.store().readAt(ReadBound.STRONG)) {
      return keys(view, KeyRange.ALL);
    }
  }

  private CommitTimestamp insert(long id) {
    fixture.clock.advanceMicros(1);
    try (KvTransaction transaction = begin()) {
      transaction.putStamped(stamped(id), NOTHING, NO_STAMPS);
      return transaction.commit().timestamp();
    }
  }

  @ParameterizedTest
  @EnumSource(KeyOrder.class)
  void keyAndPayloadHoldTheCommitTimestampAlsoAfterReopening(KeyOrder order) {
    long committed;
    CommitResult result;
    try (KvTransaction transaction = begin()) {
      transaction.putStamped(stamped("a", order, 1), new byte[9], new int[] {1});
      transaction.putStamped(stamped("b", order, 2), new byte[300], new int[] {0, 292});
      transaction.put(StoreFixture.key("plain"), bytes("1"));
      result = transaction.commit();
      committed = result.timestamp().micros();
    }
    assertThat(result.entriesWritten()).isEqualTo(3);
    List<Key> expected = List.of(at("a", order, committed, 1), at("b", order, committed, 2));
    assertThat(stored()).containsExactlyInAnyOrderElementsOf(with(expected, "plain"));
    ByteSlice payload = new ByteSlice();
    try (ReadView view = fixture.store().readAt(ReadBound.STRONG)) {
      assertThat(view.get(expected.get(0), LockMode.NONE, payload)).isTrue();
      assertThat(java.nio.ByteBuffer.wrap(payload.toByteArray()).getLong(1)).isEqualTo(committed);
    }
    if (outlivesClose()) {
      fixture.reopen();
      assertThat(stored()).containsExactlyInAnyOrderElementsOf(with(expected, "plain"));
    }
  }

  /** Whether the engine still has its entries when it is opened again. */
  protected abstract boolean outlivesClose();

  private static List<Key> with(List<Key> keys, String plain) {
    List<Key> all = new ArrayList<>(keys);
    all.add(Key.wrap(plain.getBytes(UTF_8)));
    return all;
  }

  @Test
  void rowIsOrdinaryOnceItIsCommitted() {
    CommitTimestamp first = insert(1);
    Key key = at("g", KeyOrder.ASC, first.micros(), 1);
    fixture.clock.advanceMicros(5);
    try (KvTransaction transaction = begin()) {
      transaction.delete(key);
      transaction.commit();
    }
    assertThat(stored()).isEmpty();
    try (ReadView view = fixture.at(first)) {
      assertThat(keys(view, KeyRange.ALL)).containsExactly(key);
    }
  }

  @Test
  void transactionKnowsWhatItHasPutAndCanForgetIt() {
    ByteSlice payload = new ByteSlice();
    try (KvTransaction transaction = begin()) {
      assertThat(transaction.getStamped(stamped(1), payload)).isFalse();
      transaction.putStamped(stamped(1), bytes("one"), NO_STAMPS);
      transaction.putStamped(stamped(2), bytes("two"), NO_STAMPS);
      assertThat(transaction.getStamped(stamped(1), payload)).isTrue();
      assertThat(StoreFixture.text(payload)).isEqualTo("one");
      assertThat(transaction.bufferedEntries()).isEqualTo(2);
      transaction.deleteStamped(stamped(1));
      transaction.deleteStamped(stamped(3));
      assertThat(transaction.getStamped(stamped(1), payload)).isFalse();
      assertThat(transaction.bufferedEntries()).isEqualTo(1);
      assertThat(keys(transaction, KeyRange.ALL)).isEmpty();
      transaction.commit();
    }
    assertThat(stored()).hasSize(1);
  }

  @Test
  void rollbackToASavepointTakesPutsAndDeletionsBack() {
    ByteSlice payload = new ByteSlice();
    CommitTimestamp committed;
    try (KvTransaction transaction = begin()) {
      transaction.putStamped(stamped(1), bytes("before"), NO_STAMPS);
      long bytes = transaction.bufferedBytes();
      int savepoint = transaction.savepoint();
      transaction.putStamped(stamped(1), bytes("after"), NO_STAMPS);
      transaction.putStamped(stamped(2), NOTHING, NO_STAMPS);
      transaction.deleteStamped(stamped(1));
      transaction.rollbackTo(savepoint);
      assertThat(transaction.getStamped(stamped(1), payload)).isTrue();
      assertThat(StoreFixture.text(payload)).isEqualTo("before");
      assertThat(transaction.getStamped(stamped(2), payload)).isFalse();
      assertThat(transaction.bufferedBytes()).isEqualTo(bytes);
      committed = transaction.commit().timestamp();
    }
    assertThat(stored()).containsExactly(at("g", KeyOrder.ASC, committed.micros(), 1));
  }

  @Test
  void rollbackToASavepointTellsWhoAskedForIt() {
    List<String> told = new ArrayList<>();
    try (KvTransaction transaction = begin()) {
      transaction.onRollbackTo(() -> told.add("before any savepoint"));
      int first = transaction.savepoint();
      transaction.onRollbackTo(() -> told.add("first"));
      int second = transaction.savepoint();
      transaction.onRollbackTo(() -> told.add("second"));
      transaction.rollbackTo(second);
      assertThat(told).containsExactly("second");
      transaction.onRollbackTo(() -> told.add("third"));
      transaction.rollbackTo(first);
      assertThat(told).containsExactly("second", "third", "first");
    }
    assertThat(told).hasSize(3);
  }

  @Test
  void rolledBackPutLeavesNoTrace() {
    KvTransaction transaction = begin();
    transaction.putStamped(stamped(1), NOTHING, NO_STAMPS);
    transaction.rollback();
    assertThat(stored()).isEmpty();
    insert(1);
    assertThat(stored()).hasSize(1);
  }

  @Test
  void twoTransactionsInsertAtOnceUnderDifferentTimestamps() {
    KvTransaction older = begin();
    KvTransaction younger = begin();
    older.putStamped(stamped(1), NOTHING, NO_STAMPS);
    younger.putStamped(stamped(1), NOTHING, NO_STAMPS);
    long second = younger.commit().timestamp().micros();
    long third = older.commit().timestamp().micros();
    assertThat(third).isGreaterThan(second);
    assertThat(stored())
        .containsExactly(at("g", KeyOrder.ASC, second, 1), at("g", KeyOrder.ASC, third, 1));
    assertThat(fixture.store().statistics().lockWaits()).isZero();
  }

  @Test
  void readerOfTheRangeHoldsAnInsertBackAndSeesNoPhantom() throws Exception {
    insert(1);
    long now = fixture.clock.nowMicros();
    KvTransaction reader = begin();
    KvTransaction writer = begin();
    assertThat(keys(reader, from(now))).hasSize(1);
    Background<Boolean> put =
        Background.run(() -> writer.putStamped(stamped(2), NOTHING, NO_STAMPS)).assertBlocked();
    assertThat(keys(reader, from(now))).hasSize(1);
    reader.commit();
    put.join();
    writer.commit();
    assertThat(stored()).hasSize(2);
  }

  @Test
  void readerWaitsForAnInsertIntoItsRange() throws Exception {
    long now = fixture.clock.nowMicros();
    KvTransaction writer = begin();
    KvTransaction reader = begin();
    writer.putStamped(stamped(1), NOTHING, NO_STAMPS);
    Background<List<Key>> read = Background.call(() -> keys(reader, from(now))).assertBlocked();
    CommitTimestamp committed = writer.commit().timestamp();
    assertThat(read.join()).containsExactly(at("g", KeyOrder.ASC, committed.micros(), 1));
    reader.commit();
  }

  @Test
  void olderReaderWoundsAnInsert() {
    KvTransaction reader = begin();
    KvTransaction writer = begin();
    writer.putStamped(stamped(1), NOTHING, NO_STAMPS);
    assertThat(keys(reader, KeyRange.ALL)).isEmpty();
    assertFails(ErrorCode.TRANSACTION_ABORTED, writer::commit);
    writer.close();
    reader.commit();
    assertThat(stored()).isEmpty();
  }

  @Test
  void readersOfThePastAndOfOtherGroupsAreNotInTheWay() {
    CommitTimestamp first = insert(1);
    KvTransaction reader = begin();
    KvTransaction writer = begin();
    assertThat(keys(reader, until(first.micros()))).isEmpty();
    assertThat(keys(reader, KeyRange.point(at("h", KeyOrder.ASC, first.micros(), 1)))).isEmpty();
    writer.putStamped(stamped(2), NOTHING, NO_STAMPS);
    writer.putStamped(stamped("z", KeyOrder.DESC, 2), NOTHING, NO_STAMPS);
    writer.commit();
    reader.commit();
    assertThat(stored()).hasSize(3);
    assertThat(fixture.store().statistics().lockWaits()).isZero();
  }

  @Test
  void readerAndWriterOfOneTransactionDoNotMeetItsOwnLocks() {
    try (KvTransaction transaction = begin()) {
      assertThat(keys(transaction, KeyRange.ALL)).isEmpty();
      transaction.putStamped(stamped(1), NOTHING, NO_STAMPS);
      transaction.lock(KeyRange.ALL, LockMode.EXCLUSIVE);
      transaction.putStamped(stamped(2), NOTHING, NO_STAMPS);
      transaction.commit();
    }
    assertThat(stored()).hasSize(2);
  }

  @Test
  void commitComesAfterTheTimestampsThatWereWritten() {
    fixture.clock.advanceMicros(1_000);
    long written = fixture.clock.nowMicros();
    fixture.clock.setMicros(written - 500);
    assertFails(
        ErrorCode.FAILED_PRECONDITION,
        () -> {
          try (KvTransaction transaction = begin()) {
            transaction.commitAfter(written);
          }
        });
    fixture.clock.setMicros(written);
    try (KvTransaction transaction = begin()) {
      transaction.commitAfter(written);
      transaction.put(at("g", KeyOrder.ASC, written, 1), NOTHING);
      transaction.putStamped(stamped(1), NOTHING, NO_STAMPS);
      fixture.clock.setMicros(written - 500);
      assertThat(transaction.commit().timestamp().micros()).isGreaterThan(written);
    }
    assertThat(stored()).hasSize(2);
    assertThat(insert(1).micros()).isGreaterThan(written + 1);
    assertThat(stored()).hasSize(3);
  }

  @Test
  void futureTimestampIsNamed() {
    try (KvTransaction transaction = begin()) {
      assertThatThrownBy(() -> transaction.commitAfter(4_102_444_800_000_000L))
          .hasMessage("Cannot write timestamps in the future, found: 2100-01-01T00:00:00Z");
    }
  }
}
