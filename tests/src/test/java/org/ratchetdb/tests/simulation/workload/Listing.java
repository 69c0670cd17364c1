package org.ratchetdb.tests.simulation.workload;

import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;

/**
 * All rows that a scan found in a range of keys that hold commit timestamps.
 *
 * @param own keys that the reader itself had written, which it leaves out
 */
record Listing(KeyRange range, NavigableMap<Key, Row> rows, Set<Key> own) {
  boolean agreesWith(Map<Key, Row> stored) {
    stored.keySet().removeAll(own);
    return stored.equals(rows);
  }

  @Override
  public String toString() {
    return range + "=" + rows;
  }
}
