package org.ratchetdb.sqlfrontend.parser;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.Expression.ObjectKind;
import org.ratchetdb.sqlfrontend.ast.FunctionCall;
import org.ratchetdb.sqlfrontend.ast.FunctionCall.Argument;
import org.ratchetdb.sqlfrontend.ast.FunctionCall.NullHandling;
import org.ratchetdb.sqlfrontend.ast.Hint;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.OrderItem;
import org.ratchetdb.sqlfrontend.ast.QualifiedName;
import org.ratchetdb.sqlfrontend.ast.Span;
import org.ratchetdb.sqlfrontend.ast.WindowSpec;
import org.ratchetdb.sqlfrontend.ast.WindowSpec.BoundKind;
import org.ratchetdb.sqlfrontend.lexer.TokenKind;

/** Function calls with all their clauses, ORDER BY lists, and windows. */
public abstract class CallParser extends GrammarPart {
  protected CallParser(Grammar grammar) {
    super(grammar);
  }

  /** A call; the bracket behind its name is at the cursor. */
  protected final FunctionCall call(QualifiedName path, int start) {
    QualifiedName name = path;
    boolean safe = isSafePrefix(path);
    if (safe) {
      name =
          new QualifiedName(
              path.parts().subList(1, path.parts().size()),
              new Span(path.parts().get(1).begin(), path.end()));
    }
    expect('(');
    boolean star = accept('*');
    boolean distinct = false;
    List<Argument> arguments = List.of();
    if (!star) {
      distinct = accept("DISTINCT");
      if (!distinct) {
        acceptAll();
      }
      if (!at(')')) {
        arguments = cursor().commaList(this::argument);
      }
    }
    NullHandling nulls = nullHandling();
    Expression where = accept("WHERE") ? expression() : null;
    FunctionCall.HavingBound having = at("HAVING") ? havingBound() : null;
    List<OrderItem> orderBy = accept("ORDER", "BY") ? orderItems() : List.of();
    Expression limit = accept("LIMIT") ? expression() : null;
    expect(')');
    if (nulls == NullHandling.DEFAULT) {
      nulls = nullHandling();
    }
    List<OrderItem> withinGroup = withinGroup();
    Expression filter = where == null ? filter() : where;
    List<Hint> hints = hints();
    WindowSpec over = accept("OVER") ? over() : null;
    return new FunctionCall(
        name,
        safe,
        arguments,
        star,
        distinct,
        nulls,
        having,
        orderBy,
        limit,
        filter,
        withinGroup,
        over,
        hints,
        since(start));
  }

  /** Whether the first part of a function's name is the word SAFE. */
  protected boolean isSafePrefix(QualifiedName name) {
    return false;
  }

  /** PostgreSQL's ALL before the arguments, which says nothing. */
  protected void acceptAll() {}

  private NullHandling nullHandling() {
    if (accept("IGNORE", "NULLS")) {
      return NullHandling.IGNORE;
    }
    return accept("RESPECT", "NULLS") ? NullHandling.RESPECT : NullHandling.DEFAULT;
  }

  private FunctionCall.HavingBound havingBound() {
    int start = position();
    expect("HAVING");
    boolean max = accept("MAX");
    if (!max) {
      expect("MIN");
    }
    Expression by = expression();
    return new FunctionCall.HavingBound(max, by, since(start));
  }

  private List<OrderItem> withinGroup() {
    if (!at("WITHIN", "GROUP")) {
      return List.of();
    }
    advance(2);
    expect('(');
    expect("ORDER", "BY");
    List<OrderItem> items = orderItems();
    expect(')');
    return items;
  }

  private @Nullable Expression filter() {
    if (!at("FILTER") || !nextIs(1, '(')) {
      return null;
    }
    advance(2);
    expect("WHERE");
    Expression condition = expression();
    expect(')');
    return condition;
  }

  private Argument argument() {
    int start = position();
    boolean variadic = mayBeVariadic() && accept("VARIADIC");
    Identifier name = null;
    if (isLabel(start) && (nextIs(1, TokenKind.FAT_ARROW) || nextIs(1, TokenKind.COLON_EQUAL))) {
      name = label();
      advance(1);
    }
    Expression value = argumentValue();
    return new Argument(name, value, variadic, since(start));
  }

  protected boolean mayBeVariadic() {
    return false;
  }

  private Expression argumentValue() {
    Expression object = objectArgument();
    if (object != null) {
      return object;
    }
    if (atLambda()) {
      return lambda();
    }
    return expression();
  }

  private @Nullable Expression objectArgument() {
    ObjectKind kind = null;
    for (ObjectKind candidate : ObjectKind.values()) {
      if (at(candidate.name()) && isLabel(position() + 1)) {
        kind = candidate;
      }
    }
    if (kind == null || !isObjectArgument()) {
      return null;
    }
    int start = position();
    advance(1);
    return new Expression.ObjectArgument(kind, qualifiedName(), since(start));
  }

  /** Whether SEQUENCE, TABLE and MODEL before a name have a meaning in this dialect. */
  protected boolean isObjectArgument() {
    return false;
  }

