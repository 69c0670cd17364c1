package org.ratchetdb.sqlfrontend.parser;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.FromItem;
import org.ratchetdb.sqlfrontend.ast.Hint;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.Select;
import org.ratchetdb.sqlfrontend.ast.Select.GroupItem;
import org.ratchetdb.sqlfrontend.ast.Select.GroupKind;
import org.ratchetdb.sqlfrontend.ast.TypeName;
import org.ratchetdb.sqlfrontend.ast.WindowSpec;

/** One SELECT block: its list, WHERE, GROUP BY and the clauses behind. */
public abstract class SelectParser extends FromParser {
  protected SelectParser(Grammar grammar) {
    super(grammar);
  }

  protected final Select select() {
    int start = position();
    expect("SELECT");
    List<Hint> hints = hints();
    boolean distinct = accept("DISTINCT");
    List<Expression> distinctOn = List.of();
    if (distinct && hasDistinctOn() && accept("ON")) {
      distinctOn = cursor().parenthesized(this::expression);
    }
    if (!distinct) {
      accept("ALL");
    }
    Select.As as = selectAs();
    TypeName asType = as == Select.As.TYPE ? grammar().types().type() : null;
    List<Select.Item> items = selectList();
    if (at("INTO")) {
      throw notSupported("SELECT INTO");
    }
    FromItem from = accept("FROM") ? fromClause() : null;
    Expression where = accept("WHERE") ? expression() : null;
    Select.GroupBy groupBy = at("GROUP") ? groupBy() : null;
    Expression having = accept("HAVING") ? expression() : null;
    Expression qualify = hasQualify() && accept("QUALIFY") ? expression() : null;
    List<Select.NamedWindow> windows =
        accept("WINDOW") ? cursor().commaList(this::namedWindow) : List.of();
    return new Select(
        hints,
        distinct,
        distinctOn,
        as,
        asType,
        items,
        from,
        where,
        groupBy,
        having,
        qualify,
        windows,
        since(start));
  }

  protected abstract boolean hasDistinctOn();

  protected abstract boolean hasQualify();

  /** GoogleSQL's {@code AS STRUCT}; moves behind it, but only to the type with {@code TYPE}. */
  protected Select.As selectAs() {
    return Select.As.ROW;
  }

  /** The items of a SELECT list or of RETURNING. */
  protected List<Select.Item> selectList() {
    List<Select.Item> items = new ArrayList<>();
    items.add(selectItem());
    while (accept(',')) {
      if (endsListAfterComma()) {
        break;
      }
      items.add(selectItem());
    }
    return items;
  }

  /** Whether a comma before the cursor was the allowed one behind the last item. */
  protected boolean endsListAfterComma() {
    return false;
  }

  private Select.Item selectItem() {
    int start = position();
    if (accept('*')) {
      return star(null, start);
    }
    Expression expression = expression();
    if (at('.') && nextIs(1, '*')) {
      advance(2);
      return star(expression, start);
    }
    Identifier alias = null;
    if (accept("AS")) {
      alias = aliasAfterAs();
    } else if (atBareLabel()) {
      alias = label();
    }
    return new Select.ExpressionItem(expression, alias, since(start));
  }

  protected abstract Identifier aliasAfterAs();

  /** Whether the word at the cursor may be an item's alias without AS. */
  protected abstract boolean atBareLabel();

  private Select.Item star(@Nullable Expression qualifier, int start) {
    List<Identifier> except = List.of();
    List<Select.Replacement> replace = List.of();
    if (hasStarModifiers()) {
      if (at("EXCEPT") && nextIs(1, '(')) {
        advance(1);
        except = cursor().parenthesized(cursor()::identifier);
      }
      if (at("REPLACE") && nextIs(1, '(')) {
        advance(1);
        replace = replacements();
      }
    }
    return new Select.StarItem(qualifier, except, replace, since(start));
  }

  protected abstract boolean hasStarModifiers();

  private List<Select.Replacement> replacements() {
    List<Select.Replacement> list = new ArrayList<>();
    expect('(');
    do {
      if (at(')') && !list.isEmpty()) {
        break;
      }
      int start = position();
      Expression expression = expression();
      accept("AS");
      Identifier column = identifier();
      list.add(new Select.Replacement(expression, column, since(start)));
    } while (accept(','));
    expect(')');
    return list;
  }

  private Select.NamedWindow namedWindow() {
    int start = position();
    Identifier name = identifier();
    expect("AS");
    if (!at('(')) {
      Identifier base = identifier();
      return new Select.NamedWindow(
          name, new WindowSpec(base, List.of(), List.of(), null, base.span()), since(start));
    }
    return new Select.NamedWindow(name, windowInParentheses(), since(start));
  }

  // ---- GROUP BY

  private Select.GroupBy groupBy() {
    int start = position();
    expect("GROUP");
    List<Hint> hints = hints();
    expect("BY");
    if (accept("ALL")) {
      return new Select.GroupBy(true, false, List.of(), hints, since(start));
    }
    boolean distinct = accept("DISTINCT");
    List<GroupItem> items = cursor().commaList(this::groupItem);
    return new Select.GroupBy(false, distinct, items, hints, since(start));
  }

  private GroupItem groupItem() {
    int start = position();
    if (at("ROLLUP") && nextIs(1, '(')) {
      return grouping(GroupKind.ROLLUP, start);
    }
    if (at("CUBE") && nextIs(1, '(')) {
      return grouping(GroupKind.CUBE, start);
    }
    if (accept("GROUPING", "SETS")) {
      int outer = cursor().enter();
      List<GroupItem> sets = cursor().parenthesized(this::groupItem);
      cursor().leave(outer);
      return new GroupItem(GroupKind.GROUPING_SETS, List.of(), sets, since(start));
    }
    if (at('(') && nextIs(1, ')')) {
      advance(2);
      return new GroupItem(GroupKind.EMPTY, List.of(), List.of(), since(start));
    }
    Expression expression = expression();
    return new GroupItem(GroupKind.EXPRESSION, List.of(expression), List.of(), since(start));
  }

  private GroupItem grouping(GroupKind kind, int start) {
    advance(1);
    List<Expression> expressions = cursor().parenthesized(this::expression);
    return new GroupItem(kind, expressions, List.of(), since(start));
  }
}
