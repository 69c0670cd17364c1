package org.ratchetdb.executor.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.value.NumericMath;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.DecimalVector;

/** SUM and AVG of NUMERIC: scaled longs in 128 bits, larger values beside them; exact. */
final class DecimalSum extends CountedAccumulator {
  private final boolean average;
  private long[] low = new long[0];
  private long[] high = new long[0];
  private @Nullable BigDecimal[] large = new BigDecimal[0];

  DecimalSum(int argument, boolean average) {
    super(argument);
    this.average = average;
  }

  @Override
  void grow(int groups) {
    low = Arrays.copyOf(low, groups);
    high = Arrays.copyOf(high, groups);
    large = Arrays.copyOf(large, groups);
  }

  @Override
  void addValue(int group, ColumnVector column, int row) {
    DecimalVector decimals = (DecimalVector) column;
    if (!decimals.isSmall(row)) {
      BigDecimal sum = large[group];
      BigDecimal value = decimals.getDecimal(row);
      large[group] = sum == null ? value : sum.add(value);
      return;
    }
    long value = decimals.getScaled(row);
    long sum = low[group] + value;
    if (Long.compareUnsigned(sum, value) < 0) {
      high[group]++;
    }
    high[group] += value >> 63;
    low[group] = sum;
  }

  @Override
  void write(int group, long count, ColumnVector out, int row) {
    BigInteger small =
        BigInteger.valueOf(high[group])
            .shiftLeft(Long.SIZE)
            .add(new BigInteger(Long.toUnsignedString(low[group])));
    BigDecimal sum = new BigDecimal(small, DecimalVector.SCALE);
    BigDecimal others = large[group];
    if (others != null) {
      sum = sum.add(others);
    }
    BigDecimal result =
        average
            ? sum.divide(BigDecimal.valueOf(count), DecimalVector.SCALE, RoundingMode.HALF_UP)
            : sum;
    ((DecimalVector) out).setDecimal(row, NumericMath.normalize(result, average ? "AVG" : "SUM"));
  }

  @Override
  int bytesPerGroup() {
    return 24;
  }
}
