package org.ratchetdb.executor.write;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.executor.function.ValueText;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.TimestampVector;

/** Violations of constraints in the words of each dialect. */
final class ConstraintErrors {
  private ConstraintErrors() {}

  private static boolean isPostgres(Schema schema) {
    return schema.dialect() == Dialect.POSTGRESQL;
  }

  static DbException notNull(Schema schema, Table table, Column column, boolean columnGiven) {
    String message;
    if (isPostgres(schema)) {
      message =
          "null value in column \""
              + column.name()
              + "\" of relation \""
              + table.name()
              + "\" violates not-null constraint";
    } else if (columnGiven) {
      message =
          "Cannot specify a null value for column: " + column.name() + " in table: " + table.name();
    } else {
      message =
          "A new row in table "
              + table.name()
              + " does not specify a non-null value for NOT NULL column: "
              + column.name();
    }
    return new DbException(ErrorCode.NOT_NULL_VIOLATION, message)
        .with("table", table.name())
        .with("column", column.name());
  }

  static DbException tooLong(Schema schema, Table table, Column column, long size, long sizeMax) {
    boolean postgres = isPostgres(schema) && column.type().is(TypeKind.STRING);
    String message =
        postgres
            ? "value too long for type character varying(" + sizeMax + ")"
            : "New value exceeds the maximum size limit for this column: "
                + table.name()
                + "."
                + column.name()
                + ", size: "
                + size
                + ", limit: "
                + sizeMax
                + ".";
    return new DbException(ErrorCode.STRING_TOO_LONG, message)
        .with("table", table.name())
        .with("column", column.name());
  }

  static DbException keyTooLarge(String what, String name, long bytes, int bytesMax) {
    return new DbException(
            ErrorCode.LIMIT_EXCEEDED,
            "Number of bytes for key of "
                + what
                + " "
                + name
                + " is "
                + bytes
                + " which exceeds the maximum of "
                + bytesMax
                + ".")
        .with(what, name);
  }

  static DbException duplicateKey(
      Schema schema, Table table, List<String> columns, Batch rows, int[] ordinals, int row) {
    String key = keyText(schema, rows, ordinals, row);
    if (isPostgres(schema)) {
      String constraint = "PK_" + table.name();
      return new DbException(
              ErrorCode.PRIMARY_KEY_VIOLATION,
              "duplicate key value violates unique constraint \"" + constraint + "\"")
          .detail(detail(columns, key))
          .with("table", table.name())
          .with("constraint", constraint);
    }
    return new DbException(
            ErrorCode.PRIMARY_KEY_VIOLATION,
            "Row [" + key + "] in table " + table.name() + " already exists")
        .with("table", table.name())
        .with("key", key);
  }

  static DbException duplicateInIndex(
      Schema schema, Table table, Index index, List<String> columns, String key) {
    if (isPostgres(schema)) {
      return new DbException(
              ErrorCode.UNIQUE_VIOLATION,
              "duplicate key value violates unique constraint \"" + index.name() + "\"")
          .detail(detail(columns, key))
          .with("table", table.name())
          .with("constraint", index.name());
    }
    return new DbException(
            ErrorCode.UNIQUE_VIOLATION,
            "UNIQUE violation on index "
                + index.name()
                + ", duplicate key: ["
                + key
                + "] in this transaction.")
        .with("index", index.name())
        .with("key", key);
  }

  static DbException secondTime(Schema schema, Batch rows, int[] ordinals, int row) {
    return new DbException(
        ErrorCode.CARDINALITY_VIOLATION,
        isPostgres(schema)
            ? "ON CONFLICT DO UPDATE command cannot affect row a second time"
            : "Cannot affect a row second time for key: ["
                + keyText(schema, rows, ordinals, row)
                + "]");
  }

  static DbException parentMissing(
      Schema schema, Table table, Table parent, Batch rows, int[] ordinals, int row) {
    int[] parentOrdinals = Arrays.copyOf(ordinals, parent.primaryKey().size());
    String key = keyText(schema, rows, parentOrdinals, row);
    return new DbException(
            ErrorCode.PARENT_NOT_FOUND,
            isPostgres(schema)
                ? "insert on table \""
                    + table.name()
                    + "\" violates interleaving: key ("
                    + key
                    + ") is not present in parent table \""
                    + parent.name()
                    + "\""
                : "Insert failed because key was not found in parent table:  Parent Table: "
                    + parent.name()
                    + "  Key: ["
                    + key
                    + "]")
        .with("table", table.name())
        .with("parent", parent.name())
        .with("key", key);
  }

  static DbException childrenExist(Schema schema, Table table, Table child) {
    return new DbException(
            ErrorCode.CHILD_ROWS_EXIST,
            isPostgres(schema)
                ? "delete on table \""
                    + table.name()
                    + "\" violates interleaving: rows exist in child table \""
                    + child.name()
                    + "\""
                : "Delete failed because one or more keys exist within the child table: "
                    + child.name())
        .with("table", table.name())
        .with("child", child.name());
  }

  static DbException keyChanged(Table table, Column column) {
    return column.isGenerated()
        ? new DbException(
                ErrorCode.VALUE_OUT_OF_RANGE,
                "The value of generated primary key column "
                    + column.name()
                    + " cannot be modified when its non-key dependent columns are updated.")
            .with("table", table.name())
        : new DbException(
                ErrorCode.INVALID_ARGUMENT, "Cannot modify a primary key column with UPDATE")
            .with("table", table.name())
            .with("column", column.name());
  }

  private static String detail(List<String> columns, String key) {
    return "Key (" + String.join(", ", columns) + ")=(" + key + ") already exists.";
  }

  /** Values of a key separated by commas; a commit timestamp to come is the call that gives it. */
  static String keyText(Schema schema, Batch rows, int[] ordinals, int row) {
    return IntStream.of(ordinals)
        .mapToObj(o -> text(schema, rows.column(o), row))
        .collect(Collectors.joining(","));
  }

  private static String text(Schema schema, ColumnVector column, int row) {
    if (column instanceof TimestampVector times && times.isPending(row)) {
      return isPostgres(schema)
          ? "SPANNER.PENDING_COMMIT_TIMESTAMP()"
          : "PENDING_COMMIT_TIMESTAMP()";
    }
    return ValueText.plain(column.get(row));
  }
}
