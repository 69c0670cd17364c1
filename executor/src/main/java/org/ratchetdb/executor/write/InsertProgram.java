package org.ratchetdb.executor.write;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.expression.Evaluator;
import org.ratchetdb.executor.operator.OperatorFactory;
import org.ratchetdb.executor.row.EntryDecoder;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.RowStore;
import org.ratchetdb.executor.vector.TimestampVector;
import org.ratchetdb.planner.physical.DmlPlan;
import org.ratchetdb.storage.api.CellLocks;
import org.ratchetdb.storage.api.Cells;
import org.ratchetdb.storage.api.KvTransaction;

/** INSERT in all its forms. */
final class InsertProgram extends DmlProgram {
  private final int[] targetOrdinals;
  private final boolean[] given;
  private final List<Computed> defaults;
  private final List<Computed> generated;
  private final DmlPlan.OnConflict onConflict;
  private final int[] updateOrdinals;
  private final int[] absentOrdinals;
  private final int insertMutations;
  private final int updateMutations;

  /** Given columns that may hold commit timestamps. */
  private final int[] stampableOrdinals;

  /** What happens on a conflict with {@code OnConflict.UPDATE}. */
  private final UpdateSpec update;

  /** How a row is locked that may have to be updated. */
  private final CellLocks updateLocks;

  InsertProgram(
      DmlPlan.Insert plan,
      OperatorFactory source,
      List<Computed> defaults,
      List<Computed> generated,
      List<Evaluator> returning) {
    super(plan, source, returning);
    this.targetOrdinals = plan.columnIds().stream().mapToInt(plan.table()::ordinal).toArray();
    this.defaults = defaults;
    this.generated = generated;
    this.onConflict = plan.onConflict();
    this.updateOrdinals = plan.updateColumnIds().stream().mapToInt(plan.table()::ordinal).toArray();
    this.update = UpdateSpec.ofOrdinals(spec, updateOrdinals, generated);
    boolean blind = generated.isEmpty() && returning.isEmpty() && update.indexes().isEmpty();
    this.updateLocks =
        blind ? new CellLocks(Cells.EXISTENCE, update.row().cells(), 0, true) : CellLocks.EXCLUSIVE;
    this.given = new boolean[plan.table().columns().size()];
    boolean[] filled = new boolean[given.length];
    for (int ordinal : targetOrdinals) {
      given[ordinal] = true;
      filled[ordinal] = true;
    }
    defaults.forEach(d -> filled[d.ordinal()] = true);
    generated.forEach(g -> filled[g.ordinal()] = true);
    this.absentOrdinals = IntStream.range(0, filled.length).filter(i -> !filled[i]).toArray();
    List<Computed> computed = new ArrayList<>(defaults);
    computed.addAll(generated);
    this.insertMutations = columnsWritten(targetOrdinals, computed);
    this.updateMutations = columnsWritten(updateOrdinals, generated);
    this.stampableOrdinals =
        IntStream.of(spec.stampableOrdinals()).filter(ordinal -> given[ordinal]).toArray();
  }

  @Override
  public boolean takesRows() {
    return parameterRow != null && onConflict == DmlPlan.OnConflict.FAIL && !returns();
  }

  @Override
  Run start(EvaluationState state, @Nullable RowStore returned) {
    return new InsertRun(state, returned);
  }

  private final class InsertRun implements Run {
    private final EvaluationState state;
    private final @Nullable RowStore returned;
    private final TableWriter writer;
    private final KvTransaction transaction;
    private final Batch rows;
    private final ByteSlice payload = new ByteSlice();
    private final Set<EntryKey> touched = new HashSet<>();
    private @Nullable EntryDecoder decoder;

    /** Rows so far that give a commit timestamp to come, per stampable column. */
    private final long[] stamped = new long[stampableOrdinals.length];

    private long rowsChecked;

    private long count;

    InsertRun(EvaluationState state, @Nullable RowStore returned) {
      this.state = state;
      this.returned = returned;
      this.writer = new TableWriter(spec, state.context());
      this.transaction = state.context().transaction();
      this.rows = Batch.create(spec.types(), 0);
    }

