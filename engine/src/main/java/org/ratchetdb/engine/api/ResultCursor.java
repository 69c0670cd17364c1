package org.ratchetdb.engine.api;

import java.util.List;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.value.Value;

/**
 * Rows of a result, one at a time, forward. Reads of a column are legal after {@link #next} said
 * true; columns count from 0. Owned by the session's thread; close it before the next statement.
 */
public interface ResultCursor extends AutoCloseable {
  List<ResultColumn> columns();

  /** Steps to the next row; false at the end. May fail with whatever the query meets. */
  boolean next();

  boolean isNull(int column);

  /** BOOL as 0 or 1, INT64, OID, DATE in days and TIMESTAMP in microseconds since the epoch. */
  long getLong(int column);

  /** FLOAT64 and FLOAT32. */
  double getDouble(int column);

  /** STRING and JSON. */
  String getString(int column);

  /** STRING and JSON as UTF-8, BYTES as they are; valid until the next call. */
  void getBytes(int column, ByteSlice into);

  /** Any type, boxed; SQL NULL as {@link Value.Null}. */
  Value getValue(int column);

  /** Releases the snapshot and, in autocommit, ends the transaction. Safe to repeat. */
  @Override
  void close();
}
