package org.ratchetdb.engine.ddl;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.ratchetdb.catalog.change.ChangeEffect;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Interleave;
import org.ratchetdb.catalog.model.KeyPart;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.KeyEncoder;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.function.ValueText;
import org.ratchetdb.executor.row.KeyLayout;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.LockMode;

/**
 * Checks stored rows against what a change asks of them. The table's whole range is locked against
 * writers, in the transaction that will commit the new schema, so what was found stays true. Used
 * by one thread for one change.
 */
final class RowValidation {
  /** Rows between two looks at the control. */
  private static final int ROWS_PER_CHECK = 1_024;

  private final Schema before;
  private final Schema after;
  private final KvTransaction transaction;
  private final long nowMicros;
  private final JobControl control;

  RowValidation(
      Schema before, Schema after, KvTransaction transaction, long nowMicros, JobControl control) {
    this.before = before;
    this.after = after;
    this.transaction = transaction;
    this.nowMicros = nowMicros;
    this.control = control;
  }

  /** Locks and checks; effects of other sorts are nothing to it. */
  void check(ChangeEffect effect) {
    if (effect instanceof ChangeEffect.ValidateNotNull e) {
      columnRows(e.tableId(), e.columnId(), this::requireNotNull);
    } else if (effect instanceof ChangeEffect.ValidateLength e) {
      columnRows(
          e.tableId(),
          e.columnId(),
          (table, column, value, key) -> {
            SqlType type = after.table(e.tableId()).column(e.columnId()).type();
            boolean inBytes = scalarOf(type).is(TypeKind.BYTES);
            requireLength(column, value, e.lengthMax(), inBytes, key);
          });
    } else if (effect instanceof ChangeEffect.ValidateUtf8 e) {
      columnRows(e.tableId(), e.columnId(), this::requireUtf8);
    } else if (effect instanceof ChangeEffect.ValidateNoFutureTimestamp e) {
      columnRows(e.tableId(), e.columnId(), this::requirePast);
    } else if (effect instanceof ChangeEffect.ValidateParentRows e) {
      checkParents(e.tableId());
    }
  }

  /** Looks at one value. */
  private interface ValueCheck {
    /** Fails with an error that names the key. */
    void check(Table table, Column column, Value value, String key);
  }

  private void columnRows(int tableId, int columnId, ValueCheck check) {
    // Values are read as they were written: with the column's old type.
    Table table = before.table(tableId);
    Column column = table.column(columnId);
    List<Integer> wanted = new ArrayList<>(List.of(columnId));
    table.primaryKey().forEach(part -> wanted.add(part.columnId()));
    TableRows rows = new TableRows(before, table, null, wanted);
    transaction.lock(rows.range(), LockMode.SHARED);
    RowCounter counter = new RowCounter();
    rows.forEach(
        transaction,
        null,
        Long.MAX_VALUE,
        (key, columns) -> {
          counter.tick();
          check.check(table, column, columns.column(0).get(0), keyText(columns, 1));
          return true;
        });
  }

  private void requireNotNull(Table table, Column column, Value value, String key) {
    if (value.isNull()) {
      throw new DbException(
              ErrorCode.NOT_NULL_VIOLATION,
              "Adding a NOT NULL constraint on a column "
                  + column.name()
                  + " is not allowed because it has a NULL value at key: "
                  + key)
          .with("table", table.name())
          .with("column", column.name());
    }
  }

  private static SqlType scalarOf(SqlType type) {
    return type.is(TypeKind.ARRAY) ? type.elementType() : type;
  }

  private static void requireLength(
      Column column, Value value, long lengthMax, boolean inBytes, String key) {
    if (value instanceof Value.Array array) {
      array.elements().forEach(e -> requireLength(column, e, lengthMax, inBytes, key));
      return;
    }
    long length = length(value, inBytes);
    if (length > lengthMax) {
      throw new DbException(
          ErrorCode.STRING_TOO_LONG,
          "Reducing the length of column "
              + column.name()
              + " to "
              + lengthMax
              + " is not allowed because it has a value of length "
              + length
              + " at key: "
              + key);
    }
  }

  private static long length(Value value, boolean inBytes) {
    if (value instanceof Value.Str string) {
      return inBytes
          ? string.value().getBytes(StandardCharsets.UTF_8).length
          : string.value().codePointCount(0, string.value().length());
    }
    if (value instanceof Value.Bytes bytes) {
      return inBytes
          ? bytes.value().length
          : new String(bytes.value(), StandardCharsets.UTF_8).codePoints().count();
    }
    return 0;
  }

  private void requireUtf8(Table table, Column column, Value value, String key) {
    if (value instanceof Value.Array array) {
      array.elements().forEach(element -> requireUtf8(table, column, element, key));
    } else if (value instanceof Value.Bytes bytes && !isUtf8(bytes.value())) {
      throw new DbException(
          ErrorCode.FAILED_PRECONDITION,
          "Changing the type of column "
              + column.name()
              + " to STRING is not allowed because it has a value that is not valid UTF-8 at key: "
              + key);
    }
  }

  private static boolean isUtf8(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private void requirePast(Table table, Column column, Value value, String key) {
    if (value instanceof Value.Timestamp timestamp && timestamp.epochMicros() > nowMicros) {
      throw new DbException(
          ErrorCode.FAILED_PRECONDITION,
          "Setting allow_commit_timestamp option on column "
              + column.name()
              + " is not allowed because it has a timestamp in the future at key: "
              + key);
    }
  }

  private void checkParents(int tableId) {
    Table table = after.table(tableId);
    Interleave interleave = table.interleave();
    if (interleave == null) {
      return;
    }
    Table parent = after.table(interleave.parentTableId());
    List<Integer> keyColumns = table.primaryKey().stream().map(KeyPart::columnId).toList();
    TableRows rows = new TableRows(after, table, null, keyColumns);
    KeyLayout layout = KeyLayout.ofTable(after, table);
    int[] ordinals = new int[keyColumns.size()];
    Arrays.setAll(ordinals, i -> i);
    int parentSegments = layout.segments().size() - 1;
    transaction.lock(rows.range(), LockMode.SHARED);
    RowCounter counter = new RowCounter();
    ByteSlice found = new ByteSlice();
    KeyEncoder encoder = new KeyEncoder();
    rows.forEach(
        transaction,
        null,
        Long.MAX_VALUE,
        (key, columns) -> {
          counter.tick();
          encoder.reset();
          layout.encode(encoder, columns, ordinals, 0, parentSegments);
          if (!transaction.get(encoder.toKey(), LockMode.NONE, found)) {
            throw new DbException(
                    ErrorCode.FAILED_PRECONDITION,
                    "Parent-child row existence constraint validation failed for table "
                        + table.name()
                        + " at row key: "
                        + keyText(columns, 0))
                .with("parent", parent.name());
          }
          return true;
        });
  }

  private static String keyText(Batch columns, int first) {
    List<String> parts = new ArrayList<>();
    for (int i = first; i < columns.columnCount(); i++) {
      parts.add(ValueText.plain(columns.column(i).get(0)));
    }
    return parts.stream().collect(Collectors.joining(",", "[", "]"));
  }

  /** Looks at the control every so many rows. */
  private final class RowCounter {
    private int rows;

    void tick() {
      if (++rows % ROWS_PER_CHECK == 0) {
        control.check();
      }
    }
  }
}
