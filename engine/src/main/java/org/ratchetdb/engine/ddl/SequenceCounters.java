package org.ratchetdb.engine.ddl;

import java.util.Set;
import org.ratchetdb.catalog.model.Sequence;

/** What schema changes ask of the counters behind sequences. */
public interface SequenceCounters {
  /** The next value of a sequence, which the current schema need not know yet. */
  long next(Sequence sequence);

  /** Makes the counter go on at the value. */
  void restart(int sequenceId, long counter);

  /** Removes the counter of a sequence that never came to be. */
  void forget(int sequenceId);

  /** Removes the counters of all but these sequences. */
  default void keepOnly(Set<Integer> sequenceIds) {}
}
