package org.ratchetdb.common.key;

/**
 * How one part of a key is ordered: its direction, and where NULLs stand in the order of the key as
 * stored. GoogleSQL uses {@link #ASC} and {@link #DESC}; the PostgreSQL dialect's defaults are
 * {@link #ASC_NULLS_LAST} and {@link #DESC_NULLS_FIRST}.
 */
public enum KeyOrder {
  /** Ascending, NULLs first. */
  ASC(false, true),
  ASC_NULLS_LAST(false, false),
  DESC_NULLS_FIRST(true, true),
  /** Descending, NULLs last. */
  DESC(true, false);

  private final boolean descending;
  private final boolean nullsFirst;

  KeyOrder(boolean descending, boolean nullsFirst) {
    this.descending = descending;
    this.nullsFirst = nullsFirst;
  }

  public static KeyOrder of(boolean descending, boolean nullsFirst) {
    if (descending) {
      return nullsFirst ? DESC_NULLS_FIRST : DESC;
    }
    return nullsFirst ? ASC : ASC_NULLS_LAST;
  }

  public boolean descending() {
    return descending;
  }

  public boolean nullsFirst() {
    return nullsFirst;
  }
}
