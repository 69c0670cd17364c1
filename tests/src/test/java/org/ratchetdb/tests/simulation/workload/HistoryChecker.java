package org.ratchetdb.tests.simulation.workload;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
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
    checkOnlyTheEndIsLost();
    checkLogHasWholeTransactions();
    checkAcknowledgedAreWritten();
    checkAnswersAreDurable();
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

  /** What was not synced may be gone from some commit on; nothing before it, and none in part. */
  private void checkOnlyTheEndIsLost() {
    List<LogRecord.Commit> all = model.commits();
    List<LogRecord.Commit> kept = left.commits();
    if (kept.size() > all.size() || !all.subList(0, kept.size()).equals(kept)) {
      throw wrong("A commit is lost and a later one is not", kept.size() + " of " + all.size());
    }
  }

  /** Every value names its attempt; every attempt that writes has written one. */
  private static @Nullable String writerOf(Map<Key, Written> writes) {
    for (Written written : writes.values()) {
      Row row = written.row();
      String writer = row == null ? null : row.writer();
      if (writer != null) {
        return writer;
      }
    }
    return null;
  }

  private void checkLogHasWholeTransactions() {
    Map<String, Attempt> byName = new HashMap<>();
    history.attempts().forEach(attempt -> byName.put(attempt.name, attempt));
    for (LogRecord.Commit commit : model.commits()) {
      NavigableMap<Key, Written> writes = Model.buffered(commit);
      String writer = writerOf(writes);
      Attempt attempt = writer == null ? null : byName.get(writer);
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
      if (commit.micros() <= attempt.floorMicros) {
        throw wrong("Committed at or before " + attempt.floorMicros, attempt);
      }
      if (attempt.logged) {
        throw wrong("A transaction was written twice", attempt);
      }
      attempt.logged = true;
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

  /** What was asked to be durable is shown to nobody before it is. */
  private void checkAnswersAreDurable() {
    if (!powerWasLost) {
      return;
    }
    Set<Long> kept = new HashSet<>();
    left.commits().forEach(commit -> kept.add(commit.micros()));
    List<Attempt> lost = new ArrayList<>();
    for (Attempt attempt : history.attempts()) {
      if (attempt.logged && attempt.durable && !kept.contains(attempt.micros)) {
        lost.add(attempt);
      }
    }
    for (Attempt answered : history.attempts()) {
      if (!answered.isAcknowledged() || !answered.hasReads() || isAcknowledgedWrite(answered)) {
        continue;
      }
      for (Attempt attempt : lost) {
        if (attempt.micros <= answered.micros) {
          throw wrong("An answer shows what was lost: " + attempt, answered);
        }
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
    if (!attempt.hasReads()) {
      return;
    }
    switch (attempt.kind) {
      case STRONG_VIEW, STALE_VIEW -> {
        if (attempt.isAcknowledged()) {
          requireAt(attempt, attempt.micros, Extent.VISIBLE);
          if (attempt.momentMicros != 0) {
            requireAt(attempt, attempt.momentMicros, Extent.VISIBLE);
          }
        }
      }
      case SERIALIZABLE -> {
        if (attempt.logged) {
          requireAt(attempt, attempt.micros - 1, Extent.HELD);
        } else if (attempt.isAcknowledged() && !attempt.optimistic) {
          requireAt(attempt, attempt.micros, Extent.HELD);
        }
        if (attempt.optimistic
            ? !isAtSomeTime(attempt, Extent.VISIBLE, false)
            : !attempt.logged && !isAtSomeTime(attempt, Extent.HELD, false)) {
          throw wrong("Saw a mixture of states", attempt);
        }
      }
      case REPEATABLE_READ -> {
        if (!isAtSomeTime(attempt, Extent.VISIBLE, attempt.logged)) {
          throw wrong("Did not read from one snapshot, or overwrote a newer version", attempt);
        }
        if (attempt.logged) {
          requireAt(attempt, attempt.micros - 1, Extent.BOUND);
        }
      }
    }
  }

  /** Which part of what was read is looked at. */
  private enum Extent {
    /** All that came from the store. */
    VISIBLE,
    /** What a serializable transaction asked to read the same at its commit. */
    HELD,
    /** What it asked for though it be not serializable. */
    BOUND;

    long cells(Observation seen) {
      return switch (this) {
        case VISIBLE -> seen.visible();
        case HELD -> seen.held();
        case BOUND -> seen.bound();
      };
    }

    boolean concerns(Observation seen) {
      return this != BOUND || seen.bound() != 0;
    }
  }

  private void requireAt(Attempt attempt, long micros, Extent extent) {
    for (Observation seen : attempt.observations) {
      Row row = model.rowAt(seen.key(), micros);
      if (extent.concerns(seen) && !Observation.same(row, seen.row(), extent.cells(seen))) {
        throw wrong(
            "Saw " + seen + " where the serial order has " + row + " at " + micros, attempt);
      }
    }
    for (Listing seen : attempt.listings) {
      NavigableMap<Key, Row> rows = model.rowsAt(seen.range(), micros);
      if (extent != Extent.BOUND && !seen.agreesWith(rows)) {
        throw wrong(
            "Saw " + seen + " where the serial order has " + rows + " at " + micros, attempt);
      }
    }
  }

  private boolean agrees(Attempt attempt, long micros, Extent extent) {
    for (Observation seen : attempt.observations) {
      if (!Observation.same(model.rowAt(seen.key(), micros), seen.row(), extent.cells(seen))) {
        return false;
      }
    }
    for (Listing seen : attempt.listings) {
      if (!seen.agreesWith(model.rowsAt(seen.range(), micros))) {
        return false;
      }
    }
    return true;
  }

  private boolean isAtSomeTime(Attempt attempt, Extent extent, boolean firstCommitter) {
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
      if ((!attempt.logged || micros < attempt.micros)
          && agrees(attempt, micros, extent)
          && (!firstCommitter || isFirstCommitter(attempt, micros))) {
        return true;
      }
    }
    return false;
  }

  /** Whether nobody wrote between its snapshot and its commit what it writes. */
  private boolean isFirstCommitter(Attempt attempt, long snapshotMicros) {
    for (Map.Entry<Key, Written> write : attempt.writes.entrySet()) {
      long cells = write.getValue().cells();
      if (model.isChangedBetween(write.getKey(), cells, snapshotMicros, attempt.micros)) {
        return false;
      }
    }
    return true;
  }
}
