package org.ratchetdb.storage.txn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ratchetdb.storage.api.StoreFixture.get;
import static org.ratchetdb.storage.api.StoreFixture.put;
import static org.ratchetdb.storage.api.StoreFixture.scanAll;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.storage.api.Background;
import org.ratchetdb.storage.api.CommitOptions;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.LoadListener;
import org.ratchetdb.storage.api.Priority;
import org.ratchetdb.storage.api.ReadBound;
import org.ratchetdb.storage.api.ReadMoment;
import org.ratchetdb.storage.api.ReadView;
import org.ratchetdb.storage.api.StoreFixture;
import org.ratchetdb.storage.api.TextRows;
import org.ratchetdb.storage.api.TransactionOptions;
import org.ratchetdb.storage.memory.MemoryEngine;
import org.ratchetdb.storage.mvcc.VersionEngine;

/**
 * Groups and failures of the commit sequence, on an engine whose writes a test can hold or fail.
 */
final class CommitPipelineTest {
  private final AtomicBoolean holds = new AtomicBoolean();

  /** Which step of a commit is held or fails. */
  private volatile String where = "publish";

  private final AtomicInteger groupsWritten = new AtomicInteger();
  private final AtomicBoolean fails = new AtomicBoolean();
  private final AtomicBoolean failsOnce = new AtomicBoolean();
  private volatile CountDownLatch held = new CountDownLatch(1);
  private volatile CountDownLatch release = new CountDownLatch(1);
  private final StoreFixture fixture =
      new StoreFixture(
          (options, environment) ->
              new TransactionalStore(
                  controlled(new MemoryEngine(options.retention(), environment.clock())),
                  options,
                  environment),
          StoreOptions.DEFAULT.withMerger(TextRows.MERGER));

