package org.ratchetdb.cli;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done with a failure that no thread has caught. Statements, connections and background
 * work report theirs; what comes here has ended a thread, and would otherwise do so unseen.
 */
final class LastWords implements Thread.UncaughtExceptionHandler {
  /** Exit status of a process that cannot go on: memory ran out where nobody could give up work. */
  static final int EXIT_STATUS = 3;

  private static final Logger LOG = LoggerFactory.getLogger(LastWords.class);

  @Override
  public void uncaughtException(Thread thread, Throwable failure) {
    // When memory is short, what follows may fail as well: the short text comes first.
    boolean fatal = failure instanceof VirtualMachineError;
    try {
      if (fatal) {
        System.err.println("ratchet: the server ends: " + failure);
      }
      LOG.error("The thread {} has ended", thread.getName(), failure);
    } finally {
      if (fatal) {
        // Threads that others wait for may be gone. Nothing acknowledged is lost, as after a kill.
        Runtime.getRuntime().halt(EXIT_STATUS);
      }
    }
  }
}
