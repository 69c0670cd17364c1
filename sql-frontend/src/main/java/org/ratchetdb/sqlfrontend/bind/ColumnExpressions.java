package org.ratchetdb.sqlfrontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.spec.DefaultSpec;
import org.ratchetdb.catalog.spec.GeneratedSpec;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.function.Volatility;

/** Checks the expressions of DEFAULT and of generated columns when they are declared. */
final class ColumnExpressions {
  private final BindContext context;
  private final String sql;

  ColumnExpressions(BindContext context, String sql) {
    this.context = context;
    this.sql = sql;
  }

  /** A column that a generated one may read. */
  record RowColumn(String name, SqlType type) {}

  DefaultSpec defaultValue(String table, String column, SqlType type, Expression expression) {
    String text = expression.span().textIn(sql);
    if (FunctionBinder.isPendingCommitTimestamp(expression, context.postgres)) {
      return new DefaultSpec(text, null, List.of(), true);
    }
    return explained(
        "Error parsing the default value of column " + table + "." + column + ": ",
        () -> {
          BoundExpr bound = bind(expression, List.of(), column, type, "DEFAULT expression");
          Findings found = Findings.of(bound, context.postgres);
          if (found.subquery) {
            throw refused("a subquery", "DEFAULT expression", expression);
          }
          if (found.parameter) {
            throw refused("a query parameter", "DEFAULT expression", expression);
          }
          List<String> sequences = new ArrayList<>();
          for (int id : found.sequenceIds) {
            sequences.add(context.schema.sequence(id).name());
          }
          return new DefaultSpec(text, constant(bound), sequences, false);
        });
  }

  GeneratedSpec generated(
      String table,
      String column,
      SqlType type,
      Expression expression,
      boolean stored,
      List<RowColumn> row) {
    List<NamedColumn> names = new ArrayList<>();
    List<BoundColumn> columns = new ArrayList<>();
    for (RowColumn each : row) {
      BoundColumn bound = context.newColumn(each.name(), each.type());
      columns.add(bound);
      names.add(new NamedColumn(each.name(), new BoundExpr.ColumnRef(bound), false));
    }
    return explained(
        "Error parsing the definition of generated column " + table + "." + column + ": ",
        () -> {
          BoundExpr bound = bind(expression, names, column, type, "generated column");
          Findings found = Findings.of(bound, context.postgres);
          if (found.subquery) {
            throw refused("a subquery", "column generation expression", expression);
          }
          if (found.parameter) {
            throw refused("a query parameter", "column generation expression", expression);
          }
          if (found.changing != null) {
            throw nonDeterministic(column, found.changing, expression);
          }
          List<String> reads = new ArrayList<>();
          for (int i = 0; i < row.size(); i++) {
            if (found.columnIds.contains(columns.get(i).id())) {
              reads.add(row.get(i).name());
            }
          }
          return new GeneratedSpec(expression.span().textIn(sql), stored, reads);
        });
  }

  /** GoogleSQL's messages name the column before they say what is wrong. */
  private <T> T explained(String prefix, Supplier<T> work) {
    if (context.postgres) {
      return work.get();
    }
    try {
      return work.get();
    } catch (DbException e) {
      ErrorCode code = e.code() == ErrorCode.NOT_SUPPORTED ? e.code() : ErrorCode.INVALID_ARGUMENT;
      DbException explained = new DbException(code, prefix + e.message(), e);
      e.position().ifPresent(explained::at);
      throw explained;
    }
  }

  private BoundExpr bind(
      Expression expression, List<NamedColumn> names, String column, SqlType type, String clause) {
    Scope scope = new Scope(null, names, List.of(), List.of());
    ExpressionBinder binder =
        new ExpressionBinder(context, scope, CommonTables.NONE, null, clause, true);
    return Assignments.coerce(
        context, binder.bind(expression), column, type, expression.begin(), true);
  }

