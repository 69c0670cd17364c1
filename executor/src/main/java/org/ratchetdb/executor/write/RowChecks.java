package org.ratchetdb.executor.write;

import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.BytesVector;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.TimestampVector;
import org.ratchetdb.executor.vector.Values;

/** Checks that a row may be stored: NOT NULL, declared lengths, size of cells. */
final class RowChecks {
  private RowChecks() {}

  /**
   * Checks one row.
   *
   * @param given per column whether the statement named it, which decides on the words
   */
  static void check(TableSpec spec, Batch rows, int row, boolean[] given) {
    int columns = spec.table().columns().size();
    for (int i = 0; i < columns; i++) {
      check(spec, rows, row, i, given[i]);
    }
  }

  /** Checks some columns of a row. */
  static void check(TableSpec spec, Batch rows, int row, boolean[] given, int[] ordinals) {
    for (int i : ordinals) {
      check(spec, rows, row, i, given[i]);
    }
  }

  private static void check(TableSpec spec, Batch rows, int row, int ordinal, boolean given) {
    Table table = spec.table();
    Column column = table.columns().get(ordinal);
    ColumnVector vector = rows.column(ordinal);
    if (vector.isNull(row)) {
      if (column.notNull() && !(column.isGenerated() && !column.stored())) {
        throw ConstraintErrors.notNull(spec.schema(), table, column, given);
      }
      return;
    }
    switch (column.type().kind()) {
      case STRING, BYTES, JSON, PG_JSONB ->
          checkLength(spec.schema(), table, column, (BytesVector) vector, row);
      case ARRAY -> checkElements(spec.schema(), table, column, vector.get(row));
      case TIMESTAMP -> checkPending(spec, column, (TimestampVector) vector, row);
      case FLOAT64 -> checkKeyNaN(spec, column, vector.getDouble(row));
      default -> {
        // Of a fixed size.
      }
    }
  }

  private static void checkLength(
      Schema schema, Table table, Column column, BytesVector vector, int row) {
    int bytes = vector.length(row);
    if (column.type().is(TypeKind.STRING)) {
      long max = column.lengthMax() == 0 ? TableSpec.STRING_CODE_POINTS_MAX : column.lengthMax();
      if (bytes > max) {
        int size = Values.codePoints(vector.buffer(), vector.start(row), bytes);
        if (size > max) {
          throw ConstraintErrors.tooLong(schema, table, column, size, max);
        }
      }
    } else if (column.lengthMax() > 0 && bytes > column.lengthMax()) {
      throw ConstraintErrors.tooLong(schema, table, column, bytes, column.lengthMax());
    }
    if (bytes > TableSpec.CELL_BYTES_MAX) {
      throw ConstraintErrors.tooLong(schema, table, column, bytes, TableSpec.CELL_BYTES_MAX);
    }
  }

  private static void checkElements(Schema schema, Table table, Column column, Value array) {
    long max = column.lengthMax();
    if (max == 0) {
      return;
    }
    for (Value element : ((Value.Array) array).elements()) {
      long size = 0;
      if (element instanceof Value.Str s) {
        size = s.value().codePointCount(0, s.value().length());
      } else if (element instanceof Value.Bytes b) {
        size = b.value().length;
      }
      if (size > max) {
        throw ConstraintErrors.tooLong(schema, table, column, size, max);
      }
    }
  }

  private static void checkPending(TableSpec spec, Column column, TimestampVector vector, int row) {
    if (vector.isPending(row) && !column.allowCommitTimestamp()) {
      throw new DbException(
              ErrorCode.FAILED_PRECONDITION,
              "Cannot write commit timestamp because the allow_commit_timestamp column option is not"
                  + " set to true for column "
                  + column.name()
                  + ", or for all corresponding shared key columns in this table's interleaved"
                  + " table hierarchy.")
          .with("table", spec.table().name())
          .with("column", column.name());
    }
  }

  private static void checkKeyNaN(TableSpec spec, Column column, double value) {
    if (Double.isNaN(value)
        && spec.schema().dialect() == Dialect.POSTGRESQL
        && spec.table().isKeyColumn(column.id())) {
      throw new DbException(ErrorCode.VALUE_OUT_OF_RANGE, "NaN cannot be stored in a key column")
          .with("column", column.name());
    }
  }
}
