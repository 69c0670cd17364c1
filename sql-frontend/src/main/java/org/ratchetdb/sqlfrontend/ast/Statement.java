package org.ratchetdb.sqlfrontend.ast;

import java.util.List;

/** One statement. */
public sealed interface Statement extends Node
    permits Statement.Select,
        Statement.Explain,
        Statement.Unsupported,
        DmlStatement,
        DdlStatement,
        SessionStatement,
        AdminStatement {
  /** A query with the hints of the statement as a whole. */
  record Select(List<Hint> hints, Query query, Span span) implements Statement {
    public Select {
      hints = List.copyOf(hints);
    }
  }

  /**
   * EXPLAIN.
   *
   * @param options those in PostgreSQL's parentheses as written, upper case: {@code FORMAT JSON},
   *     {@code COSTS OFF}
   */
  record Explain(
      boolean analyze, boolean verbose, List<String> options, Statement statement, Span span)
      implements Statement {
    public Explain {
      options = List.copyOf(options);
    }
  }

  /**
   * A statement of the dialect that Ratchet does not have. Its text was read to the end but not
   * checked.
   *
   * @param feature for the message {@code <feature> is not supported}
   */
  record Unsupported(String feature, Span span) implements Statement {}
}
