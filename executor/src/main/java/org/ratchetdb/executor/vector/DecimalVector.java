package org.ratchetdb.executor.vector;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;

/**
 * NUMERIC: a long scaled by 10^9 where that fits, else a {@link BigDecimal} beside it. A value that
 * fits the long is never kept as a BigDecimal, so the two forms need no comparison.
 */
public final class DecimalVector extends ColumnVector {
  public static final int SCALE = 9;
  public static final long ONE = 1_000_000_000L;

  private long[] scaled = new long[0];
  private @Nullable BigDecimal @Nullable [] big;

  public DecimalVector() {
    super(SqlType.NUMERIC);
  }

  @Override
  protected void grow(int rows) {
    scaled = Arrays.copyOf(scaled, rows);
    if (big != null) {
      big = Arrays.copyOf(big, rows);
    }
  }

  /** Whether the value is a long: then {@link #getScaled} has it. */
  public boolean isSmall(int row) {
    return big == null || big[row] == null;
  }

  public long getScaled(int row) {
    return scaled[row];
  }

  public void setScaled(int row, long value) {
    scaled[row] = value;
    if (big != null) {
      big[row] = null;
    }
    markNotNull(row);
  }

  /** The value must have at most 9 fractional digits. */
  public void setDecimal(int row, BigDecimal value) {
    BigInteger unscaled = value.setScale(SCALE, RoundingMode.UNNECESSARY).unscaledValue();
    if (unscaled.bitLength() < Long.SIZE) {
      setScaled(row, unscaled.longValue());
      return;
    }
    if (big == null) {
      big = new BigDecimal[capacity()];
    }
    big[row] = new BigDecimal(unscaled, SCALE);
    markNotNull(row);
  }

  /** The value at scale 9. */
  public BigDecimal getDecimal(int row) {
    if (big != null) {
      BigDecimal value = big[row];
      if (value != null) {
        return value;
      }
    }
    return BigDecimal.valueOf(scaled[row], SCALE);
  }

  @Override
  public BigDecimal getBigDecimal(int row) {
    return getDecimal(row);
  }

  @Override
  public void copy(int row, ColumnVector source, int sourceRow) {
    DecimalVector from = (DecimalVector) source;
    if (source.isNull(sourceRow)) {
      setNull(row);
    } else if (from.isSmall(sourceRow)) {
      setScaled(row, from.scaled[sourceRow]);
    } else {
      setDecimal(row, from.getDecimal(sourceRow));
    }
  }

  @Override
  public void set(int row, Value value) {
    if (value instanceof Value.Numeric v) {
      setDecimal(row, v.value());
    } else {
      VectorKinds.requireNull(value, type());
      setNull(row);
    }
  }

  @Override
  public Value get(int row) {
    return isNull(row) ? nullValue() : new Value.Numeric(canonical(getDecimal(row)));
  }

  /** Without trailing zeros in the fraction. */
  public static BigDecimal canonical(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  @Override
  public int compare(int row, ColumnVector other, int otherRow) {
    DecimalVector right = (DecimalVector) other;
    if (isSmall(row) && right.isSmall(otherRow)) {
      return Long.compare(scaled[row], right.scaled[otherRow]);
    }
    return getDecimal(row).compareTo(right.getDecimal(otherRow));
  }

  @Override
  public long hash(int row) {
    return isSmall(row)
        ? Hashes.mix(scaled[row])
        : Hashes.mix(getDecimal(row).unscaledValue().hashCode());
  }

  @Override
  public long memoryBytes() {
    return (big == null ? 9L : 80L) * capacity();
  }
}
