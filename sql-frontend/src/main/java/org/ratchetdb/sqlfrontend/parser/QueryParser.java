package org.ratchetdb.sqlfrontend.parser;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.FromItem;
import org.ratchetdb.sqlfrontend.ast.Hint;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.OrderItem;
import org.ratchetdb.sqlfrontend.ast.QualifiedName;
import org.ratchetdb.sqlfrontend.ast.Query;
import org.ratchetdb.sqlfrontend.ast.Query.SetKind;
import org.ratchetdb.sqlfrontend.ast.Select;
import org.ratchetdb.sqlfrontend.ast.Span;

/** Query expressions: WITH, set operators, VALUES, and what applies to their result. */
public abstract class QueryParser extends SelectParser {
  protected QueryParser(Grammar grammar) {
    super(grammar);
  }

  /** A query; brackets around it are not part of it. */
  public final Query query() {
    int outer = cursor().enter();
    Query query = parseQuery();
    cursor().leave(outer);
    return query;
  }

  private Query parseQuery() {
    int start = position();
    boolean recursive = false;
    List<Query.CommonTable> with = List.of();
    if (accept("WITH")) {
      recursive = accept("RECURSIVE");
      with = commonTables();
      if (at("INSERT") || at("UPDATE") || at("DELETE")) {
        throw notSupported("WITH before INSERT, UPDATE or DELETE");
      }
    }
    Query.Body body = body();
    Tail tail = new Tail();
    tail.read();
    if (with.isEmpty() && !tail.any && body instanceof Query.Nested nested) {
      return nested.query();
    }
    return new Query(
        with,
        recursive,
        body,
        tail.orderBy,
        tail.limit,
        tail.offset,
        tail.withTies,
        tail.locking,
        since(start));
  }

  private List<Query.CommonTable> commonTables() {
    List<Query.CommonTable> tables = new ArrayList<>();
    tables.add(commonTable());
    while (accept(',')) {
      tables.add(commonTable());
    }
    return tables;
  }

  private Query.CommonTable commonTable() {
    int start = position();
    Identifier name = identifier();
    List<Identifier> columns = at('(') ? identifiersInParentheses() : List.of();
    expect("AS");
    Boolean materialized = null;
    if (accept("MATERIALIZED")) {
      materialized = Boolean.TRUE;
    } else if (accept("NOT", "MATERIALIZED")) {
      materialized = Boolean.FALSE;
    }
    expect('(');
    if (at("INSERT") || at("UPDATE") || at("DELETE")) {
      throw notSupported("INSERT, UPDATE or DELETE in WITH");
    }
    Query query = query();
    expect(')');
    return new Query.CommonTable(name, columns, materialized, query, since(start));
  }

  // ---- set operators

  private Query.Body body() {
    int start = position();
    Query.Body left = intersectLevel();
    while (true) {
      SetKind kind = setKind();
      if (kind == null && (at("FULL") || at("LEFT") || at("INNER"))) {
        throw notSupported("set operation that matches columns by name");
      }
      if (kind == null) {
        return left;
      }
      left = setOperation(kind, left, start);
    }
  }

  private Query.Body intersectLevel() {
    int start = position();
    Query.Body left = term();
    while (intersectBindsTighter() && setKind() == SetKind.INTERSECT) {
      left = setOperation(SetKind.INTERSECT, left, start);
    }
    return left;
  }

  /** PostgreSQL; GoogleSQL refuses to mix set operators without brackets. */
  protected abstract boolean intersectBindsTighter();

  /** All inputs that one operator joins in a row. */
  private Query.Body setOperation(SetKind kind, Query.Body first, int start) {
    List<Query.Body> inputs = new ArrayList<>();
    inputs.add(first);
    List<Hint> hints = List.of();
    boolean all = false;
    while (setKind() == kind) {
      int operator = position();
      advance(1);
      List<Hint> here = hints();
      boolean allHere = setQuantifier();
      if (inputs.size() == 1) {
        all = allHere;
        hints = here;
      } else if (all != allHere) {
        cursor().advance(operator - position());
        break;
      }
      refuseSetOperationClauses();
      inputs.add(kind == SetKind.INTERSECT ? term() : intersectLevel());
    }
    SetKind next = setKind();
    if (!intersectBindsTighter() && next != null) {
      throw mixedSetOperators();
    }
    cursor().grow();
    return new Query.SetOperation(kind, all, inputs, hints, since(start));
  }

