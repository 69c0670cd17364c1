package org.ratchetdb.executor.aggregate;

import java.util.Arrays;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.LongVector;

/** BIT_AND, BIT_OR, BIT_XOR, and on BOOL (0 and 1) LOGICAL_AND and LOGICAL_OR. */
final class BitAccumulator extends CountedAccumulator {
  enum Operation {
    AND,
    OR,
    XOR
  }

  private final Operation operation;
  private long[] bits = new long[0];

  BitAccumulator(int argument, Operation operation) {
    super(argument);
    this.operation = operation;
  }

  @Override
  void grow(int groups) {
    int old = bits.length;
    bits = Arrays.copyOf(bits, groups);
    Arrays.fill(bits, old, groups, operation == Operation.AND ? -1 : 0);
  }

  @Override
  void addValue(int group, ColumnVector column, int row) {
    long value = column.getLong(row);
    switch (operation) {
      case AND -> bits[group] &= value;
      case OR -> bits[group] |= value;
      case XOR -> bits[group] ^= value;
    }
  }

  @Override
  void write(int group, long count, ColumnVector out, int row) {
    ((LongVector) out).setLong(row, bits[group]);
  }

  @Override
  int bytesPerGroup() {
    return 8;
  }
}
