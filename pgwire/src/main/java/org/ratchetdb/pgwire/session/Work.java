package org.ratchetdb.pgwire.session;

/** Something that may stop and go on later because the client reads slowly. */
interface Work {
  /** Goes on; false when it stopped because the output is full. Fails with what the engine says. */
  boolean proceed();

  /** Gives up what is open, after a failure or at the end of the connection. Safe to repeat. */
  void abandon();
}
