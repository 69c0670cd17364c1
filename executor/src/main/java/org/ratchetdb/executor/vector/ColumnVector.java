package org.ratchetdb.executor.vector;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;

/**
 * Values of one type, addressed by row position. Every write of a row sets its NULL flag, so a
 * vector may be filled again without being cleared, except that {@link #prepare} must be called
 * first to forget the bytes of variable-length values. Owned by one thread.
 */
public abstract class ColumnVector {
  private static final boolean[] NO_NULLS = new boolean[0];

  private final SqlType type;
  private boolean[] nulls = NO_NULLS;

  protected ColumnVector(SqlType type) {
    this.type = type;
  }

  /** A vector of the kind that holds the type. */
  public static ColumnVector create(SqlType type, int capacity) {
    ColumnVector vector =
        switch (type.kind()) {
          case BOOL, INT64, DATE, PG_OID, UNKNOWN -> new LongVector(type);
          case FLOAT32, FLOAT64 -> new DoubleVector(type);
          case TIMESTAMP -> new TimestampVector();
          case NUMERIC -> new DecimalVector();
          case STRING, BYTES, JSON, PG_JSONB -> new BytesVector(type);
          case UUID -> new UuidVector();
          case PG_NUMERIC, INTERVAL, ARRAY, STRUCT -> new ObjectVector(type);
        };
    vector.prepare(capacity);
    return vector;
  }

  public final SqlType type() {
    return type;
  }

  /** Rows that fit without growing. */
  public final int capacity() {
    return nulls.length;
  }

  /** NULL flags, one per row; the array changes when the vector grows. */
  public final boolean[] nulls() {
    return nulls;
  }

  public final boolean isNull(int row) {
    return nulls[row];
  }

  public void setNull(int row) {
    nulls[row] = true;
  }

  /** Makes room for the rows, keeping what is there. */
  public final void ensureCapacity(int rows) {
    if (rows > nulls.length) {
      nulls = Arrays.copyOf(nulls, rows);
      grow(rows);
    }
  }

  /** Makes room for the rows and forgets what is there. */
  public void prepare(int rows) {
    if (rows > nulls.length) {
      nulls = new boolean[rows];
      grow(rows);
    }
  }

  protected abstract void grow(int rows);

  /** Copies one value, NULL or not, of a vector of the same kind. */
  public abstract void copy(int row, ColumnVector source, int sourceRow);

  /** Sets one value; it must be NULL or of this vector's type. */
  public abstract void set(int row, Value value);

  /** The value, boxed. */
  public abstract Value get(int row);

  /**
   * Order of two values that are not NULL, of vectors of one kind, as ORDER BY and keys know it:
   * NaN first and -0 equal to 0.
   */
  public abstract int compare(int row, ColumnVector other, int otherRow);

  /** Whether two values that are not NULL are the same for GROUP BY: NaN equals NaN. */
  public boolean same(int row, ColumnVector other, int otherRow) {
    return compare(row, other, otherRow) == 0;
  }

  /** A hash that agrees with {@link #same}; the value is not NULL. */
  public abstract long hash(int row);

  /** Bytes of heap that the vector holds. */
  public abstract long memoryBytes();

  /** Same value for GROUP BY, where NULL equals NULL. */
  public final boolean sameOrBothNull(int row, ColumnVector other, int otherRow) {
    boolean isNull = nulls[row];
    if (isNull || other.nulls[otherRow]) {
      return isNull == other.nulls[otherRow];
    }
    return same(row, other, otherRow);
  }

  protected final Value nullValue() {
    return new Value.Null(type);
  }

  protected final void markNotNull(int row) {
    nulls[row] = false;
  }

  // Typed getters for readers of results; asking for another kind is a bug.

  public long getLong(int row) {
    throw wrongKind("a long");
  }

  public double getDouble(int row) {
    throw wrongKind("a double");
  }

  public boolean getBoolean(int row) {
    return getLong(row) != 0;
  }

  public byte[] getBytes(int row) {
    throw wrongKind("bytes");
  }

  public String getString(int row) {
    return new String(getBytes(row), StandardCharsets.UTF_8);
  }

  public @Nullable BigDecimal getBigDecimal(int row) {
    throw wrongKind("a decimal");
  }

  private IllegalStateException wrongKind(String wanted) {
    return new IllegalStateException(type + " is not " + wanted);
  }
}
