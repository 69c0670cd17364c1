package org.ratchetdb.storage.txn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.storage.api.CommitOptions;
import org.ratchetdb.storage.api.Priority;
import org.ratchetdb.storage.lock.LockOwner;
import org.ratchetdb.storage.mvcc.PreparedWrites;

/** What goes into the next group, and in which order. */
final class CommitQueueTest {
  private static final long KIB = 1024;
  private static final long MIB = 1024 * KIB;

  private final CommitQueue queue = new CommitQueue();

  private CommitTicket add(Priority priority, long bytes) {
    CommitTicket ticket =
        new CommitTicket(
            new PreparedWrites(new long[0]) {},
            null,
            bytes,
            CommitOptions.DEFAULT.withPriority(priority),
            new LockOwner(1, 1, "", Long.MAX_VALUE, JdkThreads.INSTANCE));
    queue.add(ticket);
    return ticket;
  }

  private List<CommitTicket> take() {
    List<CommitTicket> group = new ArrayList<>();
    queue.take(group);
    return group;
  }

  @Test
  void nothingWaits() {
    assertThat(take()).isEmpty();
    assertThat(queue.nextLeader()).isNull();
  }

  @Test
  void oneGroupTakesAllByPriorityAndThenInTheOrderOfComing() {
    CommitTicket low = add(Priority.LOW, KIB);
    CommitTicket high = add(Priority.HIGH, KIB);
    CommitTicket medium = add(Priority.MEDIUM, KIB);
    CommitTicket second = add(Priority.HIGH, KIB);
    assertThat(queue.nextLeader()).isSameAs(high);
    assertThat(take()).containsExactly(high, second, medium, low);
    assertThat(take()).isEmpty();
  }

  @Test
  void alonePrioritiesFillTheirGroups() {
    for (Priority priority : Priority.values()) {
      for (int i = 0; i < 40; i++) {
        add(priority, MIB);
      }
      assertThat(take()).hasSize(32);
      assertThat(take()).hasSize(8);
      for (int i = 0; i < 1030; i++) {
        add(priority, 1);
      }
      assertThat(take()).hasSize(1024);
      assertThat(take()).hasSize(6);
    }
  }

  @Test
  void commitLargerThanAGroupGoesAlone() {
    CommitTicket large = add(Priority.HIGH, 100 * MIB);
    CommitTicket small = add(Priority.HIGH, 1);
    assertThat(take()).containsExactly(large);
    assertThat(take()).containsExactly(small);
  }

  @Test
  void lessUrgentOnesGetAShareOfBytesAndOfCommits() {
    CommitTicket high = add(Priority.HIGH, KIB);
    List<CommitTicket> large = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      large.add(add(Priority.LOW, 400 * KIB));
    }
    assertThat(take()).containsExactly(high, large.get(0), large.get(1));
    assertThat(take()).containsExactly(large.get(2));
    add(Priority.HIGH, 1);
    for (int i = 0; i < 100; i++) {
      add(Priority.MEDIUM, 1);
      add(Priority.LOW, 1);
    }
    assertThat(take()).hasSize(1 + 64 + 64);
  }

  @Test
  void whatDoesNotFitIntoTheShareGoesWithTheNinthGroup() {
    CommitTicket large = add(Priority.LOW, 2 * MIB);
    CommitTicket behind = add(Priority.LOW, 1);
    for (int i = 0; i < 8; i++) {
      CommitTicket high = add(Priority.HIGH, 1);
      assertThat(take()).containsExactly(high);
    }
    CommitTicket high = add(Priority.HIGH, 1);
    assertThat(take()).containsExactly(high, large);
    CommitTicket next = add(Priority.HIGH, 1);
    assertThat(take()).containsExactly(next, behind);
  }

  @Test
  void workGoesAloneBetweenGroups() {
    CommitTicket before = add(Priority.HIGH, 1);
    CommitTicket work = new CommitTicket(() -> {}, true);
    queue.add(work);
    CommitTicket after = add(Priority.HIGH, 1);
    CommitTicket low = add(Priority.LOW, 1);
    assertThat(take()).containsExactly(before, low);
    assertThat(take()).containsExactly(work);
    assertThat(take()).containsExactly(after);
  }

  @Test
  void withdrawnOnesAreLeftOut() {
    CommitTicket gone = add(Priority.HIGH, 1);
    CommitTicket stays = add(Priority.HIGH, 1);
    CommitTicket removed = add(Priority.LOW, 1);
    assertThat(gone.claim()).isTrue();
    assertThat(removed.claim()).isTrue();
    queue.remove(removed);
    assertThat(take()).containsExactly(stays);
    assertThat(stays.claim()).as("a leader has it").isFalse();
    assertThat(take()).isEmpty();
  }
}
