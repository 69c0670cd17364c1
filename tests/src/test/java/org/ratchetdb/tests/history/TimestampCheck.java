package org.ratchetdb.tests.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ratchetdb.tests.history.Anomaly.Kind;
import org.ratchetdb.tests.history.TransactionRecord.Level;
import org.ratchetdb.tests.history.TransactionRecord.Outcome;

/**
 * Holds timestamps against what was seen: no two commits share one, they grow along the order of
 * versions and in real time, and a read at a timestamp sees exactly the commits up to it. A
 * transaction that wrote has read just before its own commit timestamp, unless it is a REPEATABLE
 * READ one.
 */
final class TimestampCheck {
  private static final long UNKNOWN = TransactionRecord.UNKNOWN;

  private final List<TransactionRecord> history;
  private final boolean[] took;
  private final List<Anomaly> anomalies;

  private TimestampCheck(List<TransactionRecord> history, boolean[] took, List<Anomaly> anomalies) {
    this.history = history;
    this.took = took;
    this.anomalies = anomalies;
  }

  static void run(
      List<TransactionRecord> history,
      boolean[] took,
      ListOrders lists,
      RegisterOrders registers,
      List<Anomaly> anomalies) {
    TimestampCheck check = new TimestampCheck(history, took, anomalies);
    check.areUnique();
    check.followRealTime();
    lists.forEachNeighbours((key, reader, first, second) -> check.ascend(key, first, second));
    lists.forEachView(check::view);
    Map<String, List<Integer>> byTime = new HashMap<>();
    registers.forEachRead(
        (key, reader, version, writers) ->
            check.register(
                key,
                reader,
                version,
                byTime.computeIfAbsent(key, k -> check.stampedInOrder(writers))));
  }

  private void areUnique() {
    Map<Long, Integer> seen = new HashMap<>();
    for (int i = 0; i < history.size(); i++) {
      if (took[i] && stamp(i) != UNKNOWN) {
        Integer other = seen.put(stamp(i), i);
        if (other != null) {
          report("two commits at one timestamp", other, i);
        }
      }
    }
  }

  private void followRealTime() {
    List<Integer> begun = new ArrayList<>();
    for (int i = 0; i < history.size(); i++) {
      if (took[i] && effective(i) != UNKNOWN && history.get(i).level() != Level.STALE_READ) {
        begun.add(i);
      }
    }
    List<Integer> ended =
        new ArrayList<>(
            begun.stream().filter(i -> history.get(i).outcome() == Outcome.COMMITTED).toList());
    begun.sort(Comparator.comparingLong(i -> history.get(i).invokedNanos()));
    ended.sort(Comparator.comparingLong(i -> history.get(i).completedNanos()));
    int newest = -1;
    int next = 0;
    for (int i : begun) {
      while (next < ended.size() && history.get(ended.get(next)).precedes(history.get(i))) {
        int done = ended.get(next++);
        if (newest < 0 || effective(done) > effective(newest)) {
          newest = done;
        }
      }
      if (newest >= 0 && effective(newest) > effective(i)) {
        report("the second began after the first was acknowledged, at an older time", newest, i);
      }
    }
  }

  private void ascend(String key, int first, int second) {
    if (known(first) && known(second) && first != second && stamp(first) >= stamp(second)) {
      report("the second is later in " + key + ", but not by its timestamp", first, second);
    }
  }

  private void view(String key, int reader, int last, int next) {
    long at = readTime(reader);
    if (at == UNKNOWN) {
      return;
    }
    if (known(last) && last != reader && stamp(last) > at) {
      report("read at a timestamp, saw a later commit in " + key, reader, last);
    }
    if (known(next) && next != reader && stamp(next) <= at) {
      report("read at a timestamp, missed an earlier commit in " + key, reader, next);
    }
  }

  private List<Integer> stampedInOrder(List<Integer> writers) {
    List<Integer> stamped = new ArrayList<>(writers.stream().filter(this::known).toList());
    stamped.sort(Comparator.comparingLong(this::stamp));
    return stamped;
  }

  private void register(String key, int reader, int version, List<Integer> byTime) {
    long at = readTime(reader);
    if (at == UNKNOWN) {
      return;
    }
    if (known(version) && stamp(version) > at) {
      report("read at a timestamp, saw a later commit in " + key, reader, version);
      return;
    }
    // The newest commit at or before the timestamp must be what was seen, or older than that one.
    int low = 0;
    int high = byTime.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (stamp(byTime.get(middle)) <= at) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low > 0) {
      int due = byTime.get(low - 1);
      boolean missed = version < 0 || (known(version) && stamp(version) < stamp(due));
      if (missed && due != reader) {
        report("read at a timestamp, missed an earlier commit in " + key, reader, due);
      }
    }
  }

  private boolean known(int transaction) {
    return transaction >= 0 && took[transaction] && stamp(transaction) != UNKNOWN;
  }

  private long stamp(int transaction) {
    return history.get(transaction).commitMicros();
  }

  /** What a transaction has seen is the state after the commits up to this time. */
  private long readTime(int transaction) {
    TransactionRecord record = history.get(transaction);
    if (record.isReadOnly()) {
      return record.readMicros();
    }
    boolean readsAtCommit = record.level() == Level.SERIALIZABLE && stamp(transaction) != UNKNOWN;
    return readsAtCommit ? stamp(transaction) - 1 : UNKNOWN;
  }

  private long effective(int transaction) {
    TransactionRecord record = history.get(transaction);
    return record.isReadOnly() ? record.readMicros() : record.commitMicros();
  }

  private void report(String what, int first, int second) {
    anomalies.add(
        new Anomaly(
            Kind.TIMESTAMP,
            "  " + what + "\n  " + history.get(first) + "\n  " + history.get(second)));
  }
}
