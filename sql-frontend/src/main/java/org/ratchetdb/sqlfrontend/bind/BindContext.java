package org.ratchetdb.sqlfrontend.bind;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.function.Coercion;
import org.ratchetdb.sqlfrontend.function.FunctionCatalog;

/** What all binders of one statement share. Owned by one thread. */
final class BindContext {
  /** A WITH entry is bound at each use, so that a short text may mean very many queries. */
  private static final int QUERIES_MAX = 2000;

  /**
   * Expressions beyond those that stand in the text: the operand of CASE stands in each comparison,
   * that of BETWEEN in both, so that nesting multiplies them.
   */
  private static final int REPEATED_EXPRESSIONS_MAX = 200_000;

  final Schema schema;
  final BindOptions options;
  final boolean postgres;
  final BindErrors errors;
  final Parameters parameters;
  final Coercion coercion;
  final FunctionCatalog functions;
  final Coercer coercer;
  final TypeBinder types;
  final HintBinder hints;

  /** Items of the query of an INSERT that stand for values to be stored, by identity. */
  final Set<Expression> stored = Collections.newSetFromMap(new IdentityHashMap<>(0));

  private int nextColumnId = 1;
  private int queries;
  private final long expressionsMax;
  private long expressions;

  BindContext(String sql, Schema schema, BindOptions options) {
    this.schema = schema;
    this.options = options;
    this.postgres = schema.dialect() == Dialect.POSTGRESQL;
    this.errors = new BindErrors(schema.dialect(), sql);
    this.parameters = new Parameters(options.parameterTypes(), errors, postgres);
    this.coercion = Coercion.of(schema.dialect());
    this.functions = FunctionCatalog.forDialect(schema.dialect());
    this.coercer = new Coercer(this);
    this.types = new TypeBinder(this);
    this.hints = new HintBinder(this);
    this.expressionsMax = REPEATED_EXPRESSIONS_MAX + (long) sql.length();
  }

  BoundColumn newColumn(String name, SqlType type) {
    return new BoundColumn(nextColumnId++, name, type);
  }

  /** The id that the next column will have. */
  int nextColumnId() {
    return nextColumnId;
  }

  /** Counts a query inside the statement; too many are an error. */
  void countQuery(int position) {
    if (++queries > QUERIES_MAX) {
      throw errors.error(ErrorCode.TOO_COMPLEX, "The statement has too many subqueries", position);
    }
  }

  /** Counts an expression that was bound; too many are an error. */
  void countExpression(int position) {
    countExpressions(1, position);
  }

  /** How many expressions were bound so far. */
  long expressions() {
    return expressions;
  }

  /** Counts what was bound since then once more, for it will stand in two places. */
  void countAgain(long since, int position) {
    countExpressions(expressions - since, position);
  }

  private void countExpressions(long count, int position) {
    expressions += count;
    if (expressions > expressionsMax) {
      throw errors.error(
          ErrorCode.TOO_COMPLEX,
          "The statement repeats too many expressions through nested CASE or BETWEEN",
          position);
    }
  }

  /** Whether two names are the same in this dialect, PostgreSQL's being folded already. */
  boolean sameName(String a, String b) {
    return postgres ? a.equals(b) : a.equalsIgnoreCase(b);
  }

  /**
   * The table that a name of one or two parts means, or null. In the PostgreSQL dialect {@code
   * public} is the schema of tables without one.
   */
  @Nullable Table findTable(String name) {
    String plain = postgres && name.startsWith("public.") ? name.substring(7) : name;
    Table table = schema.findTable(plain).orElse(null);
    return table != null && sameName(table.name(), plain) ? table : null;
  }

  /** The system table that a name means, or null. */
  SystemTables.@Nullable SystemTable findSystemTable(String name) {
    int dot = name.indexOf('.');
    if (dot >= 0) {
      return options
          .systemTables()
          .find(name.substring(0, dot).toLowerCase(Locale.ROOT), name.substring(dot + 1));
    }
    return postgres ? options.systemTables().find("pg_catalog", name) : null;
  }
}
