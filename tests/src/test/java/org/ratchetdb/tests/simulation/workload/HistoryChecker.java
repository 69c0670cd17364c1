package org.ratchetdb.tests.simulation.workload;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.tests.simulation.store.LogRecord;

/**
 * Compares what clients saw with the log: the log is the serial order, every read must fit into it,
 * and all that was acknowledged must be in it.
 */
final class HistoryChecker {
  private final History history;

  /** Of all that was written while the process lived. */
  private final Model model;

  /** Of what is left after its end. */
  private final Model left;

  private final boolean powerWasLost;

  HistoryChecker(
      History history, List<LogRecord> written, List<LogRecord> left, boolean powerWasLost) {
    this.history = history;
    this.model = new Model(written);
    this.left = new Model(left);
    this.powerWasLost = powerWasLost;
  }

  void check() {
    checkTimestampsIncrease();
    checkLogHasWholeTransactions();
    checkAcknowledgedAreWritten();
    checkRealTimeOrder();
    history.attempts().forEach(this::checkReads);
  }

  private static AssertionError wrong(String what, @Nullable Object about) {
    return new AssertionError(what + ": " + about);
  }

  private void checkTimestampsIncrease() {
    long last = 0;
    for (LogRecord.Commit commit : model.commits()) {
      if (commit.micros() <= last) {
        throw wrong("A timestamp was handed out twice, or they decrease", commit.micros());
      }
      last = commit.micros();
    }
  }

  private static NavigableMap<Key, @Nullable String> writesOf(LogRecord.Commit commit) {
    NavigableMap<Key, @Nullable String> writes = new TreeMap<>();
    commit.data().forEach(write -> writes.put(write.key(), Model.text(write.payload())));
    return writes;
  }

  /** By a value only that attempt wrote; every attempt that writes has one. */
  private static @Nullable String tokenOf(Map<Key, @Nullable String> writes) {
    return writes.values().stream().filter(Objects::nonNull).findFirst().orElse(null);
  }

  private void checkLogHasWholeTransactions() {
    Map<String, Attempt> byToken = new HashMap<>();
    for (Attempt attempt : history.attempts()) {
      String token = tokenOf(attempt.writes);
      if (token != null) {
        byToken.put(token, attempt);
      }
    }
    Set<Attempt> seen = new HashSet<>();
    for (LogRecord.Commit commit : model.commits()) {
      NavigableMap<Key, @Nullable String> writes = writesOf(commit);
      String token = tokenOf(writes);
      Attempt attempt = token == null ? null : byToken.get(token);
      if (attempt == null) {
        continue; // of an earlier process, or meta records alone
      }
      if (!attempt.writes.equals(writes)) {
        throw wrong("A transaction was written in part: " + writes, attempt);
      }
      if (attempt.outcome == Attempt.Outcome.WITHOUT_EFFECT) {
        throw wrong("A transaction without effect is in the log", attempt);
      }
      if (attempt.isAcknowledged() && attempt.micros != commit.micros()) {
        throw wrong("Another timestamp than acknowledged: " + commit.micros(), attempt);
      }
      if (!seen.add(attempt)) {
        throw wrong("A transaction was written twice", attempt);
      }
      attempt.micros = commit.micros();
    }
  }

  private void checkAcknowledgedAreWritten() {
    Set<Long> written = new HashSet<>();
    model.commits().forEach(commit -> written.add(commit.micros()));
    Set<Long> kept = new HashSet<>();
    left.commits().forEach(commit -> kept.add(commit.micros()));
    long lastDurable = 0;
    for (Attempt attempt : history.attempts()) {
      if (isAcknowledgedWrite(attempt) && attempt.durable) {
        lastDurable = Math.max(lastDurable, attempt.micros);
      }
    }
    for (Attempt attempt : history.attempts()) {
      if (!isAcknowledgedWrite(attempt)) {
        continue;
      }
      if (!written.contains(attempt.micros)) {
        throw wrong("An acknowledged transaction was never written", attempt);
      }
      boolean mayBeLost = powerWasLost && !attempt.durable && attempt.micros > lastDurable;
      if (!mayBeLost && !kept.contains(attempt.micros)) {
        throw wrong("An acknowledged transaction is lost", attempt);
      }
    }
  }

  private static boolean isAcknowledgedWrite(Attempt attempt) {
    return attempt.isAcknowledged() && !attempt.isView() && !attempt.writes.isEmpty();
  }

  /** Who began after an acknowledgement comes after it. */
  private void checkRealTimeOrder() {
    for (Attempt after : history.attempts()) {
      if (!after.isAcknowledged() || after.kind == Attempt.Kind.STALE_VIEW) {
        continue;
      }
      for (Attempt before : history.attempts()) {
        if (isAcknowledgedWrite(before)
            && before.acknowledged < after.begun
            && (isAcknowledgedWrite(after)
                ? before.micros >= after.micros
                : before.micros > after.micros)) {
          throw wrong("Began after this was acknowledged, yet is before it: " + before, after);
        }
      }
    }
  }

  private void checkReads(Attempt attempt) {
    if (attempt.observations.isEmpty()) {
      return;
    }
    switch (attempt.kind) {
      case STRONG_VIEW, STALE_VIEW -> {
        if (attempt.isAcknowledged()) {
          requireAt(attempt, attempt.micros);
          if (attempt.momentMicros != 0) {
            requireAt(attempt, attempt.momentMicros);
          }
        }
      }
      case SERIALIZABLE -> {
        if (attempt.isAcknowledged()) {
          requireAt(attempt, attempt.writes.isEmpty() ? attempt.micros : attempt.micros - 1);
        } else if (!isAtSomeTime(attempt, false)) {
          throw wrong("Saw a mixture of states", attempt);
        }
      }
      case REPEATABLE_READ -> {
        if (!isAtSomeTime(attempt, isAcknowledgedWrite(attempt))) {
          throw wrong("Did not read from one snapshot, or overwrote a newer version", attempt);
        }
      }
    }
  }

  private void requireAt(Attempt attempt, long micros) {
    for (Observation seen : attempt.observations) {
      String value = model.valueAt(seen.key(), micros);
      if (!Objects.equals(value, seen.value())) {
        throw wrong(
            "Saw " + seen + " where the serial order has " + value + " at " + micros, attempt);
      }
    }
  }

  private boolean isAtSomeTime(Attempt attempt, boolean firstCommitter) {
    long earliest = 0;
    for (Attempt before : history.attempts()) {
      if (isAcknowledgedWrite(before) && before.acknowledged < attempt.begun) {
        earliest = Math.max(earliest, before.micros);
      }
    }
    List<Long> candidates = new ArrayList<>(List.of(earliest));
    for (LogRecord.Commit commit : model.commits()) {
      if (commit.micros() > earliest) {
        candidates.add(commit.micros());
      }
    }
    for (long micros : candidates) {
      if ((!firstCommitter || micros < attempt.micros)
          && attempt.observations.stream()
              .allMatch(o -> Objects.equals(model.valueAt(o.key(), micros), o.value()))
          && (!firstCommitter
              || attempt.writes.keySet().stream()
                  .noneMatch(key -> model.isChangedBetween(key, micros, attempt.micros)))) {
        return true;
      }
    }
    return false;
  }
}
