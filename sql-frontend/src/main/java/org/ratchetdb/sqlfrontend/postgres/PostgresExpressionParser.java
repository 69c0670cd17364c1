package org.ratchetdb.sqlfrontend.postgres;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.sqlfrontend.ast.BinaryOperator;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.Expression.InSource;
import org.ratchetdb.sqlfrontend.ast.Expression.IsKind;
import org.ratchetdb.sqlfrontend.ast.Expression.LikeKind;
import org.ratchetdb.sqlfrontend.ast.Expression.SubscriptKind;
import org.ratchetdb.sqlfrontend.ast.QualifiedName;
import org.ratchetdb.sqlfrontend.ast.TypeName;
import org.ratchetdb.sqlfrontend.ast.UnaryOperator;
import org.ratchetdb.sqlfrontend.lexer.TokenKind;
import org.ratchetdb.sqlfrontend.parser.Grammar;

/**
 * PostgreSQL expressions. From loose to tight: IS, comparisons, LIKE IN BETWEEN, other operators,
 * {@code + -}, {@code * / %}, {@code ^}, AT TIME ZONE, COLLATE, signs, {@code ::}.
 */
final class PostgresExpressionParser extends PostgresCallForms {
  private static final int OTHER = 1;
  private static final int SUM = 2;
  private static final int PRODUCT = 3;
  private static final int POWER = 4;
  private static final int AT_TIME_ZONE = 5;
  private static final int COLLATION = 6;

  private final PostgresTypeParser types;

  PostgresExpressionParser(Grammar grammar, PostgresTypeParser types) {
    super(grammar);
    this.types = types;
  }

  // ---- predicates

  @Override
  protected Expression predicate() {
    int start = position();
    Expression left = comparisonLevel();
    while (true) {
      Expression test = isTest(left, start);
      if (test == null) {
        test = postfixTest(left, start);
      }
      if (test == null) {
        return left;
      }
      left = test;
    }
  }

  /** ISNULL and NOTNULL. */
  private @Nullable Expression postfixTest(Expression operand, int start) {
    boolean negated = at("NOTNULL");
    if (!negated && !at("ISNULL")) {
      return null;
    }
    advance(1);
    growTree();
    return new Expression.IsTest(operand, IsKind.NULL, negated, since(start));
  }

  private Expression comparisonLevel() {
    int start = position();
    Expression left = likeLevel();
    if (comparison() == null) {
      return left;
    }
    int offset = cursor().begin();
    BinaryOperator operator = takeOperator();
    growTree();
    Expression result;
    if (atQuantifier()) {
      result = quantified(left, operator, start);
    } else {
      Expression right = likeLevel();
      result = new Expression.Binary(operator, left, right, offset, since(start));
    }
    refuseChain(comparison() != null);
    return result;
  }

  private Expression likeLevel() {
    int start = position();
    Expression left = arithmetic(OTHER);
    Expression result = wordPredicate(left, start);
    return result == null ? left : result;
  }

  @Override
  protected Expression distinctOperand() {
    return comparisonLevel();
  }

  /** PostgreSQL's {@code b_expr}: no words between operands, so that NOT NULL may follow. */
  @Override
  Expression restricted() {
    int outer = cursor().enter();
    int start = position();
    Expression left = arithmetic(OTHER);
    if (comparison() != null) {
      int offset = cursor().begin();
      BinaryOperator operator = takeOperator();
      Expression right = arithmetic(OTHER);
      left = new Expression.Binary(operator, left, right, offset, since(start));
    }
    cursor().leave(outer);
    return left;
  }

  @Override
  protected @Nullable LikeKind likeKind(int ahead) {
    if (nextIs(ahead, "LIKE")) {
      return LikeKind.LIKE;
    }
    if (nextIs(ahead, "ILIKE")) {
      return LikeKind.ILIKE;
    }
    return nextIs(ahead, "SIMILAR") && nextIs(ahead + 1, "TO") ? LikeKind.SIMILAR : null;
  }

  @Override
  protected boolean mayBeSymmetric() {
    return true;
  }

  @Override
  protected InSource quantifiedSource() {
    int start = position();
    if (at('(') && atQuery(start + 1)) {
      return listOrQuery();
    }
    Expression array = expressionInParentheses();
    return new Expression.InArray(array, since(start));
  }

  // ---- operators

  @Override
  protected int precedence() {
    return switch (kind()) {
      case TokenKind.OPERATOR, '?' -> OTHER;
      case '+', '-' -> SUM;
      case '*', '/', '%' -> PRODUCT;
      case '^' -> POWER;
      case TokenKind.WORD -> wordPrecedence();
      default -> 0;
    };
  }

