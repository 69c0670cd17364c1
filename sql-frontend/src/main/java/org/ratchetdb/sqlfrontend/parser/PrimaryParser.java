package org.ratchetdb.sqlfrontend.parser;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.Expression.DatePart;
import org.ratchetdb.sqlfrontend.ast.Expression.SubscriptKind;
import org.ratchetdb.sqlfrontend.ast.FunctionCall;
import org.ratchetdb.sqlfrontend.ast.Hint;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.QualifiedName;
import org.ratchetdb.sqlfrontend.ast.Query;
import org.ratchetdb.sqlfrontend.ast.Span;
import org.ratchetdb.sqlfrontend.ast.Subquery;
import org.ratchetdb.sqlfrontend.ast.TypeName;
import org.ratchetdb.sqlfrontend.lexer.TokenKind;

/** The operands of expressions: literals, names, brackets, the forms that begin with a keyword. */
public abstract class PrimaryParser extends CallParser {
  protected PrimaryParser(Grammar grammar) {
    super(grammar);
  }

  /** An operand with its subscripts, fields and (PostgreSQL) casts. */
  protected final Expression postfix() {
    int start = position();
    Expression result = primary();
    while (true) {
      Expression longer = suffix(result, start);
      if (longer == null) {
        return result;
      }
      result = longer;
      cursor().grow();
    }
  }

  /** What continues an operand at the cursor, applied to it; null if nothing does. */
  protected @Nullable Expression suffix(Expression operand, int start) {
    if (at('[')) {
      return subscript(operand, start);
    }
    if (at('.') && isLabel(position() + 1)) {
      advance(1);
      Identifier field = label();
      return new Expression.FieldAccess(operand, field, since(start));
    }
    return null;
  }

  protected abstract Expression subscript(Expression operand, int start);

  protected final Expression plainSubscript(
      Expression operand, SubscriptKind kind, Expression index, int start) {
    return new Expression.Subscript(operand, kind, index, since(start));
  }

  private Expression primary() {
    return switch (kind()) {
      case TokenKind.WORD -> word();
      case TokenKind.QUOTED -> nameOrCall();
      case TokenKind.STRING -> string();
      case TokenKind.BYTES -> bytes();
      case TokenKind.INTEGER -> new Expression.IntegerLiteral(takeText(), lastSpan());
      case TokenKind.DECIMAL -> new Expression.DecimalLiteral(takeText(), lastSpan());
      case TokenKind.NAMED_PARAMETER, TokenKind.SYSTEM_VARIABLE -> namedParameter();
      case TokenKind.POSITIONAL_PARAMETER -> numberedParameter();
      case '?' -> questionMark();
      case '(' -> brackets();
      default -> otherPrimary();
    };
  }

  private Expression bytes() {
    int token = position();
    advance(1);
    return new Expression.BytesLiteral(cursor().tokens().bytesValue(token), lastSpan());
  }

  private String takeText() {
    int token = position();
    advance(1);
    return cursor().tokens().textOf(token);
  }

  private Span lastSpan() {
    return tokenSpan(position() - 1);
  }

  private Expression questionMark() {
    int index = cursor().questionMarkIndex();
    advance(1);
    return new Expression.Parameter(null, index, false, lastSpan());
  }

  /** An operand that begins with a word. */
  protected abstract Expression word();

  /** An operand that begins with a symbol only this dialect uses. */
  protected Expression otherPrimary() {
    throw unexpected();
  }

  protected final Expression.StringLiteral string() {
    int start = position();
    return new Expression.StringLiteral(stringLiteral(), since(start));
  }

  private Expression namedParameter() {
    int start = position();
    boolean system = at(TokenKind.SYSTEM_VARIABLE);
    int signLength = system ? 2 : 1;
    String text = cursor().tokens().textOf(start).substring(signLength);
    String name = text.charAt(0) == '`' ? text.substring(1, text.length() - 1) : text;
    advance(1);
    StringBuilder path = new StringBuilder(name.toLowerCase(Locale.ROOT));
    while (system && at('.') && isLabel(position() + 1)) {
      advance(1);
      path.append('.').append(label().name().toLowerCase(Locale.ROOT));
    }
    return new Expression.Parameter(path.toString(), 0, system, since(start));
  }

  private Expression numberedParameter() {
    int start = position();
    String digits = cursor().tokens().textOf(start).substring(1);
    int index = digits.length() > 5 ? 0 : Integer.parseInt(digits);
    if (index == 0) {
      throw new DbException(ErrorCode.UNDEFINED_PARAMETER, "there is no parameter $" + digits)
          .at(cursor().begin());
    }
    advance(1);
    return new Expression.Parameter(null, index, false, since(start));
  }

  /** {@code (a)}, {@code (a, b)} or {@code (SELECT ...)}. */
  private Expression brackets() {
    int start = position();
    if (atQuery(start + 1)) {
      return new Subquery(Subquery.Kind.SCALAR, queryInParentheses(), List.of(), since(start));
    }
    advance(1);
    Expression first = expression();
    if (!at(',')) {
      expect(')');
      return first;
    }
    List<Expression.StructItem> items = new ArrayList<>();
    items.add(new Expression.StructItem(first, null, first.span()));
    while (accept(',')) {
      Expression item = expression();
      items.add(new Expression.StructItem(item, null, item.span()));
    }
    expect(')');
    return new Expression.StructConstructor(null, false, items, since(start));
  }

