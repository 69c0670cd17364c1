package org.ratchetdb.tests.simulation.workload;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.StatementResult;

/** What rows may look like, after all that their one writer was told. */
final class RowExpectations {
  static final String ABSENT = "absent";

  private final Map<Long, Set<String>> possible = new TreeMap<>();

  /** Increments of the row that all writers share: those acknowledged, and those that may be. */
  private long incrementsMin;

  private long incrementsMax;

  /** What a row may be now. */
  Set<String> of(long id) {
    return possible.computeIfAbsent(id, key -> new HashSet<>(Set.of(ABSENT)));
  }

  /** From now on the row may be this as well. */
  void may(long id, String state) {
    of(id).add(state);
  }

  /** From now on the row is this. */
  void is(long id, String state) {
    of(id).clear();
    of(id).add(state);
  }

  void mayIncrement() {
    incrementsMax++;
  }

  void didIncrement() {
    incrementsMin++;
  }

  void didNotIncrement() {
    incrementsMax--;
  }

  static String state(long a, String s) {
    return a + "/" + s;
  }

  void check(Session session) {
    Map<Long, String> found = new TreeMap<>();
    try (StatementResult result = session.execute("SELECT id, a, s FROM T WHERE id < 100000")) {
      ResultCursor cursor = result.cursor();
      if (cursor == null) {
        throw new AssertionError("A query gave no rows");
      }
      while (cursor.next()) {
        found.put(cursor.getLong(0), state(cursor.getLong(1), cursor.getString(2)));
      }
    }
    String counter = found.remove(0L);
    long count = counter == null ? -1 : Long.parseLong(counter.split("/")[0]);
    if (count < incrementsMin || count > incrementsMax) {
      throw new AssertionError(
          "The counter is " + counter + ", not " + incrementsMin + ".." + incrementsMax);
    }
    possible.forEach(
        (id, states) -> {
          String state = found.getOrDefault(id, ABSENT);
          if (!states.contains(state)) {
            throw new AssertionError("Row " + id + " is " + state + ", not one of " + states);
          }
        });
    found.forEach(
        (id, state) -> {
          if (!possible.containsKey(id)) {
            throw new AssertionError("Nobody wrote row " + id + ": " + state);
          }
        });
  }
}
