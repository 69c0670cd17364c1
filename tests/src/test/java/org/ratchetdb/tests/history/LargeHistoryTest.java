package org.ratchetdb.tests.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.ratchetdb.tests.history.Anomaly.Kind;
import org.ratchetdb.tests.history.HistoryChecker.Demand;
import org.ratchetdb.tests.history.TransactionRecord.Level;
import org.ratchetdb.tests.history.TransactionRecord.Outcome;

/** A hundred thousand transactions that ran one after another, recorded as if side by side. */
class LargeHistoryTest {
  private static final int TRANSACTIONS = 100_000;
  private static final int PROCESSES = 16;
  private static final int LIST_LENGTH_MAX = 100;
  private static final int HOT_KEYS = 8;

  private final Map<String, List<Long>> lists = new HashMap<>();
  private final Map<String, Long> registers = new HashMap<>();
  private final List<TransactionRecord> history = new ArrayList<>();
  private long values;
  private int generation;

  @Test
  void largeCleanHistoryIsCheckedInSecondsAndOneFaultInItIsFound() {
    long seed = new SplittableRandom().nextLong();
    System.out.println("LargeHistoryTest seed " + seed);
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < TRANSACTIONS; i++) {
      history.add(next(i, random));
    }
    assertTimeout(
        Duration.ofMinutes(2),
        () -> assertThat(HistoryChecker.check(history, Demand.AS_PROMISED)).isEmpty());
    breakOneRead(random);
    assertThat(HistoryChecker.check(history, Demand.AS_PROMISED))
        .extracting(Anomaly::kind)
        .contains(Kind.TIMESTAMP)
        // The shortest way round is through real time, or through what the reader did see.
        .containsAnyOf(Kind.REAL_TIME, Kind.G_SINGLE);
  }

  /** Runs at the moment i, and is open for so long before and after as its client has time. */
  private TransactionRecord next(int i, SplittableRandom random) {
    List<Operation> operations = new ArrayList<>();
    int count = random.nextInt(1, 6);
    for (int n = 0; n < count; n++) {
      operations.add(operation(random));
    }
    long middle = 1_000L * i;
    long slack = 1_000L * PROCESSES / 2 - 1;
    return new TransactionRecord(
        i % PROCESSES,
        Level.SERIALIZABLE,
        operations,
        middle - random.nextLong(1, slack),
        middle + random.nextLong(1, slack),
        Outcome.COMMITTED,
        i,
        TransactionRecord.UNKNOWN);
  }

  private Operation operation(SplittableRandom random) {
    String key = generation + "/" + random.nextInt(HOT_KEYS);
    if (random.nextInt(3) == 0) {
      String register = "r" + key;
      if (random.nextBoolean()) {
        registers.put(register, ++values);
        return new Operation.Write(register, values);
      }
      return new Operation.Read(register, registers.get(register));
    }
    List<Long> list = lists.computeIfAbsent(key, k -> new ArrayList<>());
    if (random.nextBoolean()) {
      list.add(++values);
      if (list.size() >= LIST_LENGTH_MAX) {
        generation++;
      }
      return new Operation.Append(key, values);
    }
    return new Operation.ReadList(key, list);
  }

  /**
   * Whether a later transaction has read as much: what nobody else has seen would count as lost.
   */
  private boolean isSeenByAnother(int i, Operation.ReadList read) {
    return history.subList(i + 1, history.size()).stream()
        .flatMap(record -> record.operations().stream())
        .anyMatch(
            operation ->
                operation instanceof Operation.ReadList other
                    && other.key().equals(read.key())
                    && other.values().size() >= read.values().size());
  }

  /** Takes the last elements off a read in the middle that has some from other transactions. */
  private void breakOneRead(SplittableRandom random) {
    int i = TRANSACTIONS / 2 + random.nextInt(1_000);
    for (; ; i++) {
      TransactionRecord record = history.get(i);
      if (record.operations().size() == 1
          && record.operations().get(0) instanceof Operation.ReadList read
          && read.values().size() > 2
          && isSeenByAnother(i, read)) {
        List<Long> shorter = read.values().subList(0, read.values().size() - 2);
        history.set(
            i,
            new TransactionRecord(
                record.process(),
                Level.STRONG_READ,
                List.of(new Operation.ReadList(read.key(), shorter)),
                record.completedNanos() + 100_000,
                record.completedNanos() + 100_001,
                record.outcome(),
                TransactionRecord.UNKNOWN,
                i));
        return;
      }
    }
  }
}