  private int wordPrecedence() {
    if (at("AT", "TIME", "ZONE")) {
      return AT_TIME_ZONE;
    }
    if (at("COLLATE")) {
      return COLLATION;
    }
    return atOperatorWord() ? OTHER : 0;
  }

  private boolean atOperatorWord() {
    return at("OPERATOR") && nextIs(1, '(');
  }

  @Override
  protected Expression binary(Expression left, int start, int level) {
    if (accept("AT", "TIME", "ZONE")) {
      Expression zone = arithmetic(level + 1);
      return new Expression.AtTimeZone(left, zone, since(start));
    }
    if (accept("COLLATE")) {
      QualifiedName collation = cursor().qualifiedName(position(), label());
      Expression name = new Expression.Name(collation, collation.span());
      return new Expression.Collate(left, name, since(start));
    }
    LikeOperator like = likeOperator();
    if (like != null) {
      return likeByOperator(left, like, start);
    }
    return super.binary(left, start, level);
  }

  @Override
  protected BinaryOperator takeOperator() {
    if (atOperatorWord()) {
      return qualifiedOperator();
    }
    BinaryOperator operator = operatorAt(position());
    if (operator == null) {
      throw unknownOperator();
    }
    advance(1);
    return operator;
  }

  /** {@code OPERATOR(schema.op)}. */
  private BinaryOperator qualifiedOperator() {
    advance(2);
    while (isLabel(position()) && nextIs(1, '.')) {
      advance(2);
    }
    BinaryOperator operator = operatorAt(position());
    if (operator == null) {
      throw unknownOperator();
    }
    advance(1);
    expect(')');
    return operator;
  }

  private @Nullable BinaryOperator operatorAt(int token) {
    return switch (cursor().tokens().textOf(token)) {
      case "=" -> BinaryOperator.EQUAL;
      case "<>", "!=" -> BinaryOperator.NOT_EQUAL;
      case "<" -> BinaryOperator.LESS;
      case "<=" -> BinaryOperator.LESS_EQUAL;
      case ">" -> BinaryOperator.GREATER;
      case ">=" -> BinaryOperator.GREATER_EQUAL;
      case "+" -> BinaryOperator.ADD;
      case "-" -> BinaryOperator.SUBTRACT;
      case "*" -> BinaryOperator.MULTIPLY;
      case "/" -> BinaryOperator.DIVIDE;
      case "%" -> BinaryOperator.MODULO;
      case "^" -> BinaryOperator.POWER;
      case "||" -> BinaryOperator.CONCAT;
      case "&" -> BinaryOperator.BIT_AND;
      case "|" -> BinaryOperator.BIT_OR;
      case "#" -> BinaryOperator.BIT_XOR;
      case "<<" -> BinaryOperator.SHIFT_LEFT;
      case ">>" -> BinaryOperator.SHIFT_RIGHT;
      case "~" -> BinaryOperator.REGEX_MATCH;
      case "~*" -> BinaryOperator.REGEX_MATCH_IGNORE_CASE;
      case "!~" -> BinaryOperator.REGEX_NO_MATCH;
      case "!~*" -> BinaryOperator.REGEX_NO_MATCH_IGNORE_CASE;
      case "^@" -> BinaryOperator.STARTS_WITH;
      case "->" -> BinaryOperator.ARROW;
      case "->>" -> BinaryOperator.ARROW_TEXT;
      case "#>" -> BinaryOperator.PATH;
      case "#>>" -> BinaryOperator.PATH_TEXT;
      case "#-" -> BinaryOperator.DELETE_PATH;
      case "@>" -> BinaryOperator.CONTAINS;
      case "<@" -> BinaryOperator.CONTAINED_BY;
      case "&&" -> BinaryOperator.OVERLAPS;
      case "?" -> BinaryOperator.HAS_KEY;
      case "?|" -> BinaryOperator.HAS_ANY_KEY;
      case "?&" -> BinaryOperator.HAS_ALL_KEYS;
      case "@?" -> BinaryOperator.JSON_PATH_EXISTS;
      case "@@" -> BinaryOperator.JSON_PATH_MATCH;
      default -> null;
    };
  }

  @Override
  protected Expression unary() {
    return switch (kind()) {
      case '-' -> prefix(UnaryOperator.MINUS, 0);
      case '+' -> prefix(UnaryOperator.PLUS, 0);
      case TokenKind.OPERATOR -> operatorPrefix();
      default -> postfix();
    };
  }

  private Expression operatorPrefix() {
    if (cursor().tokens().textOf(position()).equals("~")) {
      return prefix(UnaryOperator.BIT_NOT, SUM);
    }
    throw unexpectedPrefix();
  }

