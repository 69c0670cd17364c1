package org.ratchetdb.sqlfrontend.parser;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.FromItem;
import org.ratchetdb.sqlfrontend.ast.FromItem.Alias;
import org.ratchetdb.sqlfrontend.ast.FromItem.JoinKind;
import org.ratchetdb.sqlfrontend.ast.FunctionCall;
import org.ratchetdb.sqlfrontend.ast.Hint;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.QualifiedName;
import org.ratchetdb.sqlfrontend.ast.Query;
import org.ratchetdb.sqlfrontend.lexer.TokenKind;

/** FROM: tables, derived tables, UNNEST, table functions and their joins. */
public abstract class FromParser extends CallParser {
  protected FromParser(Grammar grammar) {
    super(grammar);
  }

  /** Everything behind FROM as one tree. */
  protected final FromItem fromClause() {
    int start = position();
    FromItem left = joined();
    while (accept(',')) {
      List<Hint> hints = hints();
      FromItem right = joined();
      cursor().grow();
      left =
          new FromItem.Join(
              JoinKind.COMMA,
              false,
              false,
              left,
              right,
              null,
              List.of(),
              hints,
              null,
              since(start));
    }
    return left;
  }

  private FromItem joined() {
    int start = position();
    return joins(primaryItem(), start);
  }

  /** As many joins as follow an item. */
  private FromItem joins(FromItem first, int start) {
    FromItem left = first;
    while (atJoin()) {
      left = join(left, start);
      cursor().grow();
    }
    return left;
  }

  private boolean atJoin() {
    return !atSetOperator(1) && !(nextIs(1, "OUTER") && atSetOperator(2)) && atJoinWord();
  }

  private boolean atSetOperator(int ahead) {
    return nextIs(ahead, "UNION") || nextIs(ahead, "INTERSECT") || nextIs(ahead, "EXCEPT");
  }

  private boolean atJoinWord() {
    return at("JOIN")
        || at("INNER")
        || at("CROSS")
        || at("LEFT")
        || at("RIGHT")
        || at("FULL")
        || at("NATURAL")
        || ((at("HASH") || at("LOOKUP")) && nextIs(1, "JOIN"));
  }

  private FromItem join(FromItem left, int start) {
    boolean natural = accept("NATURAL");
    JoinKind kind = joinKind();
    boolean hash = hashJoins() && accept("HASH");
    expect("JOIN");
    List<Hint> hints = hints();
    int rightStart = position();
    FromItem right = primaryItem();
    boolean mayHaveCondition = kind != JoinKind.CROSS && !natural;
    if (mayHaveCondition && atJoin() && nestsWithoutCondition(right)) {
      int outer = cursor().enter();
      right = joins(right, rightStart);
      cursor().leave(outer);
    }
    Expression on = null;
    List<Identifier> using = List.of();
    if (mayHaveCondition && accept("ON")) {
      on = expression();
    } else if (mayHaveCondition && accept("USING")) {
      using = identifiersInParentheses();
    } else if (mayHaveCondition && needsCondition(kind)) {
      throw expected("keyword ON or keyword USING");
    }
    return new FromItem.Join(
        kind, natural, hash, left, right, on, using, hints, null, since(start));
  }

  /**
   * In {@code a JOIN b JOIN c ON x ON y} the second join is the first one's right side, for no
   * condition follows {@code b}. Not so behind an array, which needs none.
   */
  protected abstract boolean nestsWithoutCondition(FromItem right);

  protected abstract boolean needsCondition(JoinKind kind);

  protected abstract boolean hashJoins();

  private JoinKind joinKind() {
    if (accept("CROSS")) {
      return JoinKind.CROSS;
    }
    if (accept("INNER")) {
      return JoinKind.INNER;
    }
    JoinKind kind = JoinKind.INNER;
    if (accept("LEFT")) {
      kind = JoinKind.LEFT;
    } else if (accept("RIGHT")) {
      kind = JoinKind.RIGHT;
    } else if (accept("FULL")) {
      kind = JoinKind.FULL;
    }
    if (kind != JoinKind.INNER) {
      accept("OUTER");
    }
    return kind;
  }

  private FromItem primaryItem() {
    int outer = cursor().enter();
    FromItem item = parsePrimaryItem();
    cursor().leave(outer);
    return item;
  }

  private FromItem parsePrimaryItem() {
    int start = position();
    boolean lateral = accept("LATERAL");
    if (at('(')) {
      return lateral || isQuery(start + 1) ? derived(lateral, start) : joinInParentheses();
    }
    if (at("UNNEST") && nextIs(1, '(')) {
      return unnest(lateral, start);
    }
    if (at("GRAPH_TABLE")) {
      throw notSupported("GRAPH_TABLE");
    }
    if (at("ROWS", "FROM")) {
      throw notSupported("ROWS FROM");
    }
    acceptOnly();
    QualifiedName name = tableName();
    if (at('(')) {
      return tableFunction(name, lateral, start);
    }
    return table(name, start);
  }

