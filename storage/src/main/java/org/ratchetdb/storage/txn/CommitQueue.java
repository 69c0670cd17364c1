package org.ratchetdb.storage.txn;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.storage.api.Priority;

/**
 * Who waits for the next group, by priority and then in the order of coming. Any thread adds and
 * withdraws; the leader alone takes.
 *
 * <p>A group takes the most urgent first. Behind those, it takes of each lower priority only a
 * share, so that they neither write nor wait for much that is not theirs. No priority starves: what
 * some groups have passed over goes with the next one, whatever its size.
 */
final class CommitQueue {
  /** Bounds the memory of one write, and the wait of those behind it. */
  private static final long GROUP_BYTES_MAX = 32L << 20;

  private static final int GROUP_COMMITS_MAX = 1024;

  /** What a group takes of a lower priority; 1 MiB is about a millisecond of writing. */
  private static final long SHARE_BYTES_MAX = 1L << 20;

  private static final int SHARE_COMMITS_MAX = 64;

  /** So many groups leave the first of a lower priority behind. */
  private static final int GROUPS_PASSED_MAX = 8;

  private final Lane high = new Lane();
  private final Lane medium = new Lane();
  private final Lane low = new Lane();
  private final Lane[] byUrgency = {high, medium, low};

  /** The tickets of one priority. */
  private static final class Lane {
    final Queue<CommitTicket> tickets = new ConcurrentLinkedQueue<>();

    /** Groups since one of these was last taken while one was there. Of the leader. */
    int passed;
  }

  private Lane lane(Priority priority) {
    return switch (priority) {
      case HIGH -> high;
      case MEDIUM -> medium;
      case LOW -> low;
    };
  }

  void add(CommitTicket ticket) {
    lane(ticket.priority).tickets.add(ticket);
  }

  /** Forgets a ticket that its thread has withdrawn. */
  void remove(CommitTicket ticket) {
    lane(ticket.priority).tickets.remove(ticket);
  }

  /** The first whose thread leads when nobody else does. */
  @Nullable CommitTicket nextLeader() {
    for (Lane lane : byUrgency) {
      for (CommitTicket ticket : lane.tickets) {
        if (ticket.leads) {
          return ticket;
        }
      }
    }
    return null;
  }

  /** Takes the next group, or a ticket of other work alone; nothing when nobody waits. */
  void take(List<CommitTicket> group) {
    long bytes = 0;
    for (Lane lane : byUrgency) {
      int before = group.size();
      long bytesMax = before == 0 ? GROUP_BYTES_MAX : Math.min(GROUP_BYTES_MAX, share(bytes));
      int commitsMax =
          before == 0 ? GROUP_COMMITS_MAX : Math.min(GROUP_COMMITS_MAX, before + SHARE_COMMITS_MAX);
      boolean overdue = before > 0 && lane.passed >= GROUPS_PASSED_MAX;
      for (CommitTicket next = lane.tickets.peek(); next != null; next = lane.tickets.peek()) {
        boolean first = group.isEmpty() || (overdue && group.size() == before);
        boolean full = group.size() >= commitsMax || bytes + next.bytes > bytesMax;
        if ((full || next.work != null) && !first) {
          break;
        }
        lane.tickets.remove();
        if (!next.claim()) {
          continue; // withdrawn
        }
        group.add(next);
        bytes += next.bytes;
        if (next.work != null) {
          return;
        }
      }
      lane.passed = group.size() > before || lane.tickets.isEmpty() ? 0 : lane.passed + 1;
    }
  }

  private static long share(long bytes) {
    return bytes + SHARE_BYTES_MAX;
  }
}
