package org.ratchetdb.jdbc.backend;

import java.sql.SQLException;
import org.ratchetdb.common.value.Value;

/**
 * Rows of a result, one at a time, forward. Columns count from 0; reading one is legal after {@link
 * #next} said true. Owned by the connection's thread.
 */
public interface RowCursor extends AutoCloseable {
  boolean next() throws SQLException;

  boolean isNull(int column) throws SQLException;

  /** BOOL as 0 or 1, INT64, OID, DATE in days since the epoch. */
  long getLong(int column) throws SQLException;

  /** FLOAT64 and FLOAT32. */
  double getDouble(int column) throws SQLException;

  /** STRING and JSON. */
  String getString(int column) throws SQLException;

  /** BYTES; the caller owns the array. */
  byte[] getBytes(int column) throws SQLException;

  /** Any type, boxed; SQL NULL as {@link Value.Null}. */
  Value getValue(int column) throws SQLException;

  /**
   * True when the rows are in memory already, so that statements which run meanwhile do not disturb
   * it.
   */
  default boolean isBuffered() {
    return false;
  }

  /**
   * Ends the query if it still runs. Safe to repeat. Fails when rows that were not read have failed
   * the transaction.
   */
  @Override
  void close() throws SQLException;

  /** As {@link #close}, when the transaction ends with it: what has failed it does not matter. */
  default void discard() throws SQLException {
    close();
  }
}