  private DbException unexpectedPrefix() {
    return switch (cursor().tokens().textOf(position())) {
      case "@", "|/", "||/", "!!" -> unknownOperator();
      default -> unexpected();
    };
  }

  // ---- operands

  @Override
  protected @Nullable Expression suffix(Expression operand, int start) {
    if (accept(TokenKind.DOUBLE_COLON)) {
      TypeName type = types.type();
      return new Expression.Cast(operand, type, false, null, since(start));
    }
    return super.suffix(operand, start);
  }

  @Override
  protected Expression subscript(Expression operand, int start) {
    expect('[');
    Expression lower = at(':') ? null : expression();
    if (!accept(':')) {
      expect(']');
      if (lower == null) {
        throw unexpected();
      }
      return plainSubscript(operand, SubscriptKind.PLAIN, lower, start);
    }
    Expression upper = at(']') ? null : expression();
    expect(']');
    return new Expression.Slice(operand, lower, upper, since(start));
  }

  @Override
  protected Expression word() {
    int start = position();
    if (atTypedLiteral()) {
      return typedLiteral(types.type(), start);
    }
    String word = cursor().tokens().textOf(start).toUpperCase(Locale.ROOT);
    if (!cursor().tokens().isReserved(start)) {
      return unreservedWord(word);
    }
    return switch (word) {
      case "NULL" -> nullLiteral();
      case "TRUE" -> booleanLiteral(true);
      case "FALSE" -> booleanLiteral(false);
      case "CASE" -> caseExpression();
      case "CAST" -> cast(false);
      case "ARRAY" -> array();
      case "CURRENT_CATALOG",
          "CURRENT_DATE",
          "CURRENT_ROLE",
          "CURRENT_SCHEMA",
          "CURRENT_TIME",
          "CURRENT_TIMESTAMP",
          "CURRENT_USER",
          "LOCALTIME",
          "LOCALTIMESTAMP",
          "SESSION_USER",
          "USER" ->
          callWithoutBrackets();
      default -> {
        if (!nextIs(1, '(') || PostgresLiterals.isFullyReserved(word)) {
          throw unexpected();
        }
        yield nameOrCall();
      }
    };
  }

  private Expression unreservedWord(String word) {
    if (word.equals("INTERVAL") && atInterval()) {
      return interval();
    }
    if (!nextIs(1, '(')) {
      return nameOrCall();
    }
    return switch (word) {
      case "EXTRACT" -> extract();
      case "EXISTS" -> exists();
      case "ROW" -> row();
      case "POSITION" -> position(position());
      case "SUBSTRING" -> substring();
      case "TRIM" -> trim();
      case "OVERLAY" -> overlay();
      default -> nameOrCall();
    };
  }

  /** A type of one or several words before a string; INTERVAL has its own rule. */
  private boolean atTypedLiteral() {
    if (nextIs(1, TokenKind.STRING)) {
      return isName(position()) && !at("INTERVAL");
    }
    if (nextIs(2, TokenKind.STRING)) {
      return at("DOUBLE", "PRECISION") || (nextIs(1, "VARYING") && isName(position()));
    }
    boolean zone = nextIs(2, "TIME") && nextIs(3, "ZONE") && nextIs(4, TokenKind.STRING);
    return zone && (at("TIMESTAMP") || at("TIME"));
  }

  private boolean atInterval() {
    return nextIs(1, TokenKind.STRING)
        || (nextIs(1, '(')
            && nextIs(2, TokenKind.INTEGER)
            && nextIs(3, ')')
            && nextIs(4, TokenKind.STRING));
  }

  private Expression interval() {
    int start = position();
    advance(1);
    Integer precision = null;
    if (accept('(')) {
      precision = Math.toIntExact(Math.min(integerLiteral(), Integer.MAX_VALUE));
      expect(')');
    }
    Expression value = string();
    Expression.DatePart from = types.atIntervalField() ? datePart() : null;
    Expression.DatePart to = from != null && accept("TO") ? datePart() : null;
    return new Expression.Interval(value, from, to, precision, since(start));
  }

  private Expression array() {
    int start = position();
    if (nextIs(1, '(')) {
      return arrayQuery();
    }
    advance(1);
    return arrayElements(null, start);
  }

  @Override
  protected Expression arrayElement() {
    if (!at('[')) {
      return expression();
    }
    int outer = cursor().enter();
    Expression inner = arrayElements(null, position());
    cursor().leave(outer);
    return inner;
  }

  private Expression row() {
    int start = position();
    advance(1);
    return structItems(null, false, start);
  }

  @Override
  protected void acceptAll() {
    accept("ALL");
  }

  @Override
  protected boolean mayBeVariadic() {
    return true;
  }
}
