package org.ratchetdb.common.time;

/**
 * Tells the time. Everything below the command line takes one instead of asking the machine.
 * Thread-safe.
 */
public interface Clock {
  /**
   * Microseconds since 1970-01-01T00:00:00Z. May step back; who needs order keeps its own
   * high-water mark.
   */
  long nowMicros();
}