    @Override
    public void write(Batch source) {
      build(source);
      int size = rows.rowCount();
      for (int row = 0; row < size; row++) {
        RowChecks.check(spec, rows, row, given);
        requireAllOrNoneStamped(row);
      }
      List<EntryKey> keys = new ArrayList<>(size);
      for (int row = 0; row < size; row++) {
        keys.add(writer.newKey(rows, row));
      }
      if (onConflict == DmlPlan.OnConflict.UPDATE) {
        upsert(keys);
        return;
      }
      int[] inserted = new int[size];
      int insertedCount = 0;
      boolean atOnce = size > 1 && keys.stream().noneMatch(EntryKey::isStamped);
      boolean[] existing =
          atOnce
              ? transaction.lockToInsert(keys.stream().map(EntryKey::requireKnown).toList())
              : new boolean[0];
      Set<EntryKey> inBatch = atOnce ? new HashSet<>(2 * size) : Set.of();
      for (int row = 0; row < size; row++) {
        EntryKey key = keys.get(row);
        boolean exists =
            atOnce
                ? existing[row] || !inBatch.add(key)
                : key.get(transaction, CellLocks.EXCLUSIVE, payload);
        if (exists) {
          if (onConflict == DmlPlan.OnConflict.IGNORE) {
            continue;
          }
          throw ConstraintErrors.duplicateKey(
              spec.schema(), spec.table(), spec.keyColumnNames(), rows, spec.keyOrdinals(), row);
        }
        writer.insert(key, true, rows, row, insertMutations);
        inserted[insertedCount++] = row;
      }
      count += insertedCount;
      if (insertedCount < size) {
        rows.select(inserted, insertedCount);
      }
      addReturned(rows, state, returned);
    }

    /** Lays the source rows out in the order of the table and fills in the other columns. */
    private void build(Batch source) {
      int size = source.size();
      rows.prepare(size);
      for (int i = 0; i < targetOrdinals.length; i++) {
        ColumnVector from = source.column(i);
        ColumnVector to = rows.column(targetOrdinals[i]);
        for (int k = 0; k < size; k++) {
          int row = source.row(k);
          if (from.isNull(row)) {
            to.setNull(k);
          } else {
            to.copy(k, from, row);
          }
        }
      }
      for (int ordinal : absentOrdinals) {
        ColumnVector to = rows.column(ordinal);
        for (int k = 0; k < size; k++) {
          to.setNull(k);
        }
      }
      rows.setRowCount(size);
      defaults.forEach(d -> d.fill(rows, state));
      generated.forEach(g -> g.fill(rows, state));
    }

    private void requireAllOrNoneStamped(int row) {
      for (int i = 0; i < stampableOrdinals.length; i++) {
        int ordinal = stampableOrdinals[i];
        boolean pending = ((TimestampVector) rows.column(ordinal)).isPending(row);
        if (stamped[i] != (pending ? rowsChecked : 0)) {
          throw new DbException(
              ErrorCode.INVALID_ARGUMENT,
              "Invalid use of PENDING_COMMIT_TIMESTAMP in column "
                  + spec.table().columns().get(ordinal).name()
                  + ". It must be the value of the column in all rows of an INSERT, or in none.");
        }
        stamped[i] += pending ? 1 : 0;
      }
      rowsChecked++;
    }

    private void upsert(List<EntryKey> keys) {
      Batch shown = Batch.create(spec.types(), 1);
      for (int row = 0; row < keys.size(); row++) {
        EntryKey key = keys.get(row);
        if (!touched.add(key)) {
          throw ConstraintErrors.secondTime(spec.schema(), rows, spec.keyOrdinals(), row);
        }
        shown.prepare(1);
        if (key.get(transaction, updateLocks, payload)) {
          overwrite(key, row, shown);
        } else {
          writer.insert(key, false, rows, row, insertMutations);
          shown.append(rows, row);
        }
        addReturned(shown, state, returned);
        count++;
      }
    }

    private void overwrite(EntryKey key, int row, Batch merged) {
      if (key.isStamped()) {
        state.context().writes().requireReadable(spec.table().id());
      }
      if (decoder == null) {
        decoder = new EntryDecoder(spec.wholeRow());
      }
      Batch old = Batch.create(spec.types(), 1);
      decoder.decode(key.requireKnown(), payload, old, 0);
      old.setRowCount(1);
      merged.append(old, 0);
      for (int ordinal : updateOrdinals) {
        ColumnVector to = merged.column(ordinal);
        if (rows.column(ordinal).isNull(row)) {
          to.setNull(0);
        } else {
          to.copy(0, rows.column(ordinal), row);
        }
      }
      generated.forEach(g -> g.fill(merged, state));
      RowChecks.check(spec, merged, 0, given);
      UpdateProgram.requireSameKey(spec, old, 0, merged, 0);
      writer.update(key.requireKnown(), old, 0, merged, 0, update, updateMutations);
    }

    @Override
    public long finish() {
      writer.finish();
      return count;
    }
  }
}
