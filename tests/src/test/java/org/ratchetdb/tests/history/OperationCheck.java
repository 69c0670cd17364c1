package org.ratchetdb.tests.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.tests.history.Anomaly.Kind;
import org.ratchetdb.tests.history.TransactionRecord.Outcome;

/**
 * What can be told of one transaction by looking at it and at the writers of what it has seen:
 * contradictions inside it, values of failed transactions, unfinished values, values out of thin
 * air. Failed transactions are judged too: their clients have seen what they have seen.
 */
final class OperationCheck {
  private final List<TransactionRecord> history;
  private final WriteIndex writes;
  private final List<Anomaly> anomalies;

  private OperationCheck(
      List<TransactionRecord> history, WriteIndex writes, List<Anomaly> anomalies) {
    this.history = history;
    this.writes = writes;
    this.anomalies = anomalies;
  }

  static void run(List<TransactionRecord> history, WriteIndex writes, List<Anomaly> anomalies) {
    OperationCheck check = new OperationCheck(history, writes, anomalies);
    for (int i = 0; i < history.size(); i++) {
      check.lists(i);
      check.registers(i);
    }
  }

  // ---- lists

  private void lists(int reader) {
    Map<String, List<Long>> expected = new HashMap<>();
    Map<String, List<Long>> own = new HashMap<>();
    for (Operation operation : history.get(reader).operations()) {
      if (operation instanceof Operation.Append append) {
        own.computeIfAbsent(append.key(), k -> new ArrayList<>()).add(append.value());
        List<Long> seen = expected.get(append.key());
        if (seen != null) {
          seen.add(append.value());
        }
      } else if (operation instanceof Operation.ReadList read) {
        List<Long> values = read.values();
        List<Long> seen = expected.get(read.key());
        List<Long> tail = own.getOrDefault(read.key(), List.of());
        if (seen != null ? !seen.equals(values) : !endsWith(values, tail)) {
          report(
              Kind.INTERNAL,
              reader,
              read
                  + ", but by its own earlier calls it should be or end with "
                  + (seen != null ? seen : tail));
        }
        expected.put(read.key(), new ArrayList<>(values));
        values(reader, read);
      }
    }
  }

  private static boolean endsWith(List<Long> values, List<Long> tail) {
    int from = values.size() - tail.size();
    return from >= 0 && values.subList(from, values.size()).equals(tail);
  }

  private void values(int reader, Operation.ReadList read) {
    Set<Long> seen = new HashSet<>();
    for (int i = 0; i < read.values().size(); i++) {
      long value = read.values().get(i);
      if (!seen.add(value)) {
        report(Kind.DUPLICATE, reader, read + ": twice " + value);
      }
      int writer = writes.writer(read.key(), value);
      if (!isPlausible(reader, writer, read, value)) {
        continue;
      }
      Long next = nextAppend(writer, read.key(), value);
      boolean followed = i + 1 < read.values().size() && read.values().get(i + 1).equals(next);
      if (next != null && !followed) {
        report(
            Kind.G1B,
            reader,
            read
                + ": "
                + value
                + " without "
                + next
                + " of the same transaction\n  "
                + history.get(writer));
      }
    }
  }

  /** What the writer appended to the key after the value, or null. */
  private @Nullable Long nextAppend(int writer, String key, long value) {
    boolean passed = false;
    for (Operation operation : history.get(writer).operations()) {
      if (operation instanceof Operation.Append append && append.key().equals(key)) {
        if (passed) {
          return append.value();
        }
        passed = append.value() == value;
      }
    }
    return null;
  }

  // ---- registers

  private void registers(int reader) {
    Map<String, Operation> last = new HashMap<>();
    for (Operation operation : history.get(reader).operations()) {
      if (operation instanceof Operation.Write write) {
        last.put(write.key(), write);
      } else if (operation instanceof Operation.Read read) {
        Operation before = last.put(read.key(), read);
        boolean agrees =
            before == null
                || before.equals(read)
                || (before instanceof Operation.Write write
                    && read.value() != null
                    && write.value() == read.value());
        if (!agrees) {
          report(Kind.INTERNAL, reader, read + " after its own " + before);
        }
        Long value = read.value();
        if (value != null) {
          register(reader, read, value);
        }
      }
    }
  }

  private void register(int reader, Operation.Read read, long value) {
    int writer = writes.writer(read.key(), value);
    if (!isPlausible(reader, writer, read, value)) {
      return;
    }
    long last = value;
    for (Operation operation : history.get(writer).operations()) {
      if (operation instanceof Operation.Write write && write.key().equals(read.key())) {
        last = write.value();
      }
    }
    if (last != value) {
      report(
          Kind.G1B,
          reader,
          read + ", which the same transaction overwrote\n  " + history.get(writer));
    }
  }

  // ---- both

  /** Reports values that nobody, or nobody who committed, wrote; says whether to look on. */
  private boolean isPlausible(int reader, int writer, Operation read, long value) {
    if (writer == reader) {
      return false;
    }
    if (writer == WriteIndex.NOBODY) {
      report(Kind.INVENTED, reader, read + ": nobody wrote " + value);
      return false;
    }
    if (history.get(writer).outcome() == Outcome.FAILED) {
      report(
          Kind.G1A, reader, read + ": " + value + " is of a failed one\n  " + history.get(writer));
      return false;
    }
    return true;
  }

  private void report(Kind kind, int transaction, String what) {
    anomalies.add(new Anomaly(kind, "  " + history.get(transaction) + "\n  " + what));
  }
}
