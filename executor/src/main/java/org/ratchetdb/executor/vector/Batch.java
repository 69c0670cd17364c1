package org.ratchetdb.executor.vector;

import java.util.Arrays;
import java.util.List;
import org.ratchetdb.common.type.SqlType;

/**
 * Rows that travel together: one vector per column and the positions of the rows that count.
 * Belongs to the operator that yields it and is valid until that operator is asked again. Owned by
 * one thread.
 */
public final class Batch {
  /** Rows in a batch at most. */
  public static final int ROWS_MAX = 1024;

  /** Rows in the first batch of a scan; later ones grow, so that reading one row stays cheap. */
  public static final int ROWS_FIRST = 16;

  private static final int[] IDENTITY = identity();

  private final ColumnVector[] columns;
  private int rowCount;
  private int[] selection = IDENTITY;
  private int[] ownSelection = new int[0];
  private int size;

  private Batch(ColumnVector[] columns) {
    this.columns = columns;
  }

  /** Takes the vectors over. */
  public static Batch of(ColumnVector... columns) {
    return new Batch(columns);
  }

  /** New vectors of the types. */
  public static Batch create(List<SqlType> types, int capacity) {
    ColumnVector[] columns = new ColumnVector[types.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = ColumnVector.create(types.get(i), capacity);
    }
    return new Batch(columns);
  }

  private static int[] identity() {
    int[] rows = new int[ROWS_MAX];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = i;
    }
    return rows;
  }

  /** Positions 0, 1, ... up to {@link #ROWS_MAX}; never to be written. */
  public static int[] identitySelection() {
    return IDENTITY;
  }

  public int columnCount() {
    return columns.length;
  }

  public ColumnVector column(int ordinal) {
    return columns[ordinal];
  }

  /** Puts another vector in place of a column. */
  public void setColumn(int ordinal, ColumnVector vector) {
    columns[ordinal] = vector;
  }

  /** Positions that the vectors hold, counting or not. */
  public int rowCount() {
    return rowCount;
  }

  /** Rows that count. */
  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  /** Position of the n-th row that counts. */
  public int row(int n) {
    return selection[n];
  }

  /** Positions of the rows that count: the first {@link #size} entries. Not to be written. */
  public int[] selection() {
    return selection;
  }

  /** Says that rows 0 to count - 1 are there and all count. */
  public void setRowCount(int count) {
    rowCount = count;
    size = count;
    selection = IDENTITY;
  }

  /** Says which rows count: the first {@code count} entries, ascending, copied. */
  public void select(int[] rows, int count) {
    if (ownSelection.length < count) {
      ownSelection = new int[Math.max(count, Math.min(ROWS_MAX, rowCount))];
    }
    System.arraycopy(rows, 0, ownSelection, 0, count);
    selection = ownSelection;
    size = count;
  }

  /** Keeps the rows from one index to another among those that count. */
  public void slice(int from, int to) {
    if (from > 0 || to < size) {
      select(Arrays.copyOfRange(selection, from, to), to - from);
    }
  }

  /** Shows the same rows as another batch, whose vectors this one may share. */
  public void sameRowsAs(Batch other) {
    rowCount = other.rowCount;
    size = other.size;
    selection = other.selection;
  }

  /** Makes room and forgets the rows. */
  public void prepare(int rows) {
    for (ColumnVector column : columns) {
      column.prepare(rows);
    }
    setRowCount(0);
  }

  /** Copies one row of another batch to the end of this one; room must be there. */
  public void append(Batch source, int sourceRow) {
    int row = rowCount;
    for (int c = 0; c < columns.length; c++) {
      columns[c].copy(row, source.columns[c], sourceRow);
    }
    setRowCount(row + 1);
  }

  public long memoryBytes() {
    long bytes = 64;
    for (ColumnVector column : columns) {
      bytes += column.memoryBytes();
    }
    return bytes;
  }
}
