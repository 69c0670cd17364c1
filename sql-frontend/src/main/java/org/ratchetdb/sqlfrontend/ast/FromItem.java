package org.ratchetdb.sqlfrontend.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something in FROM. */
public sealed interface FromItem extends Node {
  /**
   * A name given to a FROM item.
   *
   * @param columns names for its columns, or empty
   */
  record Alias(Identifier name, List<Identifier> columns, Span span) implements Node {
    public Alias {
      columns = List.copyOf(columns);
    }
  }

  /**
   * A table, a view, a WITH entry, or (GoogleSQL, several parts) an array reached from an earlier
   * alias.
   *
   * @param offset WITH OFFSET behind an array path, else null
   */
  record Table(
      QualifiedName name,
      List<Hint> hints,
      @Nullable Alias alias,
      @Nullable Offset offset,
      @Nullable Sample sample,
      Span span)
      implements FromItem {
    public Table {
      hints = List.copyOf(hints);
    }
  }

  record Derived(
      Query query,
      boolean lateral,
      List<Hint> hints,
      @Nullable Alias alias,
      @Nullable Sample sample,
      Span span)
      implements FromItem {
    public Derived {
      hints = List.copyOf(hints);
    }
  }

  /**
   * {@code UNNEST(array, ...)}.
   *
   * @param offset WITH OFFSET (GoogleSQL, from 0) or WITH ORDINALITY (PostgreSQL, from 1), else
   *     null
   */
  record Unnest(
      List<Expression> arrays,
      boolean lateral,
      List<Hint> hints,
      @Nullable Alias alias,
      @Nullable Offset offset,
      Span span)
      implements FromItem {
    public Unnest {
      arrays = List.copyOf(arrays);
      hints = List.copyOf(hints);
    }
  }

  /**
   * {@code f(...)} in FROM.
   *
   * @param ordinality WITH ORDINALITY
   */
  record TableFunction(
      FunctionCall call,
      boolean lateral,
      boolean ordinality,
      List<Hint> hints,
      @Nullable Alias alias,
      Span span)
      implements FromItem {
    public TableFunction {
      hints = List.copyOf(hints);
    }
  }

  /** The number of each element; its name is {@code offset} or {@code ordinality} if null. */
  record Offset(@Nullable Identifier name, boolean ordinality, Span span) implements Node {}

  /** How rows are drawn. */
  enum SampleMethod {
    BERNOULLI,
    RESERVOIR,
    SYSTEM
  }

  /**
   * TABLESAMPLE.
   *
   * @param rows whether {@code size} counts rows rather than percent
   * @param repeatable the seed, or null
   */
  record Sample(
      SampleMethod method,
      Expression size,
      boolean rows,
      @Nullable Expression repeatable,
      Span span)
      implements Node {}

  /** The joins. */
  enum JoinKind {
    /** A comma. */
    COMMA,
    CROSS,
    INNER,
    LEFT,
    RIGHT,
    FULL
  }

  /**
   * Two items joined. A parenthesised join is the join itself.
   *
   * @param hash GoogleSQL's HASH JOIN
   * @param on the condition, or null
   * @param using the columns of USING, or empty
   * @param alias PostgreSQL's alias of a parenthesised join, or null
   */
  record Join(
      JoinKind kind,
      boolean natural,
      boolean hash,
      FromItem left,
      FromItem right,
      @Nullable Expression on,
      List<Identifier> using,
      List<Hint> hints,
      @Nullable Alias alias,
      Span span)
      implements FromItem {
    public Join {
      using = List.copyOf(using);
      hints = List.copyOf(hints);
    }
  }
}