  protected final Query queryInParentheses() {
    expect('(');
    Query query = grammar().queries().query();
    expect(')');
    return query;
  }

  /** Whether a query begins at a token, which stands behind an opening bracket. */
  protected final boolean atQuery(int token) {
    return grammar().queries().isQuery(token);
  }

  // ---- names

  /** A path, or a call if a bracket follows. */
  protected final Expression nameOrCall() {
    int start = position();
    QualifiedName path = cursor().qualifiedName(start, label());
    return at('(') ? call(path, start) : new Expression.Name(path, path.span());
  }

  /** A word that is a function even when written without brackets. */
  protected final Expression callWithoutBrackets() {
    int start = position();
    Identifier name = label();
    QualifiedName path = new QualifiedName(List.of(name), name.span());
    return at('(') ? call(path, start) : FunctionCall.simple(path, List.of(), since(start));
  }

  protected final Expression typedLiteral(TypeName type, int start) {
    Expression.StringLiteral literal = string();
    return new Expression.TypedLiteral(type, literal, since(start));
  }

  // ---- keyword forms

  protected final Expression nullLiteral() {
    advance(1);
    return new Expression.NullLiteral(lastSpan());
  }

  protected final Expression booleanLiteral(boolean value) {
    advance(1);
    return new Expression.BooleanLiteral(value, lastSpan());
  }

  protected final Expression caseExpression() {
    int start = position();
    expect("CASE");
    Expression operand = at("WHEN") ? null : expression();
    List<Expression.When> whens = new ArrayList<>();
    do {
      int whenStart = position();
      expect("WHEN");
      Expression condition = expression();
      expect("THEN");
      Expression result = expression();
      whens.add(new Expression.When(condition, result, since(whenStart)));
    } while (at("WHEN"));
    Expression otherwise = accept("ELSE") ? expression() : null;
    expect("END");
    return new Expression.Case(operand, whens, otherwise, since(start));
  }

  /** CAST or SAFE_CAST; the word is at the cursor. */
  protected final Expression cast(boolean safe) {
    int start = position();
    advance(1);
    expect('(');
    Expression operand = expression();
    expect("AS");
    TypeName type = grammar().types().type();
    Expression format = null;
    if (accept("FORMAT")) {
      format = expression();
      if (accept("AT", "TIME", "ZONE")) {
        expression();
      }
    }
    expect(')');
    return new Expression.Cast(operand, type, safe, format, since(start));
  }

  protected final Expression extract() {
    int start = position();
    expect("EXTRACT");
    expect('(');
    DatePart part = datePart();
    expect("FROM");
    Expression source = expression();
    Expression zone = accept("AT", "TIME", "ZONE") ? expression() : null;
    expect(')');
    return new Expression.Extract(part, source, zone, since(start));
  }

  /** A unit: a word, or (PostgreSQL) a string. */
  protected final DatePart datePart() {
    int start = position();
    if (at(TokenKind.STRING)) {
      return new DatePart(stringLiteral().toUpperCase(Locale.ROOT), null, since(start));
    }
    String name = identifier().name().toUpperCase(Locale.ROOT);
    String weekday = null;
    if (accept('(')) {
      weekday = identifier().name().toUpperCase(Locale.ROOT);
      expect(')');
    }
    return new DatePart(name, weekday, since(start));
  }

  protected final Expression exists() {
    int start = position();
    expect("EXISTS");
    List<Hint> hints = hints();
    Query query = queryInParentheses();
    return new Subquery(Subquery.Kind.EXISTS, query, hints, since(start));
  }

  /** {@code ARRAY(SELECT ...)}; the word is at the cursor. */
  protected final Expression arrayQuery() {
    int start = position();
    advance(1);
    List<Hint> hints = hints();
    Query query = queryInParentheses();
    return new Subquery(Subquery.Kind.ARRAY, query, hints, since(start));
  }

  /** {@code [a, b]} at the cursor; the constructor began at {@code start}. */
  protected final Expression arrayElements(TypeName.@Nullable Array type, int start) {
    expect('[');
    List<Expression> elements = List.of();
    if (!at(']')) {
      elements = cursor().commaList(this::arrayElement);
    }
    expect(']');
    return new Expression.ArrayConstructor(type, elements, since(start));
  }

  protected Expression arrayElement() {
    return expression();
  }

  /** {@code (a [AS x], ...)} behind STRUCT or ROW. */
  protected final Expression structItems(TypeName.@Nullable Struct type, boolean named, int start) {
    expect('(');
    List<Expression.StructItem> items = List.of();
    if (!at(')')) {
      items = cursor().commaList(() -> structItem(named));
    }
    expect(')');
    return new Expression.StructConstructor(type, true, items, since(start));
  }

  private Expression.StructItem structItem(boolean named) {
    int start = position();
    Expression value = expression();
    Identifier alias = named && accept("AS") ? identifier() : null;
    return new Expression.StructItem(value, alias, since(start));
  }

  protected final Span tokenSpan(int token) {
    return cursor().span(token);
  }
}
