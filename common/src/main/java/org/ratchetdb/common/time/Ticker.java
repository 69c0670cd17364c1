package org.ratchetdb.common.time;

/** Measures spans of time; its values mean nothing on their own. Thread-safe. */
public interface Ticker {
  long nanos();
}
