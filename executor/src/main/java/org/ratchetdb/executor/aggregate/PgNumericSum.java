package org.ratchetdb.executor.aggregate;

import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.value.PgNumericMath;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.ObjectVector;

/** sum and avg of PostgreSQL numeric; a NaN makes the result NaN. */
final class PgNumericSum extends CountedAccumulator {
  private final boolean average;
  private BigDecimal[] sums = new BigDecimal[0];
  private boolean[] isNaN = new boolean[0];

  PgNumericSum(int argument, boolean average) {
    super(argument);
    this.average = average;
  }

  @Override
  void grow(int groups) {
    int old = sums.length;
    sums = Arrays.copyOf(sums, groups);
    Arrays.fill(sums, old, groups, BigDecimal.ZERO);
    isNaN = Arrays.copyOf(isNaN, groups);
  }

  @Override
  void addValue(int group, ColumnVector column, int row) {
    BigDecimal value = ((Value.PgNumeric) ((ObjectVector) column).value(row)).value();
    if (value == null) {
      isNaN[group] = true;
    } else {
      sums[group] = sums[group].add(value);
    }
  }

  @Override
  void write(int group, long count, ColumnVector out, int row) {
    @Nullable BigDecimal result = isNaN[group] ? null : sums[group];
    out.set(row, new Value.PgNumeric(average ? PgNumericMath.average(result, count) : result));
  }

  @Override
  int bytesPerGroup() {
    return 64;
  }
}
