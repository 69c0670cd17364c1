package org.ratchetdb.sqlfrontend.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One SELECT block.
 *
 * @param distinctOn PostgreSQL's DISTINCT ON, else empty; {@code distinct} is true with it
 * @param as what each row becomes
 * @param asType the type of {@code SELECT AS pkg.Type}, else null
 * @param items may be empty in PostgreSQL
 * @param from all of FROM as one tree of joins, or null
 */
public record Select(
    List<Hint> hints,
    boolean distinct,
    List<Expression> distinctOn,
    As as,
    @Nullable TypeName asType,
    List<Item> items,
    @Nullable FromItem from,
    @Nullable Expression where,
    @Nullable GroupBy groupBy,
    @Nullable Expression having,
    @Nullable Expression qualify,
    List<NamedWindow> windows,
    Span span)
    implements Query.Body {
  public Select {
    hints = List.copyOf(hints);
    distinctOn = List.copyOf(distinctOn);
    items = List.copyOf(items);
    windows = List.copyOf(windows);
  }

  /** The shapes of {@code SELECT AS}. */
  public enum As {
    ROW,
    STRUCT,
    VALUE,
    TYPE
  }

  /** An entry of the SELECT list or of RETURNING. */
  public sealed interface Item extends Node {}

  /** An expression with its alias, or null for none. */
  public record ExpressionItem(Expression expression, @Nullable Identifier alias, Span span)
      implements Item {}

  /**
   * {@code *}, {@code t.*}, {@code (struct).*}.
   *
   * @param qualifier what stands before the dot, or null
   * @param except columns to leave out
   * @param replace columns to compute instead
   */
  public record StarItem(
      @Nullable Expression qualifier, List<Identifier> except, List<Replacement> replace, Span span)
      implements Item {
    public StarItem {
      except = List.copyOf(except);
      replace = List.copyOf(replace);
    }
  }

  public record Replacement(Expression expression, Identifier column, Span span) implements Node {}

  /** {@code w AS (...)} of WINDOW. */
  public record NamedWindow(Identifier name, WindowSpec spec, Span span) implements Node {}

  /**
   * GROUP BY.
   *
   * @param all GROUP BY ALL; then there are no items
   * @param distinct PostgreSQL's GROUP BY DISTINCT
   */
  public record GroupBy(
      boolean all, boolean distinct, List<GroupItem> items, List<Hint> hints, Span span)
      implements Node {
    public GroupBy {
      items = List.copyOf(items);
      hints = List.copyOf(hints);
    }
  }

  /** How a {@link GroupItem} groups. */
  public enum GroupKind {
    /** One expression, in {@code expressions}. */
    EXPRESSION,
    /** {@code ()}. */
    EMPTY,
    ROLLUP,
    CUBE,
    /** GROUPING SETS; the sets are in {@code sets}. */
    GROUPING_SETS
  }

  /** An entry of GROUP BY; in ROLLUP and CUBE a parenthesised list is a struct constructor. */
  public record GroupItem(
      GroupKind kind, List<Expression> expressions, List<GroupItem> sets, Span span)
      implements Node {
    public GroupItem {
      expressions = List.copyOf(expressions);
      sets = List.copyOf(sets);
    }
  }
}
