package org.ratchetdb.executor.function;

import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.planner.physical.PhysicalExpr;

/** Conversions between types, in the forms of both dialects. */
public final class Casts {
  private Casts() {}

  /** The kernel of a cast of one argument. */
  public static Kernel kernel(SqlType from, PhysicalExpr.Cast cast) {
    Kernel kernel = find(from, cast);
    return cast.safe() ? Arithmetic.nullOnError(kernel) : kernel;
  }

  private static Kernel find(SqlType from, PhysicalExpr.Cast cast) {
    if (from.is(TypeKind.INT64) && cast.type().is(TypeKind.FLOAT64)) {
      RowKernel kernel = (v, row, out, c) -> Outcomes.set(out, row, (double) v[0].getLong(row));
      return kernel.strict();
    }
    throw DbException.notSupported("Cast from " + from + " to " + cast.type());
  }
}
