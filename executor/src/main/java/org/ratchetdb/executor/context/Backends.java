package org.ratchetdb.executor.context;

/** Lets functions stop what other sessions do. Thread-safe. */
public interface Backends {
  /** For executions that know of no session. */
  Backends NONE =
      new Backends() {
        @Override
        public boolean cancel(long sessionId) {
          return false;
        }

        @Override
        public boolean terminate(long sessionId) {
          return false;
        }
      };

  /** Stops what the session runs; false when there is no such session. */
  boolean cancel(long sessionId);

  /** Ends the session; false when there is no such session. */
  boolean terminate(long sessionId);
}
