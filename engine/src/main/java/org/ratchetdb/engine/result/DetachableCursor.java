package org.ratchetdb.engine.result;

import org.ratchetdb.engine.api.ResultCursor;

/** A cursor that can cut itself loose from the transaction it reads in. */
public interface DetachableCursor extends ResultCursor {
  /**
   * Reads what is left into memory and releases the transaction; the rows stay readable. Safe to
   * repeat.
   */
  void detach();
}
