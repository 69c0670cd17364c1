package org.ratchetdb.storage.api;

/**
 * How a read or write inside a read-write transaction locks the rows it meets: some cells shared,
 * some exclusively. Two requests of different transactions conflict when both are about the same
 * key and one has a cell exclusively that the other has at all. See {@link Cells} for the bits.
 *
 * @param shared cells that others may read, and nobody may write
 * @param exclusive cells that nobody else may read with a lock or write; they count as shared too
 * @param binding whether the read must hold to the end also where the isolation level lets plain
 *     reads become stale: reads for the sake of a constraint, or of a statement that writes. Cells
 *     locked exclusively are bound in any case
 */
public record CellLocks(long shared, long exclusive, boolean binding) {
  /**
   * Not at all: the caller knows that a stronger lock covers the key, or that the answer may be
   * stale.
   */
  public static final CellLocks NONE = new CellLocks(0, 0, false);

  /** Everything shared. */
  public static final CellLocks SHARED = new CellLocks(Cells.ALL, 0, false);

  /** Everything exclusively. */
  public static final CellLocks EXCLUSIVE = new CellLocks(0, Cells.ALL, true);

  /** That a row is there, or is not, for the sake of a constraint. */
  public static final CellLocks EXISTENCE = new CellLocks(Cells.EXISTENCE, 0, true);

  public CellLocks {
    shared &= ~exclusive;
  }

  /** Everything, in one mode. */
  public static CellLocks of(LockMode mode) {
    return switch (mode) {
      case NONE -> NONE;
      case SHARED -> SHARED;
      case TIMESTAMP_INSERT, EXCLUSIVE -> EXCLUSIVE;
    };
  }

  /** Some cells, in one mode. */
  public static CellLocks of(LockMode mode, long cells) {
    return switch (mode) {
      case NONE -> NONE;
      case SHARED -> new CellLocks(cells, 0, false);
      case TIMESTAMP_INSERT, EXCLUSIVE -> new CellLocks(0, cells, true);
    };
  }

  public boolean isNone() {
    return (shared | exclusive) == 0;
  }

  /** All cells that are locked in some way. */
  public long cells() {
    return shared | exclusive;
  }
}
