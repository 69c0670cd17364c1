package org.ratchetdb.sqlfrontend.ast;

import java.util.List;

/** A query in an expression. IN, ANY and ALL hold theirs in {@link Expression.InQuery}. */
public record Subquery(Kind kind, Query query, List<Hint> hints, Span span) implements Expression {
  public Subquery {
    hints = List.copyOf(hints);
  }

  /** What becomes of its rows. */
  public enum Kind {
    /** {@code (SELECT ...)}: one value. */
    SCALAR,
    /** {@code ARRAY(SELECT ...)}. */
    ARRAY,
    /** {@code EXISTS(SELECT ...)}. */
    EXISTS
  }
}
