package org.ratchetdb.tests.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ratchetdb.tests.history.Anomaly.Kind;
import org.ratchetdb.tests.history.HistoryChecker.Demand;
import org.ratchetdb.tests.history.TransactionRecord.Level;
import org.ratchetdb.tests.history.TransactionRecord.Outcome;

/** Hand-made histories: each anomaly is found and called by its name, and clean ones pass. */
class HistoryCheckerTest {
  private final List<TransactionRecord> history = new ArrayList<>();
  private int processes;

  // ---- how histories are written down

  private static Operation append(String key, long value) {
    return new Operation.Append(key, value);
  }

  private static Operation list(String key, Long... values) {
    return new Operation.ReadList(key, List.of(values));
  }

  private static Operation write(String key, long value) {
    return new Operation.Write(key, value);
  }

  private static Operation read(String key, Long value) {
    return new Operation.Read(key, value);
  }

  private static Operation readNothing(String key) {
    return new Operation.Read(key, null);
  }

  /** A committed transaction of its own client, beside all others. */
  private void committed(Operation... operations) {
    add(Level.SERIALIZABLE, Outcome.COMMITTED, 0, 1_000, operations);
  }

  private void repeatable(Operation... operations) {
    add(Level.REPEATABLE_READ, Outcome.COMMITTED, 0, 1_000, operations);
  }

  private void during(long from, long to, Operation... operations) {
    add(Level.SERIALIZABLE, Outcome.COMMITTED, from, to, operations);
  }

  private void add(Level level, Outcome outcome, long from, long to, Operation... operations) {
    add(level, outcome, from, to, -1, -1, operations);
  }

  private void add(
      Level level,
      Outcome outcome,
      long from,
      long to,
      long commitMicros,
      long readMicros,
      Operation... operations) {
    history.add(
        new TransactionRecord(
            processes++, level, List.of(operations), from, to, outcome, commitMicros, readMicros));
  }

  private void stamped(long from, long to, long commitMicros, Operation... operations) {
    add(Level.SERIALIZABLE, Outcome.COMMITTED, from, to, commitMicros, -1, operations);
  }

  private void stale(long from, long readMicros, Operation... operations) {
    add(Level.STALE_READ, Outcome.COMMITTED, from, from + 1, -1, readMicros, operations);
  }

  private List<Kind> kinds() {
    return kinds(Demand.AS_PROMISED);
  }

  private List<Kind> kinds(Demand demand) {
    return HistoryChecker.check(history, demand).stream().map(Anomaly::kind).distinct().toList();
  }

  // ---- clean histories

  @Test
  void emptyHistoryIsClean() {
    assertThat(kinds()).isEmpty();
  }

  @Test
  void concurrentTransactionsThatSomeOrderExplainsAreClean() {
    committed(append("x", 1), list("y"));
    committed(list("x", 1L), append("y", 2), append("x", 3));
    committed(list("x", 1L, 3L), list("y", 2L));
    committed(write("r", 1));
    committed(read("r", 1L), write("r", 2), read("r", 2L));
    committed(readNothing("r"), list("x"));
    assertThat(kinds(Demand.ALL_SERIALIZABLE)).isEmpty();
  }

  @Test
  void transactionOfUnknownOutcomeMayHaveHappenedOrNot() {
    committed(append("x", 1));
    add(Level.SERIALIZABLE, Outcome.UNKNOWN, 0, 10, append("x", 2));
    add(Level.SERIALIZABLE, Outcome.UNKNOWN, 0, 10, append("x", 3), write("r", 1));
    add(Level.SERIALIZABLE, Outcome.FAILED, 0, 10, append("x", 4));
    during(2_000, 2_001, list("x", 1L, 3L), read("r", 1L));
    assertThat(kinds()).isEmpty();
  }

  @Test
  void seenTransactionOfUnknownOutcomeMustHaveHappenedWhole() {
    add(Level.SERIALIZABLE, Outcome.UNKNOWN, 0, 10, append("x", 2), append("y", 2));
    during(2_000, 2_001, list("x", 2L), list("y"));
    during(2_002, 2_003, list("y", 2L));
    assertThat(kinds()).containsExactly(Kind.G_SINGLE);
  }

