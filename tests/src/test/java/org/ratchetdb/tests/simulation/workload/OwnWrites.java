package org.ratchetdb.tests.simulation.workload;

import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;

/** What a transaction has written so far, as its client knows it. */
final class OwnWrites {
  private final NavigableMap<Key, Written> written;

  OwnWrites() {
    this(new TreeMap<>());
  }

  private OwnWrites(NavigableMap<Key, Written> written) {
    this.written = written;
  }

  OwnWrites copy() {
    return new OwnWrites(new TreeMap<>(written));
  }

  boolean isEmpty() {
    return written.isEmpty();
  }

  /** Whether the log can show whose they are. */
  boolean areSigned() {
    return written.values().stream().anyMatch(w -> w.row() != null && w.row().writer() != null);
  }

  void put(Key key, Row row) {
    written.put(key, new Written(row, false));
  }

  void delete(Key key) {
    written.put(key, Written.DELETED);
  }

  void patch(Key key, Row patch) {
    Written before = written.get(key);
    written.put(key, before == null ? new Written(patch, true) : before.patched(patch));
  }

  void forget(Key key) {
    written.remove(key);
  }

  @Nullable Written get(Key key) {
    return written.get(key);
  }

  NavigableMap<Key, Written> all() {
    return written;
  }
}
