package org.ratchetdb.common.pgformat;

import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.value.Value;

/** A row whose columns are read one by one, without boxing where the type allows it. */
public interface PgColumnSource {
  /** BOOL as 0 or 1, INT64, OID, DATE in days since 1970-01-01. */
  long getLong(int column);

  /** FLOAT64 and FLOAT32. */
  double getDouble(int column);

  /** STRING as UTF-8, BYTES as they are; valid until the next call. */
  void getBytes(int column, ByteSlice into);

  /** Any type, boxed. */
  Value getValue(int column);
}
