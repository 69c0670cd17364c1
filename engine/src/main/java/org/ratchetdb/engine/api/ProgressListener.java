package org.ratchetdb.engine.api;

/**
 * Hears how far long work has come. Called on the thread that works, now and then; what it throws
 * stops the work.
 */
@FunctionalInterface
public interface ProgressListener {
  ProgressListener NONE = (phase, unit, done, total) -> {};

  /**
   * More is done.
   *
   * @param phase what is being done, in a word or two
   * @param unit what done and total count
   * @param done so far, in this phase
   * @param total an estimate of how many there are; 0 when unknown
   */
  void progress(String phase, ProgressUnit unit, long done, long total);
}
