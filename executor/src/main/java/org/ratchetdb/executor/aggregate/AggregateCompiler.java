package org.ratchetdb.executor.aggregate;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.planner.physical.AggregateCall;

/** Finds the accumulator of an aggregate call. */
public final class AggregateCompiler {
  private AggregateCompiler() {}

  /**
   * @param inputTypes types of the columns that the call may refer to
   * @param limit rows that array_agg and string_agg keep at most, asked for when an execution
   *     begins
   */
  public static Accumulator.Factory compile(
      AggregateCall call, List<SqlType> inputTypes, CollectingAccumulators.RowLimit limit) {
    Accumulator.Factory plain = find(call, inputTypes, limit);
    if (call.distinct()) {
      List<SqlType> types = call.arguments().stream().map(inputTypes::get).toList();
      int[] ordinals = call.arguments().stream().mapToInt(Integer::intValue).toArray();
      Accumulator.Factory inner = plain;
      plain = context -> new DistinctAccumulator(inner.create(context), types, ordinals);
    }
    if (call.filter() >= 0) {
      Accumulator.Factory inner = plain;
      plain = context -> new FilteredAccumulator(inner.create(context), call.filter());
    }
    return plain;
  }

  private static Accumulator.Factory find(
      AggregateCall call, List<SqlType> inputTypes, CollectingAccumulators.RowLimit limit) {
    int argument = call.arguments().isEmpty() ? -1 : call.arguments().get(0);
    @Nullable TypeKind kind = argument < 0 ? null : inputTypes.get(argument).kind();
    Accumulator.Factory factory =
        switch (call.kernel()) {
          case "count_star" -> context -> new CountAccumulator(-1, false);
          case "count" -> context -> new CountAccumulator(argument, false);
          case "count_if", "countif" -> context -> new CountAccumulator(argument, true);
          case "sum", "pg_sum" -> sum(call, argument, kind);
          case "avg", "pg_avg" -> average(call, argument, kind);
          case "min" -> context -> new ExtremeAccumulator(argument, call.type(), -1, false);
          case "max" -> context -> new ExtremeAccumulator(argument, call.type(), 1, false);
          case "pg_min" -> context -> new ExtremeAccumulator(argument, call.type(), -1, true);
          case "pg_max" -> context -> new ExtremeAccumulator(argument, call.type(), 1, true);
          case "any_value" ->
              context -> new FirstAccumulator(argument, call.type(), false, context);
          case "single_value" ->
              context -> new FirstAccumulator(argument, call.type(), true, context);
          case "logical_and", "bool_and", "every" ->
              context -> new BitAccumulator(argument, BitAccumulator.Operation.AND);
          case "logical_or", "bool_or" ->
              context -> new BitAccumulator(argument, BitAccumulator.Operation.OR);
          case "bit_and" -> context -> new BitAccumulator(argument, BitAccumulator.Operation.AND);
          case "bit_or" -> context -> new BitAccumulator(argument, BitAccumulator.Operation.OR);
          case "bit_xor" -> context -> new BitAccumulator(argument, BitAccumulator.Operation.XOR);
          case "var_samp", "variance" -> context -> new VarianceAccumulator(argument, false);
          case "stddev_samp", "stddev" -> context -> new VarianceAccumulator(argument, true);
          case "array_agg", "array_concat_agg", "string_agg" ->
              CollectingAccumulators.factory(call, inputTypes, limit);
          default -> null;
        };
    if (factory == null) {
      throw DbException.notSupported("Aggregate function " + call.kernel());
    }
    return factory;
  }

  private static Accumulator.@Nullable Factory sum(
      AggregateCall call, int argument, @Nullable TypeKind kind) {
    if (kind == null) {
      return null;
    }
    return switch (kind) {
      case INT64 -> context -> new IntegerSum(argument, call.type(), false, context);
      case FLOAT32, FLOAT64 -> context -> new FloatSum(argument, false, context);
      case NUMERIC -> context -> new DecimalSum(argument, false);
      case PG_NUMERIC -> context -> new PgNumericSum(argument, false);
      case INTERVAL -> context -> new IntervalSum(argument, false);
      default -> null;
    };
  }

  private static Accumulator.@Nullable Factory average(
      AggregateCall call, int argument, @Nullable TypeKind kind) {
    if (kind == null) {
      return null;
    }
    return switch (kind) {
      case INT64 -> context -> new IntegerSum(argument, call.type(), true, context);
      case FLOAT32, FLOAT64 -> context -> new FloatSum(argument, true, context);
      case NUMERIC -> context -> new DecimalSum(argument, true);
      case PG_NUMERIC -> context -> new PgNumericSum(argument, true);
      case INTERVAL -> context -> new IntervalSum(argument, true);
      default -> null;
    };
  }
}
