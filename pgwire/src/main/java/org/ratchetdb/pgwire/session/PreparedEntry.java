package org.ratchetdb.pgwire.session;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.pgformat.PgType;
import org.ratchetdb.common.pgformat.PgTypes;
import org.ratchetdb.engine.api.ParameterDescription;
import org.ratchetdb.engine.api.PreparedQuery;
import org.ratchetdb.engine.api.ResultColumn;

/**
 * A statement that the client prepared.
 *
 * @param query what the engine made of it; null for a text without a statement
 * @param sql the text as the client sent it
 * @param firstWord of the text, upper case
 * @param offset where the statement begins in the text
 * @param columns of its rows as the client was, or could have been, told
 * @param types by which parameters are read and announced: the client's choice, else the engine's
 */
record PreparedEntry(
    @Nullable PreparedQuery query,
    String sql,
    String firstWord,
    int offset,
    List<ResultColumn> columns,
    List<PgType> types) {

  PreparedEntry {
    columns = List.copyOf(columns);
    types = List.copyOf(types);
  }

  /**
   * @param declared the client's types by position, null where it left the choice
   */
  static PreparedEntry of(
      PreparedQuery query, String sql, String word, int offset, List<@Nullable PgType> declared) {
    List<ParameterDescription> parameters = query.parameters();
    List<PgType> types = new ArrayList<>(parameters.size());
    for (int i = 0; i < parameters.size(); i++) {
      PgType chosen = i < declared.size() ? declared.get(i) : null;
      types.add(chosen != null ? chosen : PgTypes.forSqlType(parameters.get(i).type()));
    }
    return new PreparedEntry(query, sql, word, offset, query.columns(), types);
  }

  static PreparedEntry empty(String sql) {
    return new PreparedEntry(null, sql, "", 0, List.of(), List.of());
  }

  /**
   * A client reads rows by the columns it knows: when a schema change made others of them, it must
   * prepare anew. Drivers know PostgreSQL's message.
   */
  void requireColumns(List<ResultColumn> now) {
    if (!columns.equals(now)) {
      throw new DbException(ErrorCode.NOT_SUPPORTED, "cached plan must not change result type");
    }
  }

  List<Integer> typeOids() {
    return types.stream().map(PgType::oid).toList();
  }
}
