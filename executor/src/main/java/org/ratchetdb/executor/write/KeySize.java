package org.ratchetdb.executor.write;

import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.key.KeyEncoder;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.BytesVector;
import org.ratchetdb.executor.vector.ColumnVector;

/**
 * The size of a key as users count it: the bytes of its column values, whatever our encoding makes
 * of them (tags, terminators, escapes, short forms of small numbers).
 *
 * <pre>
 *   NULL 2, BOOL 1, DATE 4, INT64 and FLOAT64 8, TIMESTAMP 12, UUID 16, NUMERIC 22,
 *   STRING its bytes in UTF-8, BYTES its bytes
 * </pre>
 *
 * <p>A table's key counts the columns it shares with its parent; an index's its own columns and
 * those of the table's key that are not among them, UNIQUE or not.
 */
final class KeySize {
  static final int BYTES_MAX = 8192;

  /** No value counts for so much more than its encoding takes. */
  private static final int SHORTER_BY_MAX = 24;

  private KeySize() {}

  /** Fails when the key is too large for a table. */
  static void checkTable(TableSpec spec, KeyEncoder encoded, Batch rows, int row) {
    int[] ordinals = spec.keyOrdinals();
    if (encoded.length() + ordinals.length * SHORTER_BY_MAX <= BYTES_MAX) {
      return;
    }
    long size = of(rows, ordinals, row);
    if (size > BYTES_MAX) {
      throw tooLarge("table", spec.table().name(), size);
    }
  }

  /**
   * Fails when the key is too large for an index.
   *
   * @param ordinals of the index's columns and the table's key columns that are not among them
   */
  static void checkIndex(String index, Batch rows, int[] ordinals, int row) {
    long size = of(rows, ordinals, row);
    if (size > BYTES_MAX) {
      throw tooLarge("index", index, size);
    }
  }

  static long of(Batch rows, int[] ordinals, int row) {
    long size = 0;
    for (int ordinal : ordinals) {
      size += of(rows.column(ordinal), row);
    }
    return size;
  }

  private static int of(ColumnVector vector, int row) {
    if (vector.isNull(row)) {
      return 2;
    }
    return switch (vector.type().kind()) {
      case BOOL -> 1;
      case DATE -> 4;
      case TIMESTAMP -> 12;
      case UUID -> 16;
      case NUMERIC -> 22;
      case STRING, BYTES -> ((BytesVector) vector).length(row);
      default -> 8;
    };
  }

  private static DbException tooLarge(String what, String name, long size) {
    return ConstraintErrors.keyTooLarge(what, name, size, BYTES_MAX);
  }
}
