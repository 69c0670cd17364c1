package org.ratchetdb.jdbc.backend;

import java.sql.SQLException;
import java.util.List;
import org.ratchetdb.common.value.Value;

/** A statement that is ready to run again and again. Owned by its connection's thread. */
public interface PreparedBackend extends AutoCloseable {
  StatementKind kind();

  List<Parameter> parameters();

  /** Columns of the rows it yields; empty when it yields none. */
  RowShape shape();

  /**
   * Runs it.
   *
   * @param parameters one value per parameter; the list is not changed afterwards
   */
  ExecuteResult execute(List<Value> parameters, ExecuteOptions options) throws SQLException;

  /** Runs a DML statement once per row; returns the rows written by each. */
  long[] executeBatch(List<List<Value>> rows) throws SQLException;

  @Override
  void close() throws SQLException;
}
