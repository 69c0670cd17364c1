package org.ratchetdb.sqlfrontend.parser;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.Hint;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.QualifiedName;
import org.ratchetdb.sqlfrontend.ast.Span;
import org.ratchetdb.sqlfrontend.ast.TypeName;
import org.ratchetdb.sqlfrontend.lexer.TokenKind;

/**
 * What the rules of every area need: the cursor's questions and steps by short names, and hints.
 */
public abstract class GrammarPart {
  private final Grammar grammar;
  private final TokenCursor cursor;

  protected GrammarPart(Grammar grammar) {
    this.grammar = grammar;
    this.cursor = grammar.cursor();
  }

  protected final Grammar grammar() {
    return grammar;
  }

  protected final TokenCursor cursor() {
    return cursor;
  }

  protected final int position() {
    return cursor.position();
  }

  protected final int kind() {
    return cursor.kind();
  }

  protected final boolean at(int kind) {
    return cursor.at(kind);
  }

  protected final boolean at(String word) {
    return cursor.at(word);
  }

  protected final boolean at(String first, String second) {
    return cursor.at(first, second);
  }

  protected final boolean at(String first, String second, String third) {
    return cursor.at(first, second, third);
  }

  protected final boolean nextIs(int ahead, int kind) {
    return cursor.nextIs(ahead, kind);
  }

  protected final boolean nextIs(int ahead, String word) {
    return cursor.nextIs(ahead, word);
  }

  protected final boolean atName() {
    return cursor.atName();
  }

  protected final boolean isName(int token) {
    return cursor.isName(token);
  }

  protected final boolean isLabel(int token) {
    return cursor.isLabel(token);
  }

  protected final boolean accept(int kind) {
    return cursor.accept(kind);
  }

  protected final boolean accept(String word) {
    return cursor.accept(word);
  }

  protected final boolean accept(String first, String second) {
    return cursor.accept(first, second);
  }

  protected final boolean accept(String first, String second, String third) {
    return cursor.accept(first, second, third);
  }

  protected final void expect(int kind) {
    cursor.expect(kind);
  }

  protected final void expect(String word) {
    cursor.expect(word);
  }

  protected final void expect(String first, String second) {
    cursor.expect(first, second);
  }

  protected final void advance(int count) {
    cursor.advance(count);
  }

  /** See {@link TokenCursor#grow}. */
  protected final void growTree() {
    cursor.grow();
  }

  protected final Identifier identifier() {
    return cursor.identifier();
  }

  /** See {@link TokenCursor#columnName}. */
  protected final Identifier columnName() {
    return cursor.columnName();
  }

  protected final Identifier label() {
    return cursor.label();
  }

  protected final QualifiedName qualifiedName() {
    return cursor.qualifiedName();
  }

  protected final List<Identifier> identifiersInParentheses() {
    return cursor.parenthesized(cursor::identifier);
  }

  protected final Span since(int start) {
    return cursor.since(start);
  }

  protected final DbException unexpected() {
    return cursor.unexpected();
  }

  protected final DbException expected(String what) {
    return cursor.expected(what);
  }

  /** A construct of the dialect that Ratchet does not have, at the current token. */
  protected final DbException notSupported(String feature) {
    return DbException.notSupported(feature).at(cursor.begin());
  }

  protected Expression expression() {
    return grammar.expressions().expression();
  }

  protected final TypeName typeName() {
    return grammar.types().type();
  }

  /** Reads to the end of a statement whose rest is not looked at. */
  protected final void skipStatement() {
    while (!at(';') && !at(TokenKind.EOF)) {
      advance(1);
    }
  }

  /** {@code (expression)}. */
  protected final Expression expressionInParentheses() {
    expect('(');
    Expression expression = expression();
    expect(')');
    return expression;
  }

  /** The text of a token, a string without its quotes. */
  protected final String stringLiteral() {
    if (!at(TokenKind.STRING)) {
      throw expected("string literal");
    }
    String value = cursor.tokens().stringValue(position());
    advance(1);
    return value;
  }

  /** An integer with an optional sign. */
  protected final BigInteger signedInteger() {
    boolean negative = accept('-');
    if (!negative) {
      accept('+');
    }
    if (!at(TokenKind.INTEGER)) {
      throw expected("integer literal");
    }
    String text = cursor.tokens().textOf(position());
    advance(1);
    BigInteger value = new Expression.IntegerLiteral(text, since(position() - 1)).value();
    return negative ? value.negate() : value;
  }

  protected final long integerLiteral() {
    int start = position();
    BigInteger value = signedInteger();
    if (value.bitLength() > 63) {
      throw cursor.error("Invalid integer literal: " + value, cursor.tokens().begin(start));
    }
    return value.longValue();
  }

  /** All hints that stand here; none is the common case. */
  protected final List<Hint> hints() {
    if (!at(TokenKind.HINT_OPEN)) {
      return List.of();
    }
    List<Hint> hints = new ArrayList<>();
    while (accept(TokenKind.HINT_OPEN)) {
      hints.add(hint());
      while (accept(',')) {
        hints.add(hint());
      }
      if (!accept(TokenKind.HINT_CLOSE)) {
        expect('}');
      }
    }
    return hints;
  }

  private Hint hint() {
    int start = position();
    Identifier key = label();
    Identifier engine = null;
    if (accept('.')) {
      engine = key;
      key = label();
    }
    expect('=');
    boolean bareWord = isLabel(position()) && !at("TRUE") && !at("FALSE") && !at("NULL");
    Expression value;
    if (bareWord) {
      Identifier word = label();
      value = new Expression.Name(new QualifiedName(List.of(word), word.span()), word.span());
    } else {
      value = expression();
    }
    return new Hint(engine, key, value, since(start));
  }
}
