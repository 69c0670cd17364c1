package org.ratchetdb.storage.api;

import org.ratchetdb.common.key.KeyRange;

/**
 * What to scan.
 *
 * @param range which keys
 * @param reverse from the last key to the first
 * @param mode lock on the scanned range inside a read-write transaction; gaps included, so no
 *     phantom can appear
 * @param limit stop after this many entries, so that an engine need not prefetch more; {@link
 *     Long#MAX_VALUE} for all
 */
public record ScanRequest(KeyRange range, boolean reverse, LockMode mode, long limit) {
  public static ScanRequest forward(KeyRange range, LockMode mode) {
    return new ScanRequest(range, false, mode, Long.MAX_VALUE);
  }
}
