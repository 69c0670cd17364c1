package org.ratchetdb.engine.ddl;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.write.ColumnFiller;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.LockMode;

/**
 * Gives the rows of a table their values of a new column whose values are computed. All is done in
 * the transaction that commits the new schema, with the table locked, so nobody ever meets the
 * column without its values; that bounds how many rows the table may have.
 */
final class ColumnBackfill {
  /** More would not fit into one transaction's buffer with certainty. */
  private static final int ROWS_MAX = 100_000;

  private static final long BYTES_MAX = 256L << 20;

  private final Schema before;
  private final Schema after;
  private final KvTransaction transaction;
  private final SequenceCounters sequences;
  private final @Nullable ColumnComputer computer;
  private final JobControl control;

  ColumnBackfill(
      Schema before,
      Schema after,
      KvTransaction transaction,
      SequenceCounters sequences,
      @Nullable ColumnComputer computer,
      JobControl control) {
    this.before = before;
    this.after = after;
    this.transaction = transaction;
    this.sequences = sequences;
    this.computer = computer;
    this.control = control;
  }

  void run(int tableId, int columnId) {
    Table oldTable = before.table(tableId);
    TableRows rows = new TableRows(before, oldTable, null, List.of());
    transaction.lock(rows.range(), LockMode.EXCLUSIVE);
    List<Key> keys = new ArrayList<>();
    rows.forEach(
        transaction,
        null,
        Long.MAX_VALUE,
        (key, columns) -> {
          keys.add(key);
          return keys.size() <= ROWS_MAX;
        });
    if (keys.isEmpty()) {
      return;
    }
    Table table = after.table(tableId);
    Column column = table.column(columnId);
    if (keys.size() > ROWS_MAX || computer == null) {
      throw tooLarge(table, column);
    }
    fill(table, column, keys, computer);
  }

  private void fill(Table table, Column column, List<Key> keys, ColumnComputer source) {
    ExecutionContext context =
        source
            .context()
            .transaction(transaction)
            .sequences(id -> sequences.next(after.sequence(id)))
            .build();
    ColumnFiller filler =
        new ColumnFiller(
            after, table, column, new ColumnExpression(source).of(after, table, column), context);
    ByteSlice payload = new ByteSlice();
    for (Key key : keys) {
      control.check();
      if (!transaction.get(key, LockMode.NONE, payload)) {
        throw new DbException(ErrorCode.INTERNAL, "A row vanished from under an exclusive lock");
      }
      filler.fill(transaction, key, payload);
      if (transaction.bufferedBytes() > BYTES_MAX) {
        throw tooLarge(table, column);
      }
    }
  }

  private static DbException tooLarge(Table table, Column column) {
    return DbException.notSupported(
            "Adding column "
                + column.name()
                + ", whose values are computed for each row, to table "
                + table.name()
                + ", which has too many rows for one transaction,")
        .hint("Add a plain column, fill it with UPDATE in parts, then set its default.");
  }
}
