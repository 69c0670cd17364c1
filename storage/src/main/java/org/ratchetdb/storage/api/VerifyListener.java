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

  /** Files of so many bytes have been read, of those of so many in all. */
  void filesRead(long bytes, long total);

  /** So many old versions have been looked at. */
  void versionsRead(long count);
}
