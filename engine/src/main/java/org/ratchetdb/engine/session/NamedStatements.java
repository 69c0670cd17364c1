package org.ratchetdb.engine.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.engine.api.ParameterDescription;
import org.ratchetdb.engine.api.PreparedQuery;
import org.ratchetdb.engine.api.ResultColumn;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.engine.api.StatementKind;
import org.ratchetdb.engine.api.StatementResult;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.SessionStatement;
import org.ratchetdb.sqlfrontend.ast.Span;
import org.ratchetdb.sqlfrontend.ast.Statement;
import org.ratchetdb.sqlfrontend.ast.TypeName;
import org.ratchetdb.sqlfrontend.bind.Binder;
import org.ratchetdb.sqlfrontend.function.Argument;
import org.ratchetdb.sqlfrontend.function.Coercion;

/**
 * The statements of PREPARE and their EXECUTE. As in PostgreSQL they live as long as the session,
 * whatever becomes of the transaction they were prepared in. Owned by one thread.
 */
final class NamedStatements {
  private final EngineSession session;
  private final Map<String, PreparedQuery> statements = new HashMap<>();

  NamedStatements(EngineSession session) {
    this.session = session;
  }

  void prepare(SessionStatement.Prepare prepare, String sql) {
    if (session.dialect() != Dialect.POSTGRESQL) {
      throw DbException.notSupported("PREPARE in GoogleSQL")
          .hint("Every statement text is planned once and kept; use parameters.");
    }
    String name = prepare.name().name();
    if (statements.containsKey(name)) {
      throw new DbException(
          ErrorCode.DUPLICATE_PREPARED_STATEMENT,
          "prepared statement \"" + name + "\" already exists");
    }
    List<@Nullable SqlType> types = new ArrayList<>();
    for (TypeName type : prepare.types()) {
      types.add(Binder.type(type, sql, session.schema()));
    }
    PreparedQuery query = prepare(prepare.statement().span(), sql, types);
    if (prepare.statement() instanceof Statement.Explain
        || (query.kind() != StatementKind.QUERY && query.kind() != StatementKind.DML)) {
      throw new DbException(
              ErrorCode.SYNTAX_ERROR, "PREPARE takes SELECT, INSERT, UPDATE and DELETE")
          .at(prepare.statement().begin());
    }
    statements.put(name, query);
  }

  /** Prepares a statement that is part of a text; errors tell the place in the whole. */
  private PreparedQuery prepare(Span part, String sql, List<@Nullable SqlType> types) {
    try {
      return session.prepare(part.textIn(sql), types);
    } catch (DbException e) {
      throw e.shifted(part.begin());
    }
  }

  /** EXECUTE name (arguments), ready to run. */
  PreparedQuery execution(SessionStatement.Execute execute, String sql) {
    String name = execute.name().name();
    PreparedQuery query = statements.get(name);
    if (query == null) {
      throw unknown(name);
    }
    int expected = query.parameters().size();
    int given = execute.arguments().size();
    if (expected != given) {
      throw new DbException(
              ErrorCode.SYNTAX_ERROR,
              "wrong number of parameters for prepared statement \"" + name + "\"")
          .detail("Expected " + expected + " parameters but got " + given + ".");
    }
    if (given == 0) {
      return query;
    }
    PreparedQuery arguments = session.prepare(asQuery(execute.arguments(), sql), List.of());
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < given; i++) {
      SqlType type = query.parameters().get(i).type();
      Expression argument = execute.arguments().get(i);
      checkAssignable(arguments.columns().get(i).type(), type, i, argument);
      targets.add(new Target(type, argument.begin()));
    }
    return new Execution(session, query, targets, arguments);
  }

  /** A query of the arguments, in which each stands where it stands in the EXECUTE, for errors. */
  private static String asQuery(List<Expression> arguments, String sql) {
    int begin = arguments.get(0).begin();
    int end = arguments.get(arguments.size() - 1).span().end();
    String select = "SELECT";
    return select + " ".repeat(Math.max(1, begin - select.length())) + sql.substring(begin, end);
  }

  /** Arguments go into parameters as values go into columns: by assignment. */
  private static void checkAssignable(SqlType from, SqlType to, int index, Expression argument) {
    boolean untyped =
        argument instanceof Expression.StringLiteral || argument instanceof Expression.NullLiteral;
    Argument.Origin origin = untyped ? Argument.Origin.UNTYPED : Argument.Origin.EXPRESSION;
    if (!Coercion.of(Dialect.POSTGRESQL).assignable(new Argument(from, origin), to)) {
      throw ParameterConversion.notAssignable(index, from, to).at(argument.begin());
    }
  }

  void deallocate(@Nullable String name) {
    if (name == null) {
      statements.clear();
    } else if (statements.remove(name) == null) {
      throw unknown(name);
    }
  }

  private static DbException unknown(String name) {
    return new DbException(
        ErrorCode.UNDEFINED_PREPARED_STATEMENT,
        "prepared statement \"" + name + "\" does not exist");
  }

  /**
   * What an argument becomes.
   *
   * @param type of the parameter
   * @param position of the argument in the EXECUTE
   */
  private record Target(SqlType type, int position) {}

  /**
   * A named statement with its arguments.
   *
   * @param targets of the arguments, in their order
   * @param arguments a query of one row that yields them
   */
  private record Execution(
      EngineSession session, PreparedQuery statement, List<Target> targets, PreparedQuery arguments)
      implements PreparedQuery {
    @Override
    public String sql() {
      return statement.sql();
    }

    @Override
    public StatementKind kind() {
      return statement.kind();
    }

    @Override
    public List<ParameterDescription> parameters() {
      return arguments.parameters();
    }

    @Override
    public List<ResultColumn> columns() {
      return statement.columns();
    }

    @Override
    public StatementResult execute(List<Value> parameters) {
      return statement.execute(values(parameters));
    }

    @Override
    public long[] executeBatch(List<List<Value>> rows) {
      return statement.executeBatch(rows.stream().map(this::values).toList());
    }

    private List<Value> values(List<Value> parameters) {
      List<Value> values = new ArrayList<>();
      try (StatementResult row = arguments.execute(parameters)) {
        ResultCursor cursor = row.cursor();
        if (cursor == null || !cursor.next()) {
          throw new IllegalStateException("A query of constants gave no row");
        }
        for (int i = 0; i < cursor.columns().size(); i++) {
          values.add(assign(cursor.getValue(i), targets.get(i)));
        }
      }
      return values;
    }

    private Value assign(Value value, Target target) {
      try {
        return ParameterConversion.cast(value, target.type(), session);
      } catch (DbException e) {
        throw e.at(target.position());
      }
    }
  }
}
