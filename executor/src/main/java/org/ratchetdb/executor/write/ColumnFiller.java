package org.ratchetdb.executor.write;

import java.util.Arrays;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.expression.Evaluator;
import org.ratchetdb.executor.expression.ExpressionCompiler;
import org.ratchetdb.executor.row.EntryDecoder;
import org.ratchetdb.executor.row.RowWriter;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.storage.api.KvTransaction;

/**
 * Gives rows their value of a column that was added after they were written. No index may use the
 * column yet. Owned by one thread.
 */
public final class ColumnFiller {
  private final TableSpec spec;
  private final int ordinal;
  private final Evaluator value;
  private final EvaluationState state;
  private final EntryDecoder decoder;
  private final RowWriter writer = new RowWriter();
  private final boolean[] given;
  private final Batch row;

  /**
   * @param schema the schema with the column
   * @param expression the column's value over the whole row, columns in table order
   * @param context what the expression may ask for; its transaction is the one written to
   */
  public ColumnFiller(
      Schema schema,
      Table table,
      Column column,
      PhysicalExpr expression,
      ExecutionContext context) {
    this.spec = new TableSpec(schema, table);
    this.ordinal = table.ordinal(column.id());
    ExpressionCompiler compiler = new ExpressionCompiler();
    this.value = compiler.compile(expression);
    this.state = compiler.newState(context);
    this.decoder = new EntryDecoder(spec.wholeRow());
    this.given = new boolean[table.columns().size()];
    Arrays.fill(given, true);
    this.row = Batch.create(spec.types(), 1);
  }

  /** Computes the value and writes the row again; fails when the value may not be stored. */
  public void fill(KvTransaction transaction, Key key, ByteSlice payload) {
    row.prepare(1);
    decoder.decode(key, payload, row, 0);
    row.setRowCount(1);
    ColumnVector computed = value.evaluate(row, state);
    ColumnVector target = row.column(ordinal);
    if (computed.isNull(0)) {
      target.setNull(0);
    } else {
      target.copy(0, computed, 0);
    }
    RowChecks.check(spec, row, 0, given);
    writer.reset();
    int[] ids = spec.payloadIds();
    int[] ordinals = spec.payloadOrdinals();
    for (int i = 0; i < ids.length; i++) {
      writer.add(ids[i], row.column(ordinals[i]), 0);
    }
    transaction.put(key, writer.toPayload());
  }
}