  /** The engine with a gate before one of its steps. */
  private VersionEngine controlled(VersionEngine engine) {
    return (VersionEngine)
        Proxy.newProxyInstance(
            VersionEngine.class.getClassLoader(),
            new Class<?>[] {VersionEngine.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("write")) {
                groupsWritten.incrementAndGet();
              }
              if (method.getName().equals(where)) {
                if (holds.compareAndSet(true, false)) {
                  held.countDown();
                  release.await();
                }
                if (fails.get() || failsOnce.compareAndSet(true, false)) {
                  throw new DbException(ErrorCode.IO_ERROR, "The disk is gone");
                }
              }
              try {
                return method.invoke(engine, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @AfterEach
  void close() {
    release.countDown();
    fixture.close();
  }

  private Background<Boolean> commit(String key) {
    return Background.run(
        () -> {
          try (KvTransaction transaction = fixture.store().begin(TransactionOptions.DEFAULT)) {
            put(transaction, key, "1");
            transaction.commit();
          }
        });
  }

  @Test
  void commitsThatComeDuringAWriteAreWrittenAsOneGroup() throws Exception {
    where = "write";
    holds.set(true);
    List<Background<Boolean>> commits = new ArrayList<>();
    commits.add(commit("first"));
    held.await();
    for (int i = 0; i < 10; i++) {
      commits.add(commit("k" + i).assertBlocked());
    }
    release.countDown();
    for (Background<Boolean> commit : commits) {
      commit.join();
    }
    assertThat(groupsWritten).hasValue(2);
    assertThat(fixture.scanStrong()).hasSize(11);
  }

  @Test
  void commitsThatComeDuringASyncArePublishedAsOneGroup() throws Exception {
    holds.set(true);
    List<Background<Boolean>> commits = new ArrayList<>();
    commits.add(commit("first"));
    held.await();
    for (int i = 0; i < 10; i++) {
      commits.add(commit("k" + i).assertBlocked());
    }
    assertThat(fixture.scanStrong()).isEmpty();
    release.countDown();
    for (Background<Boolean> commit : commits) {
      commit.join();
    }
    assertThat(fixture.store().statistics().commits()).isEqualTo(11);
    assertThat(fixture.store().statistics().commitGroups()).isEqualTo(2);
    assertThat(fixture.scanStrong()).hasSize(11);
  }

  private Background<CommitTimestamp> patch(String patch) {
    return Background.call(
        () -> {
          try (KvTransaction transaction = fixture.store().begin(TransactionOptions.DEFAULT)) {
            TextRows.update(transaction, "row", patch);
            return transaction.commit().timestamp();
          }
        });
  }

  @Test
  void patchesOfOneRowGoIntoOneGroupEachOverTheOneBefore() throws Exception {
    fixture.write("row", "a=0 b=0 c=0");
    where = "write";
    groupsWritten.set(0);
    holds.set(true);
    Background<CommitTimestamp> first = patch("a=1");
    held.await();
    List<Background<CommitTimestamp>> group = new ArrayList<>();
    for (String patch : List.of("b=2", "c=3", "b=4", "a=5 c=5")) {
      // Blocked in the queue: all were prepared over the row as it was before the first.
      group.add(patch(patch).assertBlocked());
    }
    release.countDown();
    assertThat(fixture.readAt(first.join(), "row")).isEqualTo("a=1 b=0 c=0");
    List<String> versions = new ArrayList<>();
    for (Background<CommitTimestamp> patch : group) {
      versions.add(fixture.readAt(patch.join(), "row"));
    }
    assertThat(versions)
        .containsExactly("a=1 b=2 c=0", "a=1 b=2 c=3", "a=1 b=4 c=3", "a=5 b=4 c=5");
    assertThat(groupsWritten).hasValue(2);
    assertThat(fixture.store().statistics().lockWaits()).isZero();
  }

  @Test
  void patchesInOneGroupReportByHowMuchTheRowHasGrown() throws Exception {
    fixture.write("row", "a=0 b=0");
    long written = "rowa=0 b=0".length();
    List<Long> deltas = Collections.synchronizedList(new ArrayList<>());
    fixture
        .store()
        .setLoadListener(
            new LoadListener() {
              @Override
              public void read(Key key, long rows, long bytes) {}

              @Override
              public void scanned(ByteSlice firstKey, long rows, long bytes) {}

              @Override
              public void written(Key key, long deltaBytes) {
                deltas.add(deltaBytes);
              }
            });
    holds.set(true);
    Background<CommitTimestamp> first = patch("a=11");
    held.await();
    Background<CommitTimestamp> second = patch("b=222").assertBlocked();
    Background<CommitTimestamp> third = patch("a=3").assertBlocked();
    release.countDown();
    first.join();
    second.join();
    third.join();
    assertThat(deltas).containsExactlyInAnyOrder(1L, 2L, -1L);
    long grown = deltas.stream().mapToLong(Long::longValue).sum();
    assertThat(written + grown).isEqualTo("row".length() + "a=3 b=222".length());
  }

  private Background<Boolean> delayedCommit(String key) {
    return Background.run(
            () -> {
              try (KvTransaction transaction = fixture.store().begin(TransactionOptions.DEFAULT)) {
                put(transaction, key, "1");
                transaction.commit(
                    CommitOptions.DEFAULT.withMaxCommitDelay(Duration.ofMillis(100)));
              }
            })
        .assertBlocked();
  }

  @Test
  void delayedCommitWaitsForItsDelayAndNoLonger() throws Exception {
    Background<Boolean> commit = delayedCommit("k");
    assertThat(fixture.scanStrong()).isEmpty();
    fixture.clock.advance(Duration.ofMillis(100));
    commit.join();
    assertThat(fixture.scanStrong()).containsExactly("k=1");
  }

  @Test
  void otherCommitTakesDelayedOnesAlong() throws Exception {
    Background<Boolean> first = delayedCommit("a");
    Background<Boolean> second = delayedCommit("b");
    fixture.write("c", "1");
    first.join();
    second.join();
    assertThat(fixture.scanStrong()).containsExactly("a=1", "b=1", "c=1");
    assertThat(fixture.store().statistics().commitGroups()).isEqualTo(1);
  }

  @Test
  void commitBehindADelayedOneIsLedThoughItSawALeader() throws Exception {
    holds.set(true);
    Background<Boolean> writing = commit("first");
    held.await();
    Background<Boolean> delayed = delayedCommit("delayed");
    Background<Boolean> plain = commit("plain").assertBlocked();
    release.countDown();
    writing.join();
    plain.join();
    delayed.join();
    assertThat(fixture.store().statistics().commitGroups()).isEqualTo(2);
  }

  private Background<CommitTimestamp> commit(KvTransaction transaction, CommitOptions options) {
    return Background.call(() -> transaction.commit(options).timestamp()).assertBlocked();
  }

  private static void assertFails(ErrorCode code, Background<?> commit) {
    assertThatThrownBy(commit::join)
        .isInstanceOfSatisfying(DbException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void deadlineWithdrawsACommitThatNoLeaderHasTaken() throws Exception {
    where = "write";
    holds.set(true);
    Background<Boolean> writing = commit("first");
    held.await();
    long deadline = fixture.clock.nanos() + Duration.ofMillis(5).toNanos();
    KvTransaction late = fixture.store().begin(TransactionOptions.DEFAULT);
    put(late, "k", "late");
    late.limitWaits(null, deadline);
    KvTransaction lateAndDelayed =
        fixture.store().begin(TransactionOptions.DEFAULT.withDeadlineNanos(deadline));
    put(lateAndDelayed, "l", "late");
    Background<CommitTimestamp> first = commit(late, CommitOptions.DEFAULT);
    Background<CommitTimestamp> second =
        commit(lateAndDelayed, CommitOptions.DEFAULT.withMaxCommitDelay(Duration.ofMillis(400)));
    fixture.clock.advance(Duration.ofMillis(6));
    assertFails(ErrorCode.DEADLINE_EXCEEDED, first);
    assertFails(ErrorCode.DEADLINE_EXCEEDED, second);
    assertThat(late.isOpen()).isFalse();
    // Their locks are free, although the group under way is not done.
    KvTransaction other = fixture.store().begin(TransactionOptions.DEFAULT);
    put(other, "k", "other");
    Background<CommitTimestamp> third = commit(other, CommitOptions.DEFAULT);
    release.countDown();
    writing.join();
    third.join();
    assertThat(fixture.scanStrong()).containsExactly("first=1", "k=other");
    assertThat(fixture.store().statistics().commits()).isEqualTo(2);
  }

  @Test
  void cancelWithdrawsACommitThatNoLeaderHasTaken() throws Exception {
    where = "write";
    holds.set(true);
    Background<Boolean> writing = commit("first");
    held.await();
    KvTransaction cancelled = fixture.store().begin(TransactionOptions.DEFAULT);
    put(cancelled, "k", "1");
    Background<CommitTimestamp> commit = commit(cancelled, CommitOptions.DEFAULT);
    Background<Boolean> behind = commit("behind").assertBlocked();
    cancelled.cancel();
    assertFails(ErrorCode.CANCELLED, commit);
    release.countDown();
    writing.join();
    behind.join();
    assertThat(fixture.scanStrong()).containsExactly("behind=1", "first=1");
  }

  @Test
  void whatALeaderHasTakenIsCommittedThoughItIsLateAndCancelled() throws Exception {
    holds.set(true);
    KvTransaction late = fixture.store().begin(TransactionOptions.DEFAULT);
    put(late, "k", "1");
    late.limitWaits(null, fixture.clock.nanos() + Duration.ofMillis(5).toNanos());
    Background<CommitTimestamp> commit =
        Background.call(() -> late.commit(CommitOptions.DEFAULT).timestamp());
    held.await();
    fixture.clock.advance(Duration.ofMillis(6));
    late.cancel();
    release.countDown();
    commit.join();
    assertThat(fixture.scanStrong()).containsExactly("k=1");
  }

  @Test
  void urgentCommitGoesBeforeTheBulkThatCameFirst() throws Exception {
    String bulk = "x".repeat(600_000);
    where = "write";
    holds.set(true);
    Background<Boolean> writing = commit("first");
    held.await();
    List<Background<CommitTimestamp>> low = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      KvTransaction transaction = fixture.store().begin(TransactionOptions.DEFAULT);
      put(transaction, "low" + i, bulk);
      low.add(commit(transaction, CommitOptions.DEFAULT.withPriority(Priority.LOW)));
    }
    KvTransaction urgent = fixture.store().begin(TransactionOptions.DEFAULT);
    put(urgent, "urgent", "1");
    Background<CommitTimestamp> high = commit(urgent, CommitOptions.DEFAULT);
    release.countDown();
    writing.join();
    for (Background<CommitTimestamp> each : low) {
      assertThat(each.join()).isGreaterThan(high.join());
    }
    // The first, then the urgent one with its share of the bulk, then the rest.
    assertThat(groupsWritten).hasValue(3);
  }

  @Test
  void delayBeyondHalfASecondIsRefused() {
    for (Duration delay : List.of(Duration.ofMillis(-1), Duration.ofMillis(501))) {
      assertThatThrownBy(() -> CommitOptions.DEFAULT.withMaxCommitDelay(delay))
          .isInstanceOfSatisfying(
              DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"write", "publish"})
  void failureFailsItsGroupAndAllThatFollow(String step) throws Exception {
    where = step;
    fixture.write("before", "1");
    holds.set(true);
    List<Background<Boolean>> commits = new ArrayList<>();
    commits.add(commit("first"));
    held.await();
    for (int i = 0; i < 5; i++) {
      commits.add(commit("k" + i).assertBlocked());
    }
    fails.set(true);
    release.countDown();
    for (Background<Boolean> commit : commits) {
      assertThatThrownBy(commit::join)
          .isInstanceOfSatisfying(
              DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IO_ERROR));
    }
    fails.set(false);
    assertThatThrownBy(() -> fixture.write("after", "1"))
        .isInstanceOfSatisfying(
            DbException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.IO_ERROR);
              assertThat(e.hint()).isPresent();
            });
    assertThat(fixture.scanStrong()).containsExactly("before=1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"write", "publish"})
  void readAtANewTimestampWaitsForTheGroupUnderWay(String step) throws Exception {
    where = step;
    holds.set(true);
    Background<Boolean> commit = commit("k");
    held.await();
    fixture.clock.advanceMicros(10);
    CommitTimestamp now = new CommitTimestamp(fixture.clock.nowMicros());
    Background<List<String>> read = Background.call(() -> fixture.scanAt(now)).assertBlocked();
    release.countDown();
    commit.join();
    assertThat(read.join()).containsExactly("k=1");
  }

  /** The group that failed may be on disk all the same, and turn up when the store is reopened. */
  @ParameterizedTest
  @ValueSource(strings = {"write", "publish"})
  void afterAFailureNothingIsReadBeyondTheLastCommit(String step) {
    where = step;
    fixture.write("before", "1");
    long applied = fixture.store().appliedTimestamp().micros();
    ReadView strong = fixture.store().readAt(ReadBound.STRONG);
    fixture.clock.advanceMicros(10);
    long failed = fixture.clock.nowMicros();
    fails.set(true);
    assertThatThrownBy(() -> fixture.write("lost", "1")).isInstanceOf(DbException.class);
    fails.set(false);
    fixture.clock.advanceMicros(10);
    assertThatThrownBy(() -> fixture.scanAt(new CommitTimestamp(failed)))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IO_ERROR));
    assertThat(fixture.scanAt(new CommitTimestamp(applied))).containsExactly("before=1");
    assertThat(strong.moment().newestTimestamp(fixture.clock.nowMicros()).micros())
        .isEqualTo(applied);
    strong.close();
  }

  // ---- locks are free before the disk has answered

  private KvTransaction begin() {
    return fixture.store().begin(TransactionOptions.DEFAULT);
  }

  /** A commit that is written and waits for the disk. */
  private Background<Boolean> commitUntilHeld(String... keysAndValues) throws Exception {
    holds.set(true);
    Background<Boolean> commit = Background.run(() -> fixture.write(keysAndValues));
    held.await();
    return commit.assertBlocked();
  }

  @Test
  void whatWaitsForALockIsWrittenInTheSameSync() throws Exception {
    fixture.write("k", "0");
    long groups = fixture.store().statistics().commitGroups();
    List<Background<CommitTimestamp>> commits = new ArrayList<>();
    Background<Boolean> first = commitUntilHeld("k", "1");
    for (int i = 2; i <= 5; i++) {
      KvTransaction transaction = begin();
      assertThat(get(transaction, "k")).isEqualTo(String.valueOf(i - 1));
      put(transaction, "k", String.valueOf(i));
      commits.add(commit(transaction, CommitOptions.DEFAULT));
    }
    assertThat(fixture.scanStrong()).containsExactly("k=0");
    release.countDown();
    first.join();
    CommitTimestamp last = new CommitTimestamp(0);
    for (Background<CommitTimestamp> commit : commits) {
      assertThat(commit.join()).isGreaterThan(last);
      last = commit.join();
    }
    assertThat(fixture.scanStrong()).containsExactly("k=5");
    assertThat(fixture.store().statistics().commitGroups()).isEqualTo(groups + 2);
    assertThat(fixture.store().statistics().lockWaits()).isZero();
  }

  @Test
  void readOfWhatIsNotOnDiskWaitsForItAtTheCommit() throws Exception {
    fixture.write("k", "0", "gone", "0");
    for (String seen : List.of("k", "gone", "range")) {
      where = "publish";
      KvTransaction reader = begin();
      Background<Boolean> writing;
      if (seen.equals("gone")) {
        holds.set(true);
        writing = Background.run(() -> fixture.delete("gone"));
        held.await();
      } else {
        writing = commitUntilHeld("k", seen);
      }
      if (seen.equals("range")) {
        assertThat(scanAll(reader)).containsExactly("k=range");
      } else {
        assertThat(get(reader, seen)).isEqualTo(seen.equals("k") ? "k" : null);
      }
      Background<CommitTimestamp> commit = commit(reader, CommitOptions.DEFAULT);
      release.countDown();
      writing.join();
      assertThat(commit.join()).isEqualTo(fixture.store().appliedTimestamp());
      held = new CountDownLatch(1);
      release = new CountDownLatch(1);
    }
  }

  @Test
  void readOfWhatIsOnDiskWaitsForNothing() throws Exception {
    CommitTimestamp before = fixture.write("k", "0", "other", "0");
    Background<Boolean> writing = commitUntilHeld("k", "1");
    KvTransaction reader = begin();
    assertThat(get(reader, "other")).isEqualTo("0");
    assertThat(reader.commit().timestamp()).isEqualTo(before);
    release.countDown();
    writing.join();
  }

  @Test
  void whatDependsOnAFailedSyncFails() throws Exception {
    fixture.write("k", "0", "other", "0");
    Background<Boolean> writing = commitUntilHeld("k", "1");
    KvTransaction reader = begin();
    assertThat(get(reader, "k")).isEqualTo("1");
    Background<CommitTimestamp> read = commit(reader, CommitOptions.DEFAULT);
    KvTransaction writer = begin();
    assertThat(get(writer, "k")).isEqualTo("1");
    put(writer, "other", "1");
    Background<CommitTimestamp> write = commit(writer, CommitOptions.DEFAULT);
    KvTransaction late = begin();
    assertThat(get(late, "k")).isEqualTo("1");
    failsOnce.set(true);
    release.countDown();
    assertFails(ErrorCode.IO_ERROR, writing);
    assertFails(ErrorCode.IO_ERROR, read);
    assertFails(ErrorCode.IO_ERROR, write);
    assertFails(ErrorCode.IO_ERROR, Background.call(() -> late.commit().timestamp()));
    assertThat(fixture.scanStrong()).containsExactly("k=0", "other=0");
    assertThat(fixture.store().locks(10)).isEmpty();
  }

  /** Else it would be run again at once, on the snapshot it has just failed with. */
  @Test
  void conflictWithWhatIsNotOnDiskIsToldWhenItIs() throws Exception {
    fixture.write("k", "0");
    KvTransaction late = fixture.store().begin(StoreFixture.REPEATABLE_READ);
    assertThat(get(late, "k")).isEqualTo("0");
    Background<Boolean> writing = commitUntilHeld("k", "1");
    put(late, "k", "2");
    Background<CommitTimestamp> commit = commit(late, CommitOptions.DEFAULT);
    release.countDown();
    writing.join();
    assertFails(ErrorCode.TRANSACTION_ABORTED, commit);
    assertThat(fixture.scanStrong()).containsExactly("k=1");
  }

  @Test
  void cellsWrittenByWhatIsNotOnDiskAreKnown() throws Exception {
    fixture.write("row", "a=0 b=0");
    KvTransaction other = fixture.store().begin(StoreFixture.REPEATABLE_READ);
    assertThat(get(other, "row")).isEqualTo("a=0 b=0");
    Background<Boolean> writing = commitUntilHeld("row", "a=1 b=0");
    TextRows.update(other, "row", "b=2");
    Background<CommitTimestamp> commit = commit(other, CommitOptions.DEFAULT);
    release.countDown();
    writing.join();
    commit.join();
    assertThat(fixture.scanStrong()).containsExactly("row=a=1 b=2");
  }

  @Test
  void manyLocksAreLetGoByTheirOwnThread() throws Exception {
    String[] rows = new String[600];
    for (int i = 0; i < rows.length; i += 2) {
      rows[i] = "k" + i;
      rows[i + 1] = "1";
    }
    Background<Boolean> writing = commitUntilHeld(rows);
    assertThat(fixture.store().locks(1_000)).hasSize(300);
    Background<Boolean> behind = commit("k0").assertBlocked();
    release.countDown();
    writing.join();
    behind.join();
    assertThat(fixture.store().locks(10)).isEmpty();
  }

  /** A commit that waits for its delay was taken along: its thread must be there to publish. */
  @Test
  void delayedCommitThatIsWrittenDuringASyncIsPublishedAfterIt() throws Exception {
    Background<Boolean> first = commitUntilHeld("first", "1");
    Background<Boolean> delayed = delayedCommit("delayed");
    KvTransaction nobody = begin();
    put(nobody, "k", "1");
    Background<CommitTimestamp> behind = commit(nobody, CommitOptions.DEFAULT);
    release.countDown();
    first.join();
    delayed.join();
    behind.join();
    assertThat(fixture.scanStrong()).containsExactly("delayed=1", "first=1", "k=1");
  }

  /** What is reserved after the close would be written into an engine that is gone. */
  @Test
  void momentOfAClosedStoreReservesNothing() {
    ReadView view = fixture.store().readAt(ReadBound.STRONG);
    ReadMoment moment = view.moment();
    view.close();
    fixture.clock.advanceMicros(10);
    long now = fixture.clock.nowMicros();
    fixture.store().close();
    assertThat(moment.newestTimestamp(now)).isEqualTo(view.readTimestamp());
  }
}