  /** PostgreSQL's ONLY before a table, which says nothing without inheritance. */
  protected void acceptOnly() {}

  /** The name of a table or a table function. */
  protected QualifiedName tableName() {
    return qualifiedName();
  }

  /** Whether a query begins at a token behind an opening bracket. */
  protected abstract boolean isQuery(int token);

  private FromItem joinInParentheses() {
    int start = position();
    expect('(');
    FromItem inner = joined();
    expect(')');
    Alias alias = inner instanceof FromItem.Join ? joinAlias() : null;
    if (alias == null || !(inner instanceof FromItem.Join join)) {
      return inner;
    }
    return new FromItem.Join(
        join.kind(),
        join.natural(),
        join.hash(),
        join.left(),
        join.right(),
        join.on(),
        join.using(),
        join.hints(),
        alias,
        since(start));
  }

  /** PostgreSQL lets a join in brackets have a name. */
  protected @Nullable Alias joinAlias() {
    return null;
  }

  private FromItem derived(boolean lateral, int start) {
    expect('(');
    Query query = grammar().queries().query();
    expect(')');
    List<Hint> hints = hints();
    Alias alias = alias();
    refuseTableClauses();
    FromItem.Sample sample = sample();
    return new FromItem.Derived(query, lateral, hints, alias, sample, since(start));
  }

  private FromItem table(QualifiedName name, int start) {
    List<Hint> hints = hints();
    Alias alias = alias();
    hints = moreHints(hints);
    FromItem.Offset offset = offset();
    refuseTableClauses();
    FromItem.Sample sample = sample();
    return new FromItem.Table(name, hints, alias, offset, sample, since(start));
  }

  private List<Hint> moreHints(List<Hint> hints) {
    return hints.isEmpty() ? hints() : hints;
  }

  /** Clauses behind a table that the dialect knows and Ratchet does not have. */
  protected void refuseTableClauses() {}

  private FromItem unnest(boolean lateral, int start) {
    advance(1);
    List<Expression> arrays = cursor().parenthesized(this::expression);
    FromItem.Offset ordinality = ordinality();
    List<Hint> hints = hints();
    Alias alias = alias();
    hints = moreHints(hints);
    FromItem.Offset offset = ordinality == null ? offset() : ordinality;
    return new FromItem.Unnest(arrays, lateral, hints, alias, offset, since(start));
  }

  private FromItem tableFunction(QualifiedName name, boolean lateral, int start) {
    FunctionCall call = call(name, start);
    boolean ordinality = ordinality() != null;
    List<Hint> hints = hints();
    Alias alias = alias();
    return new FromItem.TableFunction(call, lateral, ordinality, hints, alias, since(start));
  }

  /** PostgreSQL's WITH ORDINALITY, or null. */
  private FromItem.@Nullable Offset ordinality() {
    int start = position();
    return accept("WITH", "ORDINALITY") ? new FromItem.Offset(null, true, since(start)) : null;
  }

  /** GoogleSQL's WITH OFFSET, or null. */
  private FromItem.@Nullable Offset offset() {
    int start = position();
    if (!accept("WITH", "OFFSET")) {
      return null;
    }
    Identifier name = accept("AS") || atName() ? identifier() : null;
    return new FromItem.Offset(name, false, since(start));
  }

  /** A name for an item, with or without AS; null if none is at the cursor. */
  protected final @Nullable Alias alias() {
    int start = position();
    boolean as = accept("AS");
    if (!as && !atBareAlias()) {
      return null;
    }
    Identifier name = identifier();
    List<Identifier> columns = List.of();
    if (aliasesNameColumns() && at('(')) {
      if (isLabel(position() + 2)) {
        throw notSupported("column definition list");
      }
      columns = identifiersInParentheses();
    }
    return new Alias(name, columns, since(start));
  }

  /** Whether the word at the cursor may be an alias without AS. */
  protected abstract boolean atBareAlias();

  protected abstract boolean aliasesNameColumns();

  private FromItem.@Nullable Sample sample() {
    if (!at("TABLESAMPLE")) {
      return null;
    }
    int start = position();
    advance(1);
    FromItem.SampleMethod method = sampleMethod();
    expect('(');
    Expression size = expression();
    boolean rows = accept("ROWS");
    if (!rows) {
      accept("PERCENT");
    }
    expect(')');
    if (at("WITH", "WEIGHT")) {
      throw notSupported("TABLESAMPLE ... WITH WEIGHT");
    }
    Expression repeatable = accept("REPEATABLE") ? expressionInParentheses() : null;
    return new FromItem.Sample(method, size, rows, repeatable, since(start));
  }

  private FromItem.SampleMethod sampleMethod() {
    for (FromItem.SampleMethod method : FromItem.SampleMethod.values()) {
      if (accept(method.name())) {
        return method;
      }
    }
    if (at(TokenKind.WORD)) {
      throw notSupported("sampling method " + cursor().tokens().textOf(position()));
    }
    throw unexpected();
  }
}
