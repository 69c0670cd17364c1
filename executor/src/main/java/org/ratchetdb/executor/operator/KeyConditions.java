package org.ratchetdb.executor.operator;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.expression.Evaluator;
import org.ratchetdb.executor.expression.ExpressionCompiler;
import org.ratchetdb.executor.row.KeyRanges;
import org.ratchetdb.planner.physical.KeyCondition;

/**
 * The key conditions of a scan, compiled: gives the bounds of an execution, or nothing when a
 * comparison with NULL or NaN makes it select no key. Immutable.
 */
final class KeyConditions {
  private final List<Compiled> conditions;

  private interface Compiled {
    KeyRanges.@Nullable Bound bound(EvaluationState state);
  }

  KeyConditions(KeyCondition keys, ExpressionCompiler compiler) {
    conditions = keys.columns().stream().map(c -> compile(c, compiler)).toList();
  }

  int size() {
    return conditions.size();
  }

  private static Compiled compile(
      KeyCondition.ColumnCondition condition, ExpressionCompiler compiler) {
    if (condition instanceof KeyCondition.Equals e) {
      Evaluator value = compiler.compile(e.value());
      return state -> {
        Value v = value.constant(state);
        return matchesNothing(v) ? null : new KeyRanges.OneOf(List.of(v));
      };
    }
    if (condition instanceof KeyCondition.IsNull) {
      KeyRanges.OneOf isNull =
          new KeyRanges.OneOf(List.of(new Value.Null(org.ratchetdb.common.type.SqlType.UNKNOWN)));
      return state -> isNull;
    }
    if (condition instanceof KeyCondition.In in) {
      List<Evaluator> values = compiler.compileAll(in.values());
      return state -> {
        List<Value> known = new ArrayList<>(values.size());
        for (Evaluator value : values) {
          Value v = value.constant(state);
          if (!matchesNothing(v)) {
            known.add(v);
          }
        }
        return known.isEmpty() ? null : new KeyRanges.OneOf(known);
      };
    }
    if (condition instanceof KeyCondition.Range range) {
      return compileRange(range, compiler);
    }
    return state -> new KeyRanges.AnyNotNull();
  }

  private static Compiled compileRange(KeyCondition.Range range, ExpressionCompiler compiler) {
    Evaluator lower = range.lower() == null ? null : compiler.compile(range.lower());
    Evaluator upper = range.upper() == null ? null : compiler.compile(range.upper());
    return state -> {
      Value from = lower == null ? null : lower.constant(state);
      Value to = upper == null ? null : upper.constant(state);
      if ((from != null && matchesNothing(from)) || (to != null && matchesNothing(to))) {
        return null;
      }
      return new KeyRanges.Between(from, range.lowerInclusive(), to, range.upperInclusive());
    };
  }

  /**
   * Comparing with NULL is unknown; with NaN it is false, and the PostgreSQL dialect has no NaN
   * keys.
   */
  private static boolean matchesNothing(Value value) {
    return value.isNull() || (value instanceof Value.Float64 v && Double.isNaN(v.value()));
  }

  /** One bound per condition; null when no key can match. */
  @Nullable List<KeyRanges.Bound> bounds(EvaluationState state) {
    List<KeyRanges.Bound> bounds = new ArrayList<>(conditions.size());
    for (Compiled condition : conditions) {
      KeyRanges.Bound bound = condition.bound(state);
      if (bound == null) {
        return null;
      }
      bounds.add(bound);
    }
    return bounds;
  }
}
