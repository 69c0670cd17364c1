package org.ratchetdb.sqlfrontend.bind;

import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.sqlfrontend.ast.DmlStatement;
import org.ratchetdb.sqlfrontend.ast.Statement;
import org.ratchetdb.sqlfrontend.ast.TypeName;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundHints;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;
import org.ratchetdb.sqlfrontend.bound.BoundStatement;

/**
 * Binds queries and DML against a schema: names are resolved, types fixed, coercions made explicit,
 * functions chosen, types of parameters inferred. Stateless; callable from any thread.
 */
public final class Binder {
  private Binder() {}

  /**
   * Binds a statement.
   *
   * @param statement a query or a DML statement; EXPLAIN is bound by what it explains
   * @param sql the text that the statement was read from, for positions in messages
   * @throws org.ratchetdb.common.error.DbException when it means nothing in this schema
   */
  public static BoundStatement bind(
      Statement statement, String sql, Schema schema, BindOptions options) {
    BindContext context = new BindContext(sql, schema, options);
    BoundStatement bound = bind(statement, context);
    if (!context.parameters.hasUndecided()) {
      return bound;
    }
    // A parameter stood where any type will do before another place, or nothing, decided it.
    BindContext again =
        new BindContext(sql, schema, options.withParameterTypes(context.parameters.decidedTypes()));
    return bind(statement, again);
  }

  /**
   * The type that a type name means.
   *
   * @param sql the text that the name was read from, for positions in messages
   */
  public static SqlType type(TypeName name, String sql, Schema schema) {
    return new BindContext(sql, schema, BindOptions.DEFAULT).types.bind(name).type();
  }

  private static BoundStatement bind(Statement statement, BindContext context) {
    if (statement instanceof Statement.Select select) {
      return query(select, context);
    }
    if (statement instanceof DmlStatement.Insert insert) {
      return new InsertBinder(context, insert).bind();
    }
    if (statement instanceof DmlStatement.Update update) {
      return new UpdateBinder(context).bind(update);
    }
    if (statement instanceof DmlStatement.Delete delete) {
      return new UpdateBinder(context).bind(delete);
    }
    if (statement instanceof Statement.Explain explain) {
      return bind(explain.statement(), context);
    }
    if (statement instanceof Statement.Unsupported unsupported) {
      throw context.errors.notSupported(unsupported.feature(), unsupported.begin());
    }
    throw context.errors.error(
        ErrorCode.SYNTAX_ERROR, "A query or a DML statement is expected here", statement.begin());
  }

  private static BoundStatement query(Statement.Select select, BindContext context) {
    BoundHints hints = context.hints.statement(select.hints());
    if (!select.query().locking().isEmpty() && hints.values().containsKey("LOCK_SCANNED_RANGES")) {
      throw context.errors.error(
          ErrorCode.INVALID_ARGUMENT,
          "FOR UPDATE cannot be combined with statement-level lock hints",
          select.query().locking().get(0).begin());
    }
    BoundRelation relation =
        new QueryBinder(context, null, CommonTables.NONE).bindTop(select.query());
    for (BoundColumn column : relation.columns()) {
      if (column.type().is(TypeKind.STRUCT)) {
        throw context.errors.error(
            ErrorCode.NOT_SUPPORTED,
            "Unsupported query shape: A struct value cannot be returned as a column value.",
            select.begin());
      }
    }
    return new BoundStatement.Query(relation, context.parameters.toBound(), hints);
  }
}
