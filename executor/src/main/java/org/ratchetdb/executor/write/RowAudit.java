package org.ratchetdb.executor.write;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyEncoder;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.expression.Evaluator;
import org.ratchetdb.executor.expression.ExpressionCompiler;
import org.ratchetdb.executor.row.EntryDecoder;
import org.ratchetdb.executor.row.RowWriter;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.planner.physical.PhysicalExpr;

/**
 * Compares stored rows of a table with what a writer would have stored, and says which index
 * entries they must have. Owned by one thread; looks at one row at a time.
 */
public final class RowAudit {
  private final TableSpec spec;
  private final EntryDecoder decoder;
  private final Batch row;
  private final boolean[] given;
  private final KeyEncoder encoder = new KeyEncoder();
  private final RowWriter writer = new RowWriter();
  private final List<Computed> computed = new ArrayList<>();

  /** What a generated column must hold. */
  private record Computed(Column column, int ordinal, Evaluator value, EvaluationState state) {}

  public RowAudit(Schema schema, Table table) {
    this.spec = new TableSpec(schema, table);
    this.decoder = new EntryDecoder(spec.wholeRow());
    this.row = Batch.create(spec.types(), 1);
    this.given = new boolean[table.columns().size()];
    Arrays.fill(given, true);
  }

  /**
   * Also checks what a generated column holds.
   *
   * @param expression its value over the whole row, columns in table order
   */
  public void expect(Column column, PhysicalExpr expression, ExecutionContext context) {
    ExpressionCompiler compiler = new ExpressionCompiler();
    Evaluator value = compiler.compile(expression);
    computed.add(
        new Computed(column, spec.table().ordinal(column.id()), value, compiler.newState(context)));
  }

  public Table table() {
    return spec.table();
  }

  /**
   * Reads a row. Damaged bytes fail with {@code CORRUPT_DATA} or with an unchecked exception of any
   * sort.
   */
  public void read(ByteSlice key, ByteSlice payload) {
    row.prepare(1);
    decoder.decode(key, payload, row, 0);
    row.setRowCount(1);
  }

  /** Tells what is wrong with the row that was read last under the key. */
  public void check(ByteSlice key, Consumer<String> problem) {
    encoder.reset();
    spec.layout().encode(encoder, row, spec.keyOrdinals(), 0);
    if (!same(encoder.toKey(), key)) {
      problem.accept("The key is not written as its values are");
    }
    try {
      RowChecks.check(spec, row, 0, given);
    } catch (DbException e) {
      problem.accept("The row breaks its declaration: " + e.message());
    }
    for (Computed column : computed) {
      checkComputed(column, problem);
    }
  }

  static boolean same(Key written, ByteSlice stored) {
    byte[] bytes = written.unsafeBytes();
    return Arrays.equals(
        bytes, 0, bytes.length, stored.array(), stored.offset(), stored.offset() + stored.length());
  }

  private void checkComputed(Computed expected, Consumer<String> problem) {
    String name = expected.column.name();
    try {
      ColumnVector value = expected.value.evaluate(row, expected.state);
      if (!value.sameOrBothNull(0, row.column(expected.ordinal), 0)) {
        problem.accept("Generated column " + name + " does not hold what its expression gives");
      }
    } catch (DbException e) {
      problem.accept("Generated column " + name + " cannot be computed: " + e.message());
    }
  }

  /** Indexes of the table in the order of the schema. */
  public int indexCount() {
    return spec.indexes().size();
  }

  public Index index(int i) {
    return spec.indexes().get(i).index();
  }

  /** Whether the row that was read last has an entry in the index. */
  public boolean hasEntry(int i) {
    return spec.indexes().get(i).holds(row, 0);
  }

  /** Key of the entry that the row that was read last has in the index. */
  public Key entryKey(int i) {
    return spec.indexes().get(i).key(encoder, row, 0);
  }

  /** Payload of the entry that the row that was read last has in the index. */
  public byte[] entryPayload(int i) {
    return spec.indexes().get(i).payload(writer, row, 0);
  }

  Batch row() {
    return row;
  }
}
