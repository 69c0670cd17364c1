package org.ratchetdb.engine.stats.interval;

/** What events are summed by. Has value equality. */
public interface TallyKey {
  /** Estimate of the memory that it keeps alive, in bytes. */
  int bytes();
}
