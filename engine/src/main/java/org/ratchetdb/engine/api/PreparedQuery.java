package org.ratchetdb.engine.api;

import java.util.List;
import org.ratchetdb.common.value.Value;

/**
 * A statement of any kind, read and bound, ready to run again and again in its session. Stays valid
 * over schema changes (it is planned anew) as long as its objects are there. Owned by the session's
 * thread.
 */
public interface PreparedQuery {
  String sql();

  StatementKind kind();

  List<ParameterDescription> parameters();

  /** Columns of the rows it yields; empty when it yields none. */
  List<ResultColumn> columns();

  /**
   * Runs it. Outside a transaction it commits by itself: DML before this returns, a query when its
   * cursor ends.
   *
   * @param parameters one value per parameter, in their order; a value of another type is converted
   *     where the dialect assigns it, else the call fails
   */
  StatementResult execute(List<Value> parameters);

  /**
   * Runs a DML statement once per row of parameters, all or (in autocommit) none.
   *
   * @return rows written by each
   */
  long[] executeBatch(List<List<Value>> rows);
}
