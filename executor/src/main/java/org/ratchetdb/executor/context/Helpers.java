package org.ratchetdb.executor.context;

import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.key.KeyRange;

/**
 * Other threads that take parts of large reads over while cores are idle, and what must be known to
 * cut such reads into parts. Thread-safe.
 */
public interface Helpers {
  /** Nobody helps. */
  Helpers NONE =
      new Helpers() {
        @Override
        public boolean tryStart(Runnable work) {
          return false;
        }

        @Override
        public boolean isCrowded() {
          return true;
        }

        @Override
        public long sizeBytes(KeyRange range) {
          return 0;
        }

        @Override
        public Threads threads() {
          return JdkThreads.INSTANCE;
        }

        @Override
        public void enter() {}

        @Override
        public void exit() {}
      };

  /**
   * Runs the work soon on another thread; false when no core is idle, and then it never runs.
   *
   * @param work must not throw
   */
  boolean tryStart(Runnable work);

  /** Whether more threads want to run than there are cores, so that whoever helps should stop. */
  boolean isCrowded();

  /** Estimate of the stored bytes in the range; takes some microseconds. */
  long sizeBytes(KeyRange range);

  /** For locks and waits. */
  Threads threads();

  /** A thread begins to execute, or goes on with, a statement; paired with {@link #exit}. */
  void enter();

  void exit();
}
