package org.ratchetdb.executor.function;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.ObjectVector;

/** Access to PostgreSQL numeric in vectors. */
final class Numerics {
  private Numerics() {}

  /** A PostgreSQL numeric; null is NaN. */
  static @Nullable BigDecimal pg(ColumnVector vector, int row) {
    return ((Value.PgNumeric) ((ObjectVector) vector).value(row)).value();
  }

  static void setPg(ColumnVector out, int row, @Nullable BigDecimal value) {
    out.set(row, new Value.PgNumeric(value));
  }
}
