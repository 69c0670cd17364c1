package org.ratchetdb.storage.api;

/**
 * Which parts of a row a lock, a read or a write is about, as a set of bits. The store compares
 * sets and knows nothing of columns; {@link #column} is how its callers agree on bits.
 *
 * <p>Bit 0 is the row's existence, the others are columns. Columns whose ids differ by a multiple
 * of 63 share a bit, so tables with more than 63 columns may see conflicts that are none, and never
 * miss one.
 */
public final class Cells {
  /** Everything: the row's existence and all its columns, those to come included. */
  public static final long ALL = -1L;

  /** Whether the row is there, and its key. */
  public static final long EXISTENCE = 1L;

  private static final int COLUMN_BITS = Long.SIZE - 1;

  private Cells() {}

  /** The set of one column. */
  public static long column(int columnId) {
    return 1L << (1 + Math.floorMod(columnId, COLUMN_BITS));
  }
}
