package org.ratchetdb.tests.simulation.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.storage.api.Cells;
import org.ratchetdb.tests.simulation.store.LogRecord;

/** What a store held at every timestamp, made from its log. */
final class Model {
  private final List<LogRecord.Commit> commits = new ArrayList<>();
  private final NavigableMap<Key, NavigableMap<Long, Version>> versions = new TreeMap<>();

  /** A row, or its absence. */
  private record Version(@Nullable Row row) {}

  Model(List<LogRecord> log) {
    for (LogRecord record : log) {
      if (record instanceof LogRecord.Group group) {
        group.commits().forEach(this::add);
      }
    }
  }

  private void add(LogRecord.Commit commit) {
    commits.add(commit);
    long micros = commit.micros();
    writesOf(commit)
        .forEach(
            (key, written) -> {
              Row row = written.row();
              Row before = rowAt(key, micros);
              if (row != null && written.patch()) {
                if (before == null) {
                  throw new AssertionError("A patch of " + key + ", which is not there: " + row);
                }
                row = before.patched(row);
              }
              if (row != null || before != null) {
                versions
                    .computeIfAbsent(key, k -> new TreeMap<>())
                    .put(micros, new Version(row == null ? null : row.stamped(micros)));
              }
            });
    for (LogRecord.StampedWrite stamped : commit.stamped()) {
      byte[] payload = stamped.write().payload();
      if (payload != null) {
        versions
            .computeIfAbsent(stamped.key().at(micros), k -> new TreeMap<>())
            .put(micros, new Version(Row.of(payload).stamped(micros)));
      }
    }
  }

  /** What a commit writes under keys known before. */
  private static Map<Key, Written> writesOf(LogRecord.Commit commit) {
    Map<Key, Written> writes = new TreeMap<>();
    for (LogRecord.Write write : commit.data()) {
      byte[] payload = write.payload();
      writes.put(
          write.key(),
          payload == null ? Written.DELETED : new Written(Row.of(payload), write.isPatch()));
    }
    return writes;
  }

  /** All that a commit writes, as its client buffered it. */
  static NavigableMap<Key, Written> buffered(LogRecord.Commit commit) {
    NavigableMap<Key, Written> writes = new TreeMap<>(writesOf(commit));
    for (LogRecord.StampedWrite stamped : commit.stamped()) {
      byte[] payload = stamped.write().payload();
      writes.put(
          stamped.key().template(),
          payload == null ? Written.DELETED : new Written(Row.of(payload), false));
    }
    return writes;
  }

  /** In the order they were written. */
  List<LogRecord.Commit> commits() {
    return commits;
  }

  /** The row at a timestamp, commits of that timestamp included; null when there is none. */
  @Nullable Row rowAt(Key key, long micros) {
    NavigableMap<Long, Version> all = versions.get(key);
    Map.Entry<Long, Version> version = all == null ? null : all.floorEntry(micros);
    return version == null ? null : version.getValue().row();
  }

  /** All rows of a range at a timestamp. */
  NavigableMap<Key, Row> rowsAt(KeyRange range, long micros) {
    NavigableMap<Key, Row> rows = new TreeMap<>();
    NavigableMap<Key, ?> inside =
        range.end() == null
            ? versions.tailMap(range.start(), true)
            : versions.subMap(range.start(), true, range.end(), false);
    for (Key key : inside.keySet()) {
      Row row = rowAt(key, micros);
      if (row != null) {
        rows.put(key, row);
      }
    }
    return rows;
  }

  /**
   * Whether somebody changed cells of the key after one timestamp and before another; a key that
   * came and went in between is as it was.
   */
  boolean isChangedBetween(Key key, long cells, long afterMicros, long beforeMicros) {
    NavigableMap<Long, Version> all = versions.get(key);
    if (all == null) {
      return false;
    }
    Row before = rowAt(key, afterMicros);
    NavigableMap<Long, Version> between = all.subMap(afterMicros, false, beforeMicros, false);
    if (between.isEmpty() || (before == null && rowAt(key, beforeMicros - 1) == null)) {
      return false;
    }
    if (cells == Cells.ALL) {
      return true;
    }
    for (Version version : between.values()) {
      Row row = version.row();
      if (row == null || before == null || (before.changed(row) & cells) != 0) {
        return true;
      }
      before = row;
    }
    return false;
  }
}
