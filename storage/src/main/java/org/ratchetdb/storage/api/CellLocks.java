package org.ratchetdb.storage.api;

/**
 * How a read or write inside a read-write transaction locks the rows it meets, cell by cell. Two
 * requests of different transactions conflict when both are about the same key and have a cell in
 * common, unless both read it or both only write it. See {@link Cells} for the bits.
 *
 * @param shared cells that others may read, and nobody may write
 * @param written cells that others may write too, and nobody else may read with a lock: for writes
 *     that do not depend on what was there. With REPEATABLE READ they are exclusive, for there the
 *     first committer wins
 * @param exclusive cells that nobody else may read with a lock or write; those that are both shared
 *     and written are among them
 * @param binding whether the read must hold to the end also where the isolation level lets plain
 *     reads become stale: reads for the sake of a constraint, or of a statement that writes. Cells
 *     locked exclusively are bound in any case
 */
public record CellLocks(long shared, long written, long exclusive, boolean binding) {
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
    exclusive |= shared & written;
    shared &= ~exclusive;
    written &= ~exclusive;
  }

  /** With no cells that are only written. */
  public CellLocks(long shared, long exclusive, boolean binding) {
    this(shared, 0, exclusive, binding);
  }

  /** Everything, in one mode. */
  public static CellLocks of(LockMode mode) {
    return switch (mode) {
      case NONE -> NONE;
      case SHARED -> SHARED;
      case WRITER_SHARED -> of(mode, Cells.ALL);
      case TIMESTAMP_INSERT, EXCLUSIVE -> EXCLUSIVE;
    };
  }

  /** Some cells, in one mode. */
  public static CellLocks of(LockMode mode, long cells) {
    return switch (mode) {
      case NONE -> NONE;
      case SHARED -> new CellLocks(cells, 0, false);
      case WRITER_SHARED -> new CellLocks(0, cells, 0, true);
      case TIMESTAMP_INSERT, EXCLUSIVE -> new CellLocks(0, cells, true);
    };
  }

  public boolean isNone() {
    return (shared | written | exclusive) == 0;
  }

  /** All cells that are locked in some way. */
  public long cells() {
    return shared | written | exclusive;
  }

  /** The cells whose values the caller may rely on. */
  public long read() {
    return shared | exclusive;
  }
}
