package org.ratchetdb.storage.api;

import org.ratchetdb.common.key.KeyRange;

/**
 * What to scan.
 *
 * @param range which keys
 * @param reverse from the last key to the first
 * @param locks what to lock on the scanned range inside a read-write transaction; gaps included, so
 *     no phantom can appear
 * @param limit stop after this many entries, so that an engine need not prefetch more; {@link
 *     Long#MAX_VALUE} for all
 * @param whole whether the caller is going to read to the end: the whole range is then locked at
 *     once. Else locks follow the cursor some rows ahead, so that a scan that stops early has
 *     locked little more than it has read
 */
public record ScanRequest(
    KeyRange range, boolean reverse, CellLocks locks, long limit, boolean whole) {
  /** All cells in one mode; the whole range unless there is a limit. */
  public ScanRequest(KeyRange range, boolean reverse, LockMode mode, long limit) {
    this(range, reverse, CellLocks.of(mode), limit, limit == Long.MAX_VALUE);
  }

  public static ScanRequest forward(KeyRange range, LockMode mode) {
    return new ScanRequest(range, false, mode, Long.MAX_VALUE);
  }
}
