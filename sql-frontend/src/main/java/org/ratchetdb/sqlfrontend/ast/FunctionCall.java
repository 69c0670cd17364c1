package org.ratchetdb.sqlfrontend.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call with all that may stand in and behind its parentheses. CURRENT_TIMESTAMP and its relatives
 * are calls without arguments when written without parentheses.
 *
 * @param name without a leading SAFE
 * @param safe whether it was called as {@code SAFE.f(...)}
 * @param star {@code f(*)}; then there are no arguments
 * @param having of {@code ANY_VALUE(x HAVING MAX y)}, or null
 * @param limit of {@code ARRAY_AGG(x LIMIT n)}, or null
 * @param filter the condition of FILTER or of WHERE behind the arguments, or null
 * @param withinGroup the order of {@code WITHIN GROUP (ORDER BY ...)}, else empty
 * @param over the window, or null for an ordinary or aggregate call
 */
public record FunctionCall(
    QualifiedName name,
    boolean safe,
    List<Argument> arguments,
    boolean star,
    boolean distinct,
    NullHandling nullHandling,
    @Nullable HavingBound having,
    List<OrderItem> orderBy,
    @Nullable Expression limit,
    @Nullable Expression filter,
    List<OrderItem> withinGroup,
    @Nullable WindowSpec over,
    List<Hint> hints,
    Span span)
    implements Expression {
  public FunctionCall {
    arguments = List.copyOf(arguments);
    orderBy = List.copyOf(orderBy);
    withinGroup = List.copyOf(withinGroup);
    hints = List.copyOf(hints);
  }

  /** A call with nothing but arguments. */
  public static FunctionCall simple(QualifiedName name, List<Expression> arguments, Span span) {
    return new FunctionCall(
        name,
        false,
        arguments.stream().map(a -> new Argument(null, a, false, a.span())).toList(),
        false,
        false,
        NullHandling.DEFAULT,
        null,
        List.of(),
        null,
        null,
        List.of(),
        null,
        List.of(),
        span);
  }

  /** Whether it has a clause that only aggregate or window calls may have. */
  public boolean hasAggregateClause() {
    return distinct
        || nullHandling != NullHandling.DEFAULT
        || having != null
        || !orderBy.isEmpty()
        || limit != null
        || filter != null
        || !withinGroup.isEmpty();
  }

  /** IGNORE NULLS and RESPECT NULLS. */
  public enum NullHandling {
    DEFAULT,
    IGNORE,
    RESPECT
  }

  /**
   * An argument.
   *
   * @param name of {@code name => value} (PostgreSQL also {@code name := value}), else null
   * @param variadic PostgreSQL's VARIADIC
   */
  public record Argument(@Nullable Identifier name, Expression value, boolean variadic, Span span)
      implements Node {}

  /** {@code HAVING MAX y} or {@code HAVING MIN y}. */
  public record HavingBound(boolean max, Expression expression, Span span) implements Node {}
}
