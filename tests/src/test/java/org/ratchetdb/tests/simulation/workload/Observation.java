package org.ratchetdb.tests.simulation.workload;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.storage.api.Cells;

/**
 * What a read found at a key.
 *
 * @param row null when there was none
 * @param visible cells that came from the store, not from the reader's own writes
 * @param held those of them that have to read the same until the reader has committed, if it is
 *     serializable
 * @param bound those that nobody else may have written meanwhile if it is not serializable
 */
record Observation(Key key, @Nullable Row row, long visible, long held, long bound) {
  /** Whether another row reads the same as far as some cells go; that it is there always counts. */
  static boolean same(@Nullable Row a, @Nullable Row b, long cells) {
    if (a == null || b == null) {
      return a == null && b == null;
    }
    return (a.changed(b) & cells) == 0;
  }

  @Override
  public String toString() {
    return key
        + "="
        + row
        + (held == Cells.ALL ? "" : " held " + Long.toBinaryString(held & 0x1f))
        + (bound == 0 ? "" : " bound");
  }
}