  // ---- within and between two transactions

  @Test
  void internalInconsistencyIsFound() {
    committed(append("x", 1));
    committed(append("y", 2), list("y"));
    assertThat(kinds()).containsExactly(Kind.INTERNAL);
  }

  @Test
  void listThatChangesWithinTransactionIsFound() {
    committed(append("x", 1));
    committed(list("x"), list("x", 1L));
    assertThat(kinds()).contains(Kind.INTERNAL);
  }

  @Test
  void registerThatChangesWithinTransactionIsFound() {
    committed(write("r", 1));
    committed(write("r", 2), read("r", 1L));
    assertThat(kinds()).contains(Kind.INTERNAL);
  }

  @Test
  void abortedReadIsFound() {
    add(Level.SERIALIZABLE, Outcome.FAILED, 0, 10, append("x", 1), write("r", 5));
    committed(list("x", 1L));
    assertThat(kinds()).containsExactly(Kind.G1A);
    history.remove(1);
    committed(read("r", 5L));
    assertThat(kinds()).containsExactly(Kind.G1A);
  }

  @Test
  void intermediateReadIsFound() {
    committed(append("x", 1), append("x", 2));
    add(Level.SERIALIZABLE, Outcome.FAILED, 0, 10, list("x", 1L));
    assertThat(kinds()).containsExactly(Kind.G1B);
  }

  @Test
  void intermediateReadOfRegisterIsFound() {
    committed(write("r", 1), write("r", 2));
    committed(read("r", 1L));
    assertThat(kinds()).contains(Kind.G1B);
  }

  @Test
  void inventedAndDuplicateValuesAreFound() {
    committed(append("x", 1));
    committed(list("x", 1L, 1L, 9L));
    assertThat(kinds()).contains(Kind.DUPLICATE, Kind.INVENTED);
  }

  @Test
  void readsThatNoOrderOfAppendsExplainsAreFound() {
    committed(append("x", 1));
    committed(append("x", 2));
    committed(list("x", 1L, 2L));
    committed(list("x", 2L));
    assertThat(kinds()).containsExactly(Kind.INCOMPATIBLE_ORDER);
  }

  @Test
  void acknowledgedAppendThatIsGoneIsFound() {
    during(0, 10, append("x", 1));
    during(0, 10, append("x", 2));
    during(20, 30, list("x", 2L));
    assertThat(kinds()).containsExactly(Kind.LOST_WRITE);
  }

  @Test
  void acknowledgedWriteThatIsGoneIsFound() {
    during(0, 10, write("r", 1));
    during(20, 30, readNothing("r"));
    assertThat(kinds()).contains(Kind.LOST_WRITE);
  }

  // ---- cycles

  @Test
  void dirtyWriteIsFound() {
    committed(append("x", 1), append("y", 1));
    committed(append("x", 2), append("y", 2));
    committed(list("x", 1L, 2L));
    committed(list("y", 2L, 1L));
    assertThat(kinds()).containsExactly(Kind.G0);
  }

  @Test
  void circularInformationFlowIsFound() {
    committed(append("x", 1), list("y", 2L));
    committed(append("y", 2), list("x", 1L));
    assertThat(kinds()).containsExactly(Kind.G1C);
  }

  @Test
  void readSkewIsFound() {
    committed(append("x", 1), append("y", 1));
    committed(list("x"), list("y", 1L));
    committed(list("x", 1L));
    assertThat(kinds()).containsExactly(Kind.G_SINGLE);
  }

  @Test
  void readSkewOfRegistersIsFound() {
    committed(write("r", 1), write("s", 1));
    committed(readNothing("r"), read("s", 1L));
    assertThat(kinds()).containsExactly(Kind.G_SINGLE);
  }

  @Test
  void writeSkewIsFound() {
    committed(list("x"), append("y", 1));
    committed(list("y"), append("x", 1));
    committed(list("x", 1L), list("y", 1L));
    assertThat(kinds()).containsExactly(Kind.G2);
  }

