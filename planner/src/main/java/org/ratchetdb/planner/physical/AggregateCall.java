package org.ratchetdb.planner.physical;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;

/**
 * One aggregate of an aggregation operator.
 *
 * @param kernel name of the aggregate: count_star, count, sum, avg, min, max, any_value,
 *     logical_and, logical_or, string_agg, array_agg, bit_and, bit_or, bit_xor, count_if;
 *     single_value fails on a second row
 * @param arguments input columns
 * @param distinct only distinct argument values
 * @param filter input column of type BOOL that must be true, or -1
 * @param orderBy order within the group for string_agg and array_agg
 * @param limit LIMIT inside array_agg and string_agg, or null
 * @param ignoreNulls array_agg without NULLs
 * @param type type of the result
 */
public record AggregateCall(
    String kernel,
    List<Integer> arguments,
    boolean distinct,
    int filter,
    List<SortKey> orderBy,
    @Nullable PhysicalExpr limit,
    boolean ignoreNulls,
    SqlType type) {
  public AggregateCall {
    arguments = List.copyOf(arguments);
    orderBy = List.copyOf(orderBy);
  }
}
