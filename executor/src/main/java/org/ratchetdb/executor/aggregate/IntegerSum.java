package org.ratchetdb.executor.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.PgNumericMath;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.DoubleVector;
import org.ratchetdb.executor.vector.LongVector;

/** SUM and AVG of INT64 in 128 bits: only the result may overflow, not a sum on the way. */
final class IntegerSum extends CountedAccumulator {
  private final SqlType type;
  private final boolean average;
  private final ExecutionContext context;
  private long[] low = new long[0];
  private long[] high = new long[0];

  IntegerSum(int argument, SqlType type, boolean average, ExecutionContext context) {
    super(argument);
    this.type = type;
    this.average = average;
    this.context = context;
  }

  @Override
  void grow(int groups) {
    low = Arrays.copyOf(low, groups);
    high = Arrays.copyOf(high, groups);
  }

  @Override
  void addValue(int group, ColumnVector column, int row) {
    long value = column.getLong(row);
    long sum = low[group] + value;
    if (Long.compareUnsigned(sum, value) < 0) {
      high[group]++;
    }
    high[group] += value >> 63;
    low[group] = sum;
  }

  private BigInteger exact(int group) {
    BigInteger unsignedLow = new BigInteger(Long.toUnsignedString(low[group]));
    return BigInteger.valueOf(high[group]).shiftLeft(Long.SIZE).add(unsignedLow);
  }

  @Override
  void write(int group, long count, ColumnVector out, int row) {
    if (type.is(TypeKind.PG_NUMERIC)) {
      BigDecimal sum = new BigDecimal(exact(group));
      out.set(row, new Value.PgNumeric(average ? PgNumericMath.average(sum, count) : sum));
    } else if (average) {
      ((DoubleVector) out).setDouble(row, exact(group).doubleValue() / count);
    } else {
      if (high[group] != low[group] >> 63) {
        throw new DbException(
            ErrorCode.VALUE_OUT_OF_RANGE,
            context.isPostgres() ? "bigint out of range" : "int64 overflow in SUM");
      }
      ((LongVector) out).setLong(row, low[group]);
    }
  }

  @Override
  int bytesPerGroup() {
    return 16;
  }
}