  @Test
  void lostUpdateOfListIsFound() {
    committed(append("x", 1));
    committed(list("x", 1L), append("x", 2));
    committed(list("x", 1L), append("x", 3));
    committed(list("x", 1L, 2L, 3L));
    assertThat(kinds()).containsExactly(Kind.LOST_UPDATE);
  }

  @Test
  void lostUpdateOfRegisterIsFound() {
    committed(write("r", 1));
    repeatable(read("r", 1L), write("r", 2));
    repeatable(read("r", 1L), write("r", 3));
    assertThat(kinds()).containsExactly(Kind.LOST_UPDATE);
  }

  @Test
  void longCycleIsTold() {
    for (int i = 0; i < 7; i++) {
      committed(list("k" + i), append("k" + (i + 1) % 7, 1));
    }
    committed(list("k0", 1L), list("k1", 1L), list("k2", 1L), list("k3", 1L));
    committed(list("k4", 1L), list("k5", 1L), list("k6", 1L));
    List<Anomaly> anomalies = HistoryChecker.check(history, Demand.AS_PROMISED);
    assertThat(anomalies).hasSize(1);
    assertThat(anomalies.get(0).toString())
        .contains("write skew", "T7 = client", "read what is overwritten by", "(k3)");
  }

  // ---- real time

  @Test
  void strongReadThatMissesAnAcknowledgedWriteIsFound() {
    during(0, 10, append("x", 1));
    during(20, 30, list("x"));
    during(15, 40, list("x", 1L));
    assertThat(kinds()).containsExactly(Kind.REAL_TIME);
  }

  @Test
  void registerReadThatMissesAnAcknowledgedWriteIsFound() {
    during(0, 10, write("r", 1));
    during(20, 30, write("r", 2));
    during(40, 50, read("r", 1L));
    assertThat(kinds()).containsExactly(Kind.REAL_TIME);
  }

  @Test
  void orderThatRunsAgainstRealTimeThroughOthersIsFound() {
    during(0, 10, append("x", 1));
    during(20, 30, append("y", 1));
    during(5, 25, list("x"), append("z", 1));
    during(40, 50, list("y", 1L), list("z", 1L), list("x", 1L));
    assertThat(kinds()).as("reader of the past, still at work").isEmpty();
    during(41, 50, list("x"), list("y", 1L));
    assertThat(kinds()).containsExactly(Kind.REAL_TIME);
  }

  @Test
  void staleReadMaySeeThePastButNoMixture() {
    during(0, 10, append("x", 1), append("y", 1));
    during(20, 30, append("x", 2), append("y", 2));
    stale(50, -1, list("x", 1L), list("y", 1L));
    stale(60, -1, list("x"), list("y"));
    during(100, 110, list("x", 1L, 2L), list("y", 1L, 2L));
    assertThat(kinds()).isEmpty();
    stale(70, -1, list("x", 1L), list("y", 1L, 2L));
    assertThat(kinds()).containsExactly(Kind.G_SINGLE);
  }

  @Test
  void staleReadCannotSeeWhatComesAfterIt() {
    stale(0, -1, list("x", 1L));
    during(20, 30, append("x", 1));
    assertThat(kinds()).containsExactly(Kind.REAL_TIME);
  }

  // ---- repeatable read

  @Test
  void repeatableReadMaySkewWritesAndNothingWorse() {
    repeatable(list("x"), append("y", 1));
    repeatable(list("y"), append("x", 1));
    during(2_000, 2_001, list("x", 1L), list("y", 1L));
    assertThat(kinds()).isEmpty();
    assertThat(kinds(Demand.ALL_SERIALIZABLE)).containsExactly(Kind.G2);
  }

  @Test
  void readSkewUnderRepeatableReadIsFound() {
    repeatable(append("x", 1), append("y", 1));
    repeatable(list("x"), list("y", 1L), append("z", 1));
    during(2_000, 2_001, list("x", 1L), list("y", 1L), list("z", 1L));
    assertThat(kinds()).containsExactly(Kind.G_SINGLE);
  }

