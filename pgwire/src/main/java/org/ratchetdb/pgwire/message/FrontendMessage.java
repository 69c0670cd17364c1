package org.ratchetdb.pgwire.message;

import java.util.List;
import org.ratchetdb.common.error.DbException;

/** A message of a running session. */
public sealed interface FrontendMessage extends ClientPacket {
  /** Simple query: any number of statements. */
  record Query(String sql) implements FrontendMessage {}

  /**
   * Prepares a statement.
   *
   * @param typeOids parameter types by position, 0 where the server is to infer
   */
  record Parse(String name, String sql, List<Integer> typeOids) implements FrontendMessage {
    public Parse {
      typeOids = List.copyOf(typeOids);
    }
  }

  /** Binds parameters to a statement, which makes a portal. */
  record Bind(
      String portal, String statement, BindParameters parameters, List<Integer> resultFormats)
      implements FrontendMessage {
    public Bind {
      resultFormats = List.copyOf(resultFormats);
    }
  }

  /** Asks for the shape of a statement or portal. */
  record Describe(Target target, String name) implements FrontendMessage {}

  /**
   * Runs a portal.
   *
   * @param maxRows 0 for all
   */
  record Execute(String portal, int maxRows) implements FrontendMessage {}

  record Close(Target target, String name) implements FrontendMessage {}

  record Sync() implements FrontendMessage {}

  record Flush() implements FrontendMessage {}

  record Terminate() implements FrontendMessage {}

  record FunctionCall() implements FrontendMessage {}

  /** Answer to an authentication request. */
  record Password() implements FrontendMessage {}

  /** CopyData, CopyDone or CopyFail. */
  record Copy() implements FrontendMessage {}

  /**
   * A message whose frame is sound but whose content is not, such as invalid UTF-8 in a query.
   *
   * @param simple whether it was a Query, which is answered with ReadyForQuery
   */
  record Unreadable(boolean simple, DbException error) implements FrontendMessage {}

  /** What Describe and Close speak of. */
  enum Target {
    STATEMENT,
    PORTAL
  }
}
