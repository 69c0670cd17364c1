package org.ratchetdb.engine.activity;

import org.jspecify.annotations.Nullable;

/** A session seen from outside. All methods are for any thread. */
public interface ActiveSession {
  int id();

  String user();

  /** What the client calls itself; may be empty. */
  String application();

  /** When it was opened, in microseconds since the epoch. */
  long openedMicros();

  /** What it plans or runs now, or null. */
  @Nullable ActiveStatement activeStatement();

  /** Its transaction, or that of the statement it runs, or null. */
  @Nullable ActiveTransaction activeTransaction();

  /** Whether its transaction has failed and waits for its end. */
  boolean isFailed();

  /** Stops what it runs; nothing happens when it runs nothing. */
  void cancel();

  /** Ends it: what it runs fails, and no other statement starts. */
  void shutDown();
}
