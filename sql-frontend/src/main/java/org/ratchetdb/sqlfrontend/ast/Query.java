package org.ratchetdb.sqlfrontend.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query expression: WITH, a body, and what applies to the body's result.
 *
 * @param recursive WITH RECURSIVE
 * @param limit the operand of LIMIT or FETCH FIRST; null if absent or {@code LIMIT ALL}
 * @param withTies FETCH FIRST ... WITH TIES
 * @param locking FOR UPDATE and its weaker forms, in order
 */
public record Query(
    List<CommonTable> with,
    boolean recursive,
    Body body,
    List<OrderItem> orderBy,
    @Nullable Expression limit,
    @Nullable Expression offset,
    boolean withTies,
    List<Locking> locking,
    Span span)
    implements Node {
  public Query {
    with = List.copyOf(with);
    orderBy = List.copyOf(orderBy);
    locking = List.copyOf(locking);
  }

  /** What yields rows. */
  public sealed interface Body extends Node permits Select, SetOperation, Values, Nested {}

  /** The set operators. */
  public enum SetKind {
    UNION,
    INTERSECT,
    EXCEPT
  }

  /**
   * Inputs joined by one set operator, applied from left to right.
   *
   * @param all ALL rather than DISTINCT
   * @param inputs two or more
   */
  public record SetOperation(
      SetKind kind, boolean all, List<Body> inputs, List<Hint> hints, Span span) implements Body {
    public SetOperation {
      inputs = List.copyOf(inputs);
      hints = List.copyOf(hints);
    }
  }

  /**
   * {@code VALUES (1, 'a'), (2, 'b')}; in INSERT an item may be {@link Expression.DefaultValue}.
   *
   * @param rows never empty; may differ in length, which the binder refuses
   */
  public record Values(List<Row> rows, Span span) implements Body {
    public Values {
      rows = List.copyOf(rows);
    }
  }

  /** One row of VALUES. */
  public record Row(List<Expression> values, Span span) implements Node {
    public Row {
      values = List.copyOf(values);
    }
  }

  /** A query in parentheses as (part of) a body. */
  public record Nested(Query query, Span span) implements Body {}

  /**
   * An entry of WITH.
   *
   * @param columns names in parentheses, or empty
   * @param materialized PostgreSQL's [NOT] MATERIALIZED, or null
   */
  public record CommonTable(
      Identifier name,
      List<Identifier> columns,
      @Nullable Boolean materialized,
      Query query,
      Span span)
      implements Node {
    public CommonTable {
      columns = List.copyOf(columns);
    }
  }

  /** How strongly FOR locks. */
  public enum LockStrength {
    UPDATE,
    NO_KEY_UPDATE,
    SHARE,
    KEY_SHARE
  }

  /** What FOR does about rows that are locked already. */
  public enum LockWait {
    BLOCK,
    NO_WAIT,
    SKIP_LOCKED
  }

  /** {@code FOR UPDATE [OF t, ...] [NOWAIT | SKIP LOCKED]}. */
  public record Locking(LockStrength strength, List<QualifiedName> of, LockWait onWait, Span span)
      implements Node {
    public Locking {
      of = List.copyOf(of);
    }
  }
}
