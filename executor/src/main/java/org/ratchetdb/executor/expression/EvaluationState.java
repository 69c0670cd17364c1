package org.ratchetdb.executor.expression;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;

/**
 * What one execution of a plan computes with: a vector per evaluator, the current outer rows and
 * the current splits. Owned by the thread that executes.
 */
public final class EvaluationState {
  private final ExecutionContext context;
  private final @Nullable ColumnVector[] slots;
  private final @Nullable Batch[] outerBatches;
  private final int[] outerRows;
  private final @Nullable KeyRange[] splits;

  /** A state for what the compiler has compiled so far. */
  public EvaluationState(ExecutionContext context, int slotCount, int outerCount, int splitCount) {
    this.context = context;
    this.slots = new ColumnVector[slotCount];
    this.outerBatches = new Batch[outerCount];
    this.outerRows = new int[outerCount];
    this.splits = new KeyRange[splitCount];
  }

  public ExecutionContext context() {
    return context;
  }

  /** The evaluator's vector, empty and with room for the rows. */
  ColumnVector slot(int slot, SqlType type, int rows) {
    ColumnVector vector = slots[slot];
    if (vector == null) {
      vector = ColumnVector.create(type, rows);
      slots[slot] = vector;
    } else {
      vector.prepare(rows);
    }
    return vector;
  }

  /** The evaluator's vector as it was left, or null before its first use. */
  @Nullable ColumnVector peek(int slot) {
    return slots[slot];
  }

  /** Sets the row that an Apply is at. */
  public void setOuterRow(int outer, Batch batch, int row) {
    outerBatches[outer] = batch;
    outerRows[outer] = row;
  }

  /** Says which part of the key space a distributed union is at; null for all of it. */
  public void setSplit(int union, @Nullable KeyRange split) {
    splits[union] = split;
  }

  /** The part of the key space that a distributed union is at; null for all of it. */
  public @Nullable KeyRange split(int union) {
    return splits[union];
  }

  Batch outerBatch(int outer) {
    Batch batch = outerBatches[outer];
    if (batch == null) {
      throw new IllegalStateException("No outer row");
    }
    return batch;
  }

  int outerRow(int outer) {
    return outerRows[outer];
  }
}
