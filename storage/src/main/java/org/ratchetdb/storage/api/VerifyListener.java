package org.ratchetdb.storage.api;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;

/** Hears what is wrong with a store below its rows. What a method throws stops the search. */
public interface VerifyListener {
  /**
   * Something is damaged or contradicts something else.
   *
   * @param where the file or part of the store
   * @param key whose version it is, or null
   */
  void damage(String where, @Nullable Key key, String problem);

  /** So much of a phase is done; the total is 0 when it is not known. */
  void progress(String phase, long done, long total);
}
