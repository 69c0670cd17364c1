package org.ratchetdb.tests.simulation.workload;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.tests.simulation.store.LogRecord;

/** What a store held at every timestamp, made from its log. */
final class Model {
  private final List<LogRecord.Commit> commits = new ArrayList<>();
  private final Map<Key, NavigableMap<Long, Cell>> versions = new HashMap<>();

  /** A value, or its absence. */
  private static final class Cell {
    final @Nullable String value;

    Cell(@Nullable String value) {
      this.value = value;
    }
  }

  Model(List<LogRecord> log) {
    for (LogRecord record : log) {
      if (record instanceof LogRecord.Group group) {
        for (LogRecord.Commit commit : group.commits()) {
          commits.add(commit);
          for (LogRecord.Write write : commit.data()) {
            String value = text(write.payload());
            if (value != null || valueAt(write.key(), commit.micros()) != null) {
              versions
                  .computeIfAbsent(write.key(), key -> new TreeMap<>())
                  .put(commit.micros(), new Cell(value));
            }
          }
        }
      }
    }
  }

  static @Nullable String text(byte @Nullable [] payload) {
    return payload == null ? null : new String(payload, StandardCharsets.US_ASCII);
  }

  /** In the order they were written. */
  List<LogRecord.Commit> commits() {
    return commits;
  }

  /** The value at a timestamp, commits of that timestamp included; null when there is none. */
  @Nullable String valueAt(Key key, long micros) {
    NavigableMap<Long, Cell> all = versions.get(key);
    Map.Entry<Long, Cell> version = all == null ? null : all.floorEntry(micros);
    return version == null ? null : version.getValue().value;
  }

  /**
   * Whether somebody changed the key after one timestamp and before another; a key that came and
   * went in between is as it was.
   */
  boolean isChangedBetween(Key key, long afterMicros, long beforeMicros) {
    NavigableMap<Long, Cell> all = versions.get(key);
    return all != null
        && !all.subMap(afterMicros, false, beforeMicros, false).isEmpty()
        && (valueAt(key, afterMicros) != null || valueAt(key, beforeMicros - 1) != null);
  }
}
