package org.ratchetdb.engine.core;

/** Where the sessions of a database find its parts, which are replaced when it is restored. */
public interface DatabaseHome {
  /** The parts as of now; other ones after a restore. */
  DatabaseContext context();

  /** Whether the parts are being replaced, so that calls fail because of that. */
  boolean isBeingRestored();
}
