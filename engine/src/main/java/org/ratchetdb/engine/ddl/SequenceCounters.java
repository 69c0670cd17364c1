package org.ratchetdb.engine.ddl;

/** What schema changes ask of the counters behind sequences. */
public interface SequenceCounters {
  /** Makes the counter go on at the value. */
  void restart(int sequenceId, long counter);

  /** Removes the counter of a dropped sequence. */
  void forget(int sequenceId);
}
