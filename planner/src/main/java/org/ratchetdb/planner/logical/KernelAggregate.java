package org.ratchetdb.planner.logical;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.util.Optionality;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.planner.physical.PhysicalExpr;

/** An aggregate of ours that Calcite carries along without understanding it. */
public final class KernelAggregate extends SqlAggFunction {
  private final String kernel;
  private final SqlType result;
  private final @Nullable PhysicalExpr limit;
  private final boolean ignoreNulls;

  /**
   * @param kernel as the executor knows it
   * @param result its type
   * @param relType its type for Calcite
   * @param limit LIMIT inside the call, or null
   * @param ignoreNulls IGNORE NULLS inside the call
   */
  KernelAggregate(
      String kernel,
      SqlType result,
      RelDataType relType,
      @Nullable PhysicalExpr limit,
      boolean ignoreNulls) {
    super(
        kernel,
        null,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.explicit(relType),
        null,
        OperandTypes.VARIADIC,
        SqlFunctionCategory.USER_DEFINED_FUNCTION,
        false,
        false,
        Optionality.OPTIONAL);
    this.kernel = kernel;
    this.result = result;
    this.limit = limit;
    this.ignoreNulls = ignoreNulls;
  }

  public String kernel() {
    return kernel;
  }

  public SqlType result() {
    return result;
  }

  public @Nullable PhysicalExpr limit() {
    return limit;
  }

  public boolean ignoreNulls() {
    return ignoreNulls;
  }

  /** Whether it yields 0 rather than NULL for no rows. */
  static boolean isCount(String kernel) {
    return kernel.equals("count") || kernel.equals("count_star") || kernel.equals("count_if");
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KernelAggregate that
        && kernel.equals(that.kernel)
        && result.equals(that.result)
        && ignoreNulls == that.ignoreNulls
        && (limit == null ? that.limit == null : limit.equals(that.limit));
  }

  @Override
  public int hashCode() {
    return kernel.hashCode() * 31 + result.hashCode();
  }
}
