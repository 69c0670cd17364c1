package org.ratchetdb.common.time;

import java.time.Duration;

/** Runs work later. Replaced by a deterministic one in simulation. Thread-safe. */
public interface Scheduler extends AutoCloseable {
  /** Runs once after the delay unless cancelled before. */
  Task schedule(Duration delay, Runnable work);

  /** Runs again and again, the given time after the end of each run, until cancelled. */
  Task scheduleWithFixedDelay(Duration delay, Runnable work);

  /** A handle on scheduled work. */
  interface Task {
    /** Stops future runs; a run under way goes on. */
    void cancel();
  }

  @Override
  void close();
}