  private DbException refused(String what, String where, Expression expression) {
    return context.errors.error(
        context.postgres ? ErrorCode.NOT_SUPPORTED : ErrorCode.INVALID_ARGUMENT,
        "The expression cannot contain " + what,
        "cannot use " + what + " in " + where,
        expression.begin());
  }

  private DbException nonDeterministic(String column, String function, Expression expression) {
    return context.errors.error(
        context.postgres ? ErrorCode.INVALID_OBJECT_DEFINITION : ErrorCode.INVALID_ARGUMENT,
        "Expression is non-deterministic due to the use of non-deterministic function `"
            + function.toUpperCase(Locale.ROOT)
            + "`. Expression of generated column `"
            + column
            + "` must yield the same value for the same dependent column values.",
        "generation expression is not immutable",
        expression.begin());
  }

  /** The value when it is a literal, perhaps behind a minus sign; else null. */
  private static @Nullable Value constant(BoundExpr bound) {
    if (bound instanceof BoundExpr.Literal literal) {
      return literal.value();
    }
    boolean negated =
        bound instanceof BoundExpr.Call call && call.function().kernel().equals("negate");
    if (!negated
        || !(((BoundExpr.Call) bound).arguments().get(0) instanceof BoundExpr.Literal operand)) {
      return null;
    }
    Value value = operand.value();
    if (value instanceof Value.Int64 number && number.value() != Long.MIN_VALUE) {
      return new Value.Int64(-number.value());
    }
    if (value instanceof Value.Float64 number) {
      return new Value.Float64(-number.value());
    }
    if (value instanceof Value.Float32 number) {
      return new Value.Float32(-number.value());
    }
    if (value instanceof Value.Numeric number) {
      return new Value.Numeric(number.value().negate());
    }
    return value instanceof Value.PgNumeric number && number.value() != null
        ? new Value.PgNumeric(number.value().negate())
        : null;
  }

  /** What an expression holds that matters here. */
  private static final class Findings extends BoundRewriter {
    final List<Integer> columnIds = new ArrayList<>();
    final List<Integer> sequenceIds = new ArrayList<>();
    boolean subquery;
    boolean parameter;

    /** The first function whose result may change, or null. */
    @Nullable String changing;

    private final boolean postgres;

    private Findings(boolean postgres) {
      this.postgres = postgres;
    }

    static Findings of(BoundExpr expr, boolean postgres) {
      Findings findings = new Findings(postgres);
      findings.rewrite(expr);
      return findings;
    }

    @Override
    protected @Nullable BoundExpr replace(BoundExpr expr) {
      if (expr instanceof BoundExpr.ColumnRef ref) {
        columnIds.add(ref.column().id());
      } else if (expr instanceof BoundExpr.NextSequenceValue next) {
        sequenceIds.add(next.sequenceId());
        note("get_next_sequence_value");
      } else if (expr instanceof BoundExpr.Subquery) {
        subquery = true;
        return expr;
      } else if (expr instanceof BoundExpr.Parameter) {
        parameter = true;
      } else if (expr instanceof BoundExpr.Call call) {
        if (call.function().volatility() != Volatility.IMMUTABLE) {
          note(call.function().name());
        }
      } else if (expr instanceof BoundExpr.Cast cast && dependsOnZone(cast)) {
        note("cast");
      }
      return null;
    }

    private void note(String function) {
      if (changing == null) {
        changing = function;
      }
    }

    /**
     * Between a timestamp and anything local, the default zone decides. In PostgreSQL each session
     * sets its own; in GoogleSQL it belongs to the database and stays as it is once there are
     * tables, so that Spanner takes such casts for immutable.
     */
    private boolean dependsOnZone(BoundExpr.Cast cast) {
      boolean from = cast.operand().type().is(TypeKind.TIMESTAMP);
      boolean to = cast.type().is(TypeKind.TIMESTAMP);
      return postgres && from != to;
    }
  }
}
