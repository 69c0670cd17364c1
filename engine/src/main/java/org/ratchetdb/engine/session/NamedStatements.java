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
import org.ratchetdb.sqlfrontend.ast.TypeName;
import org.ratchetdb.sqlfrontend.bind.Binder;

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
    PreparedQuery query = session.prepare(text(sql, prepare.statement().span()), types);
    if (query.kind() != StatementKind.QUERY && query.kind() != StatementKind.DML) {
      throw new DbException(
              ErrorCode.SYNTAX_ERROR, "PREPARE takes SELECT, INSERT, UPDATE and DELETE")
          .at(prepare.statement().begin());
    }
    statements.put(name, query);
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
          .detail("Expected " + expected + " parameters but got " + given + ".")
          .at(execute.begin());
    }
    if (given == 0) {
      return query;
    }
    List<String> arguments = new ArrayList<>();
    for (Expression argument : execute.arguments()) {
      arguments.add(text(sql, argument.span()));
    }
    return new Execution(
        query, session.prepare("SELECT " + String.join(", ", arguments), List.of()));
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

  private static String text(String sql, Span span) {
    return sql.substring(span.begin(), span.end());
  }

  /**
   * A named statement with its arguments.
   *
   * @param arguments a query of one row that yields them
   */
  private record Execution(PreparedQuery statement, PreparedQuery arguments)
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
          values.add(cursor.getValue(i));
        }
      }
      return values;
    }
  }
}
