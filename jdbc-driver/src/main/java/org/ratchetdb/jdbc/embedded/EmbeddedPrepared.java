package org.ratchetdb.jdbc.embedded;

import java.sql.SQLException;
import java.util.List;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.engine.api.PreparedQuery;
import org.ratchetdb.engine.api.ResultColumn;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.engine.api.StatementResult;
import org.ratchetdb.jdbc.backend.ExecuteOptions;
import org.ratchetdb.jdbc.backend.ExecuteResult;
import org.ratchetdb.jdbc.backend.Parameter;
import org.ratchetdb.jdbc.backend.PreparedBackend;
import org.ratchetdb.jdbc.backend.RowShape;
import org.ratchetdb.jdbc.backend.SqlErrors;
import org.ratchetdb.jdbc.backend.StatementKind;

/** A prepared query of the engine in this process. */
final class EmbeddedPrepared implements PreparedBackend {
  private final PreparedQuery query;
  private final StatementKind kind;
  private final List<Parameter> parameters;
  private List<ResultColumn> columns;
  private RowShape shape;

  EmbeddedPrepared(PreparedQuery query) {
    this.query = query;
    this.kind =
        switch (query.kind()) {
          case QUERY -> StatementKind.QUERY;
          case DML -> StatementKind.DML;
          case DDL -> StatementKind.DDL;
          case TRANSACTION_CONTROL -> StatementKind.TRANSACTION_CONTROL;
          case SESSION -> StatementKind.SESSION;
        };
    this.parameters =
        query.parameters().stream().map(p -> new Parameter(p.name(), p.type())).toList();
    this.columns = query.columns();
    this.shape = EmbeddedBackend.shape(columns);
  }

  @Override
  public StatementKind kind() {
    return kind;
  }

  @Override
  public List<Parameter> parameters() {
    return parameters;
  }

  @Override
  public RowShape shape() {
    return shape;
  }

  @Override
  public ExecuteResult execute(List<Value> values, ExecuteOptions options) throws SQLException {
    try {
      StatementResult result = query.execute(values);
      ResultCursor cursor = result.cursor();
      if (cursor == null) {
        return ExecuteResult.count(result.updateCount());
      }
      return new ExecuteResult(
          shape(cursor), new EmbeddedCursor(cursor, query.sql()), result.updateCount());
    } catch (DbException e) {
      throw SqlErrors.of(e, query.sql());
    }
  }

  /** After a schema change the columns may be others than at the time of preparing. */
  private RowShape shape(ResultCursor cursor) {
    List<ResultColumn> now = cursor.columns();
    if (now != columns && !now.equals(columns)) {
      shape = EmbeddedBackend.shape(now);
    }
    columns = now;
    return shape;
  }

  @Override
  public long[] executeBatch(List<List<Value>> rows) throws SQLException {
    try {
      return query.executeBatch(rows);
    } catch (DbException e) {
      throw SqlErrors.of(e, query.sql());
    }
  }

  @Override
  public void close() {
    // The engine holds nothing for it that the garbage collector would not find.
  }
}
