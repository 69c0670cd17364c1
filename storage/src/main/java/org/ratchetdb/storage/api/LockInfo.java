package org.ratchetdb.storage.api;

import org.ratchetdb.common.key.KeyRange;

/**
 * A lock that a transaction held or waited for when somebody looked.
 *
 * @param range what is locked; {@link #isPoint} when it is one key
 * @param mode how
 * @param cells which parts of the rows, see {@link Cells}
 * @param granted false while the transaction waits for it
 * @param ownerId {@link KvTransaction#id} of the transaction
 * @param tag its tag
 * @param waitNanos how long it has waited for it so far; 0 when granted
 * @param blockerId the transaction it waits for, or 0
 */
public record LockInfo(
    KeyRange range,
    LockMode mode,
    long cells,
    boolean granted,
    long ownerId,
    String tag,
    long waitNanos,
    long blockerId) {
  public boolean isPoint() {
    return range.equals(KeyRange.point(range.start()));
  }
}
