package org.ratchetdb.sqlfrontend.bind;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;

/** Values on their way into columns. */
final class Assignments {
  private Assignments() {}

  /**
   * The value of a target column in INSERT or UPDATE: DEFAULT, a pending commit timestamp, or an
   * expression of a type that may be stored there.
   */
  static BoundExpr value(
      ExpressionBinder binder, Expression expression, Column column, boolean insert) {
    BindContext context = binder.context;
    if (expression instanceof Expression.DefaultValue) {
      BoundExpr value = StoredExpressions.defaultValue(context, column);
      return value == null ? LiteralBinder.constant(new Value.Null(column.type())) : value;
    }
    if (FunctionBinder.isPendingCommitTimestamp(expression, context.postgres)) {
      if (!column.allowCommitTimestamp()) {
        throw context.errors.error(
            ErrorCode.FAILED_PRECONDITION,
            "Cannot write commit timestamp because the allow_commit_timestamp column option is"
                + " not set to true for column "
                + column.name()
                + ", or for all corresponding shared key columns in this table's interleaved"
                + " table hierarchy.",
            expression.begin());
      }
      return new BoundExpr.PendingCommitTimestamp();
    }
    return coerce(
        context, binder.bind(expression), column.name(), column.type(), expression.begin(), insert);
  }

  /** The expression as the type of the column, or the error that it cannot be stored there. */
  static BoundExpr coerce(
      BindContext context,
      BoundExpr expr,
      String column,
      SqlType type,
      int position,
      boolean insert) {
    if (expr instanceof BoundExpr.PendingCommitTimestamp) {
      return expr;
    }
    if (!context.coercion.assignable(context.coercer.argument(expr), type)) {
      throw notAssignable(context, expr, column, type, position, insert);
    }
    return context.coercer.coerce(expr, type, position);
  }

  private static DbException notAssignable(
      BindContext context,
      BoundExpr expr,
      String column,
      SqlType type,
      int position,
      boolean insert) {
    if (context.postgres) {
      return new DbException(
              ErrorCode.DATATYPE_MISMATCH,
              "column \""
                  + column
                  + "\" is of type "
                  + TypeNames.postgres(type)
                  + " but expression is of type "
                  + TypeNames.postgres(expr.type()))
          .hint("You will need to rewrite or cast the expression.")
          .at(position);
    }
    return context.errors.error(
        ErrorCode.DATATYPE_MISMATCH,
        insert
            ? "Value has type "
                + expr.type()
                + " which cannot be inserted into column "
                + column
                + ", which has type "
                + type
            : "Value of type "
                + expr.type()
                + " cannot be assigned to "
                + column
                + ", which has type "
                + type,
        position);
  }

  /** Refuses to write a generated column; DEFAULT is no value and allowed. */
  static void checkWritable(
      BindContext context, Table table, Column column, @Nullable Expression value, int position) {
    if (!column.isGenerated() || value instanceof Expression.DefaultValue) {
      return;
    }
    DbException error =
        context.errors.error(
            ErrorCode.GENERATED_COLUMN_WRITE,
            "Cannot write into generated column " + table.name() + "." + column.name() + ".",
            "cannot insert a non-DEFAULT value into column \"" + column.name() + "\"",
            position);
    if (context.postgres) {
      error.detail("Column \"" + column.name() + "\" is a generated column.");
    }
    throw error;
  }
}