  private DbException mixedSetOperators() {
    return cursor()
        .error(
            "Different set operations cannot be used in the same query without using parentheses"
                + " for grouping",
            cursor().begin());
  }

  private @Nullable SetKind setKind() {
    for (SetKind kind : SetKind.values()) {
      if (at(kind.name())) {
        return kind;
      }
    }
    return null;
  }

  /** ALL or DISTINCT behind a set operator; true for ALL. */
  protected abstract boolean setQuantifier();

  /** CORRESPONDING and the like. */
  protected void refuseSetOperationClauses() {}

  private Query.Body term() {
    int others = cursor().beginSibling();
    Query.Body term = parseTerm();
    cursor().endSibling(others);
    return term;
  }

  private Query.Body parseTerm() {
    int start = position();
    if (at("SELECT")) {
      return select();
    }
    if (at('(')) {
      advance(1);
      Query query = query();
      expect(')');
      return new Query.Nested(query, since(start));
    }
    if (at("VALUES")) {
      return values();
    }
    if (at("TABLE")) {
      return tableAsQuery();
    }
    if (at("FROM")) {
      throw notSupported("query that begins with FROM");
    }
    throw unexpected();
  }

  /** PostgreSQL's {@code TABLE t}, which is {@code SELECT * FROM t}. */
  private Query.Body tableAsQuery() {
    int start = position();
    advance(1);
    int nameStart = position();
    QualifiedName name = qualifiedName();
    FromItem table = new FromItem.Table(name, List.of(), null, null, null, since(nameStart));
    Span span = since(start);
    Select.Item star = new Select.StarItem(null, List.of(), List.of(), span);
    return new Select(
        List.of(),
        false,
        List.of(),
        Select.As.ROW,
        null,
        List.of(star),
        table,
        null,
        null,
        null,
        null,
        List.of(),
        span);
  }

  /** {@code VALUES (...), ...}; the word is at the cursor. */
  final Query.Values values() {
    int start = position();
    expect("VALUES");
    List<Query.Row> rows = cursor().commaList(this::valuesRow);
    return new Query.Values(rows, since(start));
  }

  private Query.Row valuesRow() {
    int start = position();
    List<Expression> values = cursor().parenthesized(this::valueOrDefault);
    return new Query.Row(values, since(start));
  }

  /** An expression or DEFAULT. */
  final Expression valueOrDefault() {
    int start = position();
    return accept("DEFAULT") ? new Expression.DefaultValue(since(start)) : expression();
  }

  // ---- what follows the body

  /** ORDER BY, LIMIT, OFFSET, FETCH and FOR, in the order that the dialect allows. */
  private final class Tail {
    private List<OrderItem> orderBy = List.of();
    private @Nullable Expression limit;
    private @Nullable Expression offset;
    private boolean withTies;
    private boolean limited;
    private final List<Query.Locking> locking = new ArrayList<>();
    private boolean any;

    private void read() {
      int start = position();
      if (accept("ORDER", "BY")) {
        orderBy = orderItems();
      }
      if (at("ORDER")) {
        advance(1);
        hints();
        expect("BY");
        orderBy = orderItems();
      }
      boolean more = true;
      while (more) {
        more = readClause();
      }
      any = position() > start;
    }

    private boolean readClause() {
      if (at("LIMIT") && !limited) {
        advance(1);
        readLimit();
      } else if (at("OFFSET") && offset == null && (limited || mayOffsetWithoutLimit())) {
        advance(1);
        offset = expression();
        if (!accept("ROW")) {
          accept("ROWS");
        }
      } else if (at("FETCH") && !limited && hasFetch()) {
        readFetch();
      } else if (at("FOR") && !nextIs(1, "SYSTEM_TIME")) {
        locking.add(locking());
      } else {
        return false;
      }
      return true;
    }

