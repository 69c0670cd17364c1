package org.ratchetdb.jdbc.backend;

/**
 * How the caller means to read the rows; a backend may do less.
 *
 * @param fetchSize rows to hold in memory at a time, 0 for all that is convenient
 */
public record ExecuteOptions(int fetchSize) {
  public static final ExecuteOptions DEFAULT = new ExecuteOptions(0);
}
