package org.ratchetdb.pgwire.session;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.engine.api.PreparedQuery;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.engine.api.StatementResult;

/**
 * One Query message: its statements one after the other, each with its rows and its
 * CommandComplete. Nothing runs when one of several does not parse. The end commits the implicit
 * transaction; ReadyForQuery is the connection's.
 */
final class SimpleQuery implements Work {
  private final ConnectionState state;
  private final ExtendedQuery extended;
  private final String script;
  private @Nullable List<String> statements;
  private int next;

  /** Where the statement that runs begins in the script; for error positions. */
  private int offset;

  private @Nullable ResultStream stream;

  SimpleQuery(ConnectionState state, ExtendedQuery extended, String script) {
    this.state = state;
    this.extended = extended;
    this.script = script;
  }

  @Override
  public boolean proceed() {
    if (statements == null) {
      statements = begin();
    }
    while (true) {
      if (stream != null) {
        if (!stream.proceed()) {
          return false;
        }
        stream = null;
      }
      if (next == statements.size()) {
        state.transactions().commitImplicit();
        return true;
      }
      String sql = statements.get(next);
      offset = offsetOf(sql, next == 0 ? 0 : offset + statements.get(next - 1).length());
      next++;
      stream = run(sql, next == statements.size());
    }
  }

  /** Where the failed statement begins in the script, negative when nobody knows. */
  int offset() {
    return offset;
  }

  String script() {
    return script;
  }

  @Override
  public void abandon() {
    if (stream != null) {
      stream.abandon();
      stream = null;
    }
  }

  private List<String> begin() {
    String word = StatementText.firstWord(script);
    if (word.isEmpty()) {
      state.writer().emptyQueryResponse();
      return List.of();
    }
    List<String> all = new ArrayList<>(state.session().split(script));
    all.removeIf(s -> StatementText.firstWord(s).isEmpty());
    if (all.isEmpty()) {
      state.writer().emptyQueryResponse();
    } else if (all.size() > 1) {
      refuseSyntaxErrors(all);
    }
    return all;
  }

  /**
   * Reads all statements before any runs. Only syntax counts: names may come to exist by the
   * statements before.
   */
  private void refuseSyntaxErrors(List<String> all) {
    int from = 0;
    for (String sql : all) {
      offset = offsetOf(sql, from);
      from = offset < 0 ? from : offset + sql.length();
      String word = StatementText.firstWord(sql);
      if (word.equals("COPY")) {
        throw ExtendedQuery.copyNotSupported();
      }
      try {
        state.session().prepare(sql, List.of());
      } catch (DbException e) {
        if (e.code() == ErrorCode.SYNTAX_ERROR) {
          throw e;
        }
      }
    }
    offset = 0;
  }

  private ResultStream run(String sql, boolean last) {
    String word = StatementText.firstWord(sql);
    state.transactions().requireUsable(word);
    if (word.equals("COPY")) {
      throw ExtendedQuery.copyNotSupported();
    }
    PreparedQuery query = state.session().prepare(sql, List.of());
    if (!query.parameters().isEmpty()) {
      throw new DbException(
          ErrorCode.UNDEFINED_PARAMETER,
          "there is no parameter $" + query.parameters().get(0).name());
    }
    extended.makeRoom(word);
    StatementResult result = state.transactions().run(query, word, List.of(), last);
    extended.afterStatement(result.commandTag());
    if (TransactionControl.mayChangeSettings(query.kind(), sql)) {
      state.noteSettingsMayHaveChanged();
    }
    ResultCursor cursor = result.cursor();
    if (cursor != null) {
      ResultWriter.describe(state.writer(), cursor.columns(), List.of());
    }
    return new ResultStream(state, result, List.of(), 0);
  }

  private int offsetOf(String sql, int from) {
    return from < 0 ? -1 : script.indexOf(sql, from);
  }
}