    private void readLimit() {
      limited = true;
      if (accept("ALL")) {
        return;
      }
      limit = expression();
      if (at(',')) {
        throw limitWithComma();
      }
    }

    private void readFetch() {
      int start = position();
      advance(1);
      if (!accept("FIRST")) {
        expect("NEXT");
      }
      limited = true;
      limit = at("ROW") || at("ROWS") ? one(start) : expression();
      if (!accept("ROW")) {
        expect("ROWS");
      }
      withTies = accept("WITH");
      expect(withTies ? "TIES" : "ONLY");
    }

    private Expression one(int start) {
      return new Expression.IntegerLiteral("1", since(start));
    }
  }

  private DbException limitWithComma() {
    return new DbException(ErrorCode.SYNTAX_ERROR, unexpected().message())
        .at(cursor().begin())
        .hint("Use separate LIMIT and OFFSET clauses.");
  }

  protected abstract boolean mayOffsetWithoutLimit();

  protected abstract boolean hasFetch();

  private Query.Locking locking() {
    int start = position();
    expect("FOR");
    Query.LockStrength strength = lockStrength();
    List<QualifiedName> of = List.of();
    if (accept("OF")) {
      of = cursor().commaList(cursor()::qualifiedName);
    }
    Query.LockWait onWait = Query.LockWait.BLOCK;
    if (accept("NOWAIT")) {
      onWait = Query.LockWait.NO_WAIT;
    } else if (accept("SKIP", "LOCKED")) {
      onWait = Query.LockWait.SKIP_LOCKED;
    }
    return new Query.Locking(strength, of, onWait, since(start));
  }

  private Query.LockStrength lockStrength() {
    if (accept("NO", "KEY", "UPDATE")) {
      return Query.LockStrength.NO_KEY_UPDATE;
    }
    if (accept("KEY", "SHARE")) {
      return Query.LockStrength.KEY_SHARE;
    }
    if (accept("SHARE")) {
      return Query.LockStrength.SHARE;
    }
    expect("UPDATE");
    return Query.LockStrength.UPDATE;
  }

  // ---- looking ahead

  /**
   * Whether the brackets that opened before token {@code token} hold a query. A query may itself
   * begin with brackets, and so may an expression: {@code ((SELECT 1) UNION ALL SELECT 2)} is a
   * query, {@code ((SELECT 1) + 1)} is not. What follows the inner brackets decides.
   */
  @Override
  protected final boolean isQuery(int token) {
    int i = token;
    int size = cursor().tokens().size();
    while (i < size && cursor().tokens().kind(i) == '(') {
      i++;
      if (i - token > TokenCursor.NESTING_MAX) {
        return false;
      }
    }
    if (!isQueryWord(i)) {
      return false;
    }
    for (int open = i - 1; open >= token; open--) {
      if (!continuesQuery(cursor().closing(open) + 1)) {
        return false;
      }
    }
    return true;
  }

  private boolean isQueryWord(int i) {
    boolean with = isWordAt(i, "WITH") && !isBracketAt(i + 1);
    return with
        || isWordAt(i, "SELECT")
        || isWordAt(i, "FROM")
        || (hasValuesQueries() && (isWordAt(i, "VALUES") || isWordAt(i, "TABLE")));
  }

  private boolean isBracketAt(int i) {
    return i <= cursor().tokens().size() && cursor().tokens().kind(i) == '(';
  }

  private boolean isWordAt(int i, String word) {
    return i <= cursor().tokens().size() && cursor().tokens().isWord(i, word);
  }

  /** Whether VALUES and TABLE are queries. */
  protected abstract boolean hasValuesQueries();

  private boolean continuesQuery(int i) {
    if (i > cursor().tokens().size()) {
      return false;
    }
    return cursor().tokens().kind(i) == ')'
        || isWordAt(i, "UNION")
        || isWordAt(i, "INTERSECT")
        || isWordAt(i, "EXCEPT")
        || isWordAt(i, "ORDER")
        || isWordAt(i, "LIMIT")
        || isWordAt(i, "OFFSET")
        || isWordAt(i, "FETCH")
        || isWordAt(i, "FOR");
  }
}
