package org.ratchetdb.planner.physical;

/** One ORDER BY item over a column of the input. */
public record SortKey(int ordinal, boolean descending, boolean nullsFirst) {}
