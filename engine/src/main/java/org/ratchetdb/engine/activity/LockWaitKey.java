package org.ratchetdb.engine.activity;

import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.engine.stats.interval.TallyKey;

/** Where transactions waited: the place that was asked for. */
public record LockWaitKey(KeyRange range) implements TallyKey {
  private static final int OBJECT_BYTES = 100;

  public boolean isPoint() {
    return range.equals(KeyRange.point(range.start()));
  }

  @Override
  public int bytes() {
    return OBJECT_BYTES + 2 * range.start().length();
  }
}