  @Test
  void lostUpdateUnderRepeatableReadIsFound() {
    repeatable(list("x"), append("x", 1));
    repeatable(list("x"), append("x", 2));
    during(2_000, 2_001, list("x", 1L, 2L));
    assertThat(kinds()).containsExactly(Kind.LOST_UPDATE);
  }

  @Test
  void repeatableReadStillFollowsRealTime() {
    during(0, 10, append("x", 1));
    add(Level.REPEATABLE_READ, Outcome.COMMITTED, 20, 30, list("x"), append("y", 1));
    during(40, 50, list("x", 1L));
    assertThat(kinds()).containsExactly(Kind.REAL_TIME);
  }

  @Test
  void serializablePivotBetweenRepeatableReadsIsFound() {
    // The middle one is serializable: it cannot have missed the last and yet be missed by the
    // first, when the first has seen the last.
    add(Level.REPEATABLE_READ, Outcome.COMMITTED, 0, 100, list("b"), list("a", 3L), append("z", 1));
    add(Level.SERIALIZABLE, Outcome.COMMITTED, 0, 100, list("a"), append("b", 2));
    add(Level.REPEATABLE_READ, Outcome.COMMITTED, 0, 100, append("a", 3));
    during(200, 300, list("a", 3L), list("b", 2L), list("z", 1L));
    assertThat(kinds()).containsExactly(Kind.G2);
  }

  // ---- timestamps

  @Test
  void readAtTimestampThatEqualsThePrefixIsClean() {
    stamped(0, 10, 100, append("x", 1), write("r", 1));
    stamped(20, 30, 200, append("x", 2), write("r", 2));
    stale(50, 100, list("x", 1L), read("r", 1L));
    stale(50, 199, list("x", 1L), read("r", 1L));
    stale(50, 200, list("x", 1L, 2L), read("r", 2L));
    stale(50, 99, list("x"), readNothing("r"));
    assertThat(kinds()).isEmpty();
  }

  @Test
  void readAtTimestampThatMissesACommitIsFound() {
    stamped(0, 10, 100, append("x", 1));
    stamped(20, 30, 200, append("x", 2));
    during(40, 41, list("x", 1L, 2L));
    stale(50, 200, list("x", 1L));
    assertThat(kinds()).containsExactly(Kind.TIMESTAMP);
  }

  @Test
  void readAtTimestampThatSeesALaterCommitIsFound() {
    stamped(0, 10, 100, write("r", 1));
    stamped(20, 30, 200, write("r", 2));
    stale(50, 150, read("r", 2L));
    assertThat(kinds()).containsExactly(Kind.TIMESTAMP);
  }

  @Test
  void readOfRegisterAtTimestampThatMissesACommitIsFound() {
    stamped(0, 10, 100, write("r", 1));
    stamped(20, 30, 200, write("r", 2));
    stale(50, 200, read("r", 1L));
    assertThat(kinds()).containsExactly(Kind.TIMESTAMP);
  }

  @Test
  void timestampsThatRunAgainstRealTimeAreFound() {
    stamped(0, 10, 200, append("x", 1));
    stamped(20, 30, 100, append("y", 1));
    assertThat(kinds()).containsExactly(Kind.TIMESTAMP);
  }

  @Test
  void timestampsThatRunAgainstVersionsAreFound() {
    stamped(0, 100, 200, append("x", 1));
    stamped(0, 100, 100, append("x", 2));
    committed(list("x", 1L, 2L));
    assertThat(kinds()).containsExactly(Kind.TIMESTAMP);
  }

  @Test
  void timestampGivenTwiceIsFound() {
    stamped(0, 100, 100, append("x", 1));
    stamped(0, 100, 100, append("y", 2));
    assertThat(kinds()).containsExactly(Kind.TIMESTAMP);
  }

  @Test
  void commitTimestampsOrderBlindWrites() {
    stamped(0, 100, 100, write("r", 1), write("s", 1));
    stamped(0, 100, 200, write("r", 2), write("s", 2));
    committed(read("r", 1L), read("s", 2L));
    assertThat(kinds()).containsExactly(Kind.G_SINGLE);
  }
}
