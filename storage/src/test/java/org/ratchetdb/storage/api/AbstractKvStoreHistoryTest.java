package org.ratchetdb.storage.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ratchetdb.storage.api.StoreFixture.get;
import static org.ratchetdb.storage.api.StoreFixture.key;
import static org.ratchetdb.storage.api.StoreFixture.range;
import static org.ratchetdb.storage.api.StoreFixture.scan;
import static org.ratchetdb.storage.api.StoreFixture.scanAll;
import static org.ratchetdb.storage.api.StoreFixture.scanReverse;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.time.CommitTimestamp;

/** What every engine owes to reads at a time: versions, retention, moments, timestamps. */
public abstract class AbstractKvStoreHistoryTest extends AbstractStoreTest {
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
}
