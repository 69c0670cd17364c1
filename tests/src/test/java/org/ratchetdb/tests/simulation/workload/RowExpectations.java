package org.ratchetdb.tests.simulation.workload;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.StatementResult;

/** What rows may look like, after all that their one writer was told. */
final class RowExpectations {
  static final String ABSENT = "absent";

  private final Map<Long, Set<String>> possible = new TreeMap<>();

  /** By the column of the shared row: how often it was incremented, at least and at most. */
  private final Map<String, long[]> counters = new TreeMap<>();

  /** Keys with a commit timestamp: those that are there, and those that may be. */
  private final Set<Long> stampedAtLeast = new TreeSet<>();

  private final Set<Long> stampedAtMost = new TreeSet<>();
  private long stamps;

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

  private long[] counter(String column) {
    return counters.computeIfAbsent(column, name -> new long[2]);
  }

  void mayIncrement(String column) {
    counter(column)[1]++;
  }

  void didIncrement(String column) {
    counter(column)[0]++;
  }

  void didNotIncrement(String column) {
    counter(column)[1]--;
  }

  /** A number for a key that may be there from now on. */
  long newStamp() {
    stampedAtMost.add(++stamps);
    return stamps;
  }

  void didStamp(long id) {
    stampedAtLeast.add(id);
  }

  void didNotStamp(long id) {
    stampedAtMost.remove(id);
  }

  static String state(long a, String s) {
    return a + "/" + s;
  }

  void check(Session session) {
    checkRows(session);
    counters.forEach((column, bounds) -> checkCounter(session, column, bounds));
    checkStamped(session);
  }

  private static void checkCounter(Session session, String column, long[] bounds) {
    long count = numbers(session, "SELECT " + column + " FROM S").get(0);
    if (count < bounds[0] || count > bounds[1]) {
      throw new AssertionError(
          "Counter " + column + " is " + count + ", not " + bounds[0] + ".." + bounds[1]);
    }
  }

  private void checkStamped(Session session) {
    List<Long> found = numbers(session, "SELECT id FROM E");
    if (!found.containsAll(stampedAtLeast)
        || !stampedAtMost.containsAll(found)
        || Set.copyOf(found).size() != found.size()) {
      throw new AssertionError(
          "Stamped are " + found + ", not " + stampedAtLeast + " and some of " + stampedAtMost);
    }
    List<Long> torn = numbers(session, "SELECT id FROM E WHERE seen IS NULL OR seen != ts");
    if (!torn.isEmpty()) {
      throw new AssertionError("Keys and rows have different commit timestamps: " + torn);
    }
  }

  private static List<Long> numbers(Session session, String sql) {
    List<Long> numbers = new ArrayList<>();
    try (StatementResult result = session.execute(sql)) {
      ResultCursor cursor = result.cursor();
      while (cursor != null && cursor.next()) {
        numbers.add(cursor.getLong(0));
      }
    }
    return numbers;
  }

  private void checkRows(Session session) {
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