  private boolean atLambda() {
    if (isName(position())) {
      return nextIs(1, TokenKind.ARROW);
    }
    if (!at('(')) {
      return false;
    }
    int close = cursor().closing(position());
    return close < cursor().tokens().size()
        && cursor().tokens().kind(close + 1) == TokenKind.ARROW
        && (isName(position() + 1) || close == position() + 1);
  }

  private Expression lambda() {
    int start = position();
    List<Identifier> parameters;
    if (accept('(')) {
      parameters = at(')') ? List.of() : cursor().commaList(cursor()::identifier);
      expect(')');
    } else {
      parameters = List.of(identifier());
    }
    expect(TokenKind.ARROW);
    Expression body = expression();
    return new Expression.Lambda(parameters, body, since(start));
  }

  // ---- order

  /** The items behind ORDER BY. */
  protected final List<OrderItem> orderItems() {
    return cursor().commaList(this::orderItem);
  }

  private OrderItem orderItem() {
    int start = position();
    Expression expression = expression();
    Expression collation = accept("COLLATE") ? expression() : null;
    boolean descending = accept("DESC");
    if (!descending && !accept("ASC") && at("USING")) {
      throw notSupported("ORDER BY ... USING");
    }
    Boolean nullsFirst = nullsFirst();
    return new OrderItem(expression, collation, descending, nullsFirst, since(start));
  }

  /** NULLS FIRST or NULLS LAST, or null if neither is at the cursor. */
  protected final @Nullable Boolean nullsFirst() {
    if (accept("NULLS", "FIRST")) {
      return Boolean.TRUE;
    }
    return accept("NULLS", "LAST") ? Boolean.FALSE : null;
  }

  // ---- windows

  private WindowSpec over() {
    if (at('(')) {
      return windowInParentheses();
    }
    int start = position();
    Identifier name = identifier();
    return new WindowSpec(name, List.of(), List.of(), null, since(start));
  }

  /** {@code ([base] [PARTITION BY ...] [ORDER BY ...] [frame])}. */
  protected final WindowSpec windowInParentheses() {
    int start = position();
    expect('(');
    boolean named = atName() && !at("PARTITION", "BY") && frameUnit() == null;
    Identifier base = named ? identifier() : null;
    List<Expression> partition = new ArrayList<>();
    if (accept("PARTITION")) {
      hints();
      expect("BY");
      partition.addAll(cursor().commaList(this::expression));
    }
    List<OrderItem> order = accept("ORDER", "BY") ? orderItems() : List.of();
    WindowSpec.Frame frame = frameUnit() == null ? null : frame();
    expect(')');
    return new WindowSpec(base, partition, order, frame, since(start));
  }

  private WindowSpec.@Nullable FrameUnit frameUnit() {
    for (WindowSpec.FrameUnit unit : WindowSpec.FrameUnit.values()) {
      if (at(unit.name()) && !nextIs(1, ')')) {
        return unit;
      }
    }
    return null;
  }

  private WindowSpec.Frame frame() {
    int start = position();
    WindowSpec.FrameUnit unit = frameUnit();
    if (unit == null) {
      throw unexpected();
    }
    advance(1);
    WindowSpec.Bound first;
    WindowSpec.Bound last;
    if (accept("BETWEEN")) {
      first = bound();
      expect("AND");
      last = bound();
    } else {
      first = bound();
      last = new WindowSpec.Bound(BoundKind.CURRENT_ROW, null, since(start));
    }
    WindowSpec.Exclusion exclusion = accept("EXCLUDE") ? exclusion() : WindowSpec.Exclusion.NONE;
    return new WindowSpec.Frame(unit, first, last, exclusion, since(start));
  }

  private WindowSpec.Bound bound() {
    int start = position();
    if (accept("CURRENT")) {
      expect("ROW");
      return new WindowSpec.Bound(BoundKind.CURRENT_ROW, null, since(start));
    }
    boolean unbounded = accept("UNBOUNDED");
    Expression offset = unbounded ? null : expression();
    boolean preceding = accept("PRECEDING");
    if (!preceding) {
      expect("FOLLOWING");
    }
    BoundKind kind;
    if (unbounded) {
      kind = preceding ? BoundKind.UNBOUNDED_PRECEDING : BoundKind.UNBOUNDED_FOLLOWING;
    } else {
      kind = preceding ? BoundKind.PRECEDING : BoundKind.FOLLOWING;
    }
    return new WindowSpec.Bound(kind, offset, since(start));
  }

  private WindowSpec.Exclusion exclusion() {
    if (accept("NO")) {
      expect("OTHERS");
      return WindowSpec.Exclusion.NONE;
    }
    if (accept("CURRENT", "ROW")) {
      return WindowSpec.Exclusion.CURRENT_ROW;
    }
    if (accept("GROUP")) {
      return WindowSpec.Exclusion.GROUP;
    }
    expect("TIES");
    return WindowSpec.Exclusion.TIES;
  }
}
