package org.ratchetdb.executor.context;

/** Hands out values of sequences. */
public interface SequenceSource {
  /**
   * The next value, never given out before and never rolled back.
   *
   * @param sequenceId object id of the sequence
   * @throws org.ratchetdb.common.error.DbException FAILED_PRECONDITION when it is exhausted;
   *     INVALID_ARGUMENT where no value may be drawn, such as in a read-only transaction
   */
  long next(int sequenceId);
}
