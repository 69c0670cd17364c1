package org.ratchetdb.executor.vector;

import java.util.List;

/**
 * Compares rows by some of their columns. In the PostgreSQL dialect NaN sorts above all numbers, in
 * GoogleSQL below. Immutable.
 */
public final class SortOrder {
  private final int[] ordinals;
  private final boolean[] descending;
  private final boolean[] nullsFirst;
  private final boolean postgres;

  /** One column of the order. */
  public record Item(int ordinal, boolean descending, boolean nullsFirst) {}

  public SortOrder(List<Item> items, boolean postgres) {
    this.postgres = postgres;
    this.ordinals = items.stream().mapToInt(Item::ordinal).toArray();
    this.descending = new boolean[ordinals.length];
    this.nullsFirst = new boolean[ordinals.length];
    for (int i = 0; i < ordinals.length; i++) {
      descending[i] = items.get(i).descending();
      nullsFirst[i] = items.get(i).nullsFirst();
    }
  }

  public int compare(Batch left, int leftRow, Batch right, int rightRow) {
    for (int i = 0; i < ordinals.length; i++) {
      ColumnVector a = left.column(ordinals[i]);
      ColumnVector b = right.column(ordinals[i]);
      boolean aNull = a.isNull(leftRow);
      boolean bNull = b.isNull(rightRow);
      if (aNull || bNull) {
        if (aNull != bNull) {
          return aNull == nullsFirst[i] ? -1 : 1;
        }
        continue;
      }
      int order = compareValues(a, leftRow, b, rightRow);
      if (order != 0) {
        return descending[i] ? -order : order;
      }
    }
    return 0;
  }

  private int compareValues(ColumnVector a, int aRow, ColumnVector b, int bRow) {
    if (postgres && a instanceof DoubleVector) {
      double x = a.getDouble(aRow);
      double y = b.getDouble(bRow);
      if (Double.isNaN(x) || Double.isNaN(y)) {
        return Boolean.compare(Double.isNaN(x), Double.isNaN(y));
      }
    }
    return Integer.signum(a.compare(aRow, b, bRow));
  }
}
