package org.ratchetdb.engine.api;

/**
 * Hears how far long work has come. Called on the thread that works, now and then; what it throws
 * stops the work.
 */
@FunctionalInterface
public interface ProgressListener {
  ProgressListener NONE = (phase, done, total) -> {};

  /**
   * More is done.
   *
   * @param phase what is being done, in a word or two
   * @param done bytes, or other units of the phase, so far
   * @param total an estimate of how many there are; 0 when unknown
   */
  void progress(String phase, long done, long total);
}
