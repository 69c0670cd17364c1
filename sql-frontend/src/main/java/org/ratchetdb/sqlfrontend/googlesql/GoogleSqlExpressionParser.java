package org.ratchetdb.sqlfrontend.googlesql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.sqlfrontend.ast.BinaryOperator;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.Expression.InSource;
import org.ratchetdb.sqlfrontend.ast.Expression.LikeKind;
import org.ratchetdb.sqlfrontend.ast.Expression.SubscriptKind;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.QualifiedName;
import org.ratchetdb.sqlfrontend.ast.TypeName;
import org.ratchetdb.sqlfrontend.ast.UnaryOperator;
import org.ratchetdb.sqlfrontend.lexer.TokenKind;
import org.ratchetdb.sqlfrontend.lexer.WordSet;
import org.ratchetdb.sqlfrontend.parser.ExpressionParser;
import org.ratchetdb.sqlfrontend.parser.Grammar;

/**
 * GoogleSQL expressions. All comparisons, LIKE, IN, BETWEEN and IS are on one level and do not
 * chain; above it, from loose to tight: {@code |}, {@code ^}, {@code &}, shifts, {@code + -},
 * {@code * / ||}, prefix operators.
 */
final class GoogleSqlExpressionParser extends ExpressionParser {
  private static final WordSet LITERAL_TYPES =
      WordSet.of("DATE TIMESTAMP NUMERIC JSON BIGNUMERIC DATETIME TIME DECIMAL BIGDECIMAL");

  private final GoogleSqlTypeParser types;

  GoogleSqlExpressionParser(Grammar grammar, GoogleSqlTypeParser types) {
    super(grammar);
    this.types = types;
  }

  // ---- operators

  @Override
  protected Expression predicate() {
    int start = position();
    Expression left = arithmetic(1);
    Expression result = comparisonTail(left, start);
    if (result == null) {
      return left;
    }
    refuseChain(
        comparison() != null
            || at("IS")
            || at("LIKE")
            || at("IN")
            || at("BETWEEN")
            || (at("NOT") && (nextIs(1, "LIKE") || nextIs(1, "IN") || nextIs(1, "BETWEEN"))));
    return result;
  }

  private @Nullable Expression comparisonTail(Expression left, int start) {
    if (comparison() != null) {
      growTree();
      return binary(left, start, 0);
    }
    Expression test = isTest(left, start);
    return test == null ? wordPredicate(left, start) : test;
  }

  @Override
  protected int precedence() {
    return switch (kind()) {
      case '|' -> 1;
      case '^' -> 2;
      case '&' -> 3;
      case TokenKind.SHIFT_LEFT -> 4;
      case '>' -> atShiftRight() ? 4 : 0;
      case '+', '-' -> 5;
      case '*', '/', TokenKind.CONCAT -> 6;
      default -> 0;
    };
  }

  /** Two closing brackets without a blank between them. */
  private boolean atShiftRight() {
    return nextIs(1, '>')
        && cursor().tokens().begin(position() + 1) == cursor().tokens().end(position());
  }

  @Override
  protected BinaryOperator takeOperator() {
    BinaryOperator comparison = comparison();
    if (kind() == '>' && atShiftRight()) {
      advance(2);
      return BinaryOperator.SHIFT_RIGHT;
    }
    int kind = kind();
    advance(1);
    if (comparison != null) {
      return comparison;
    }
    return switch (kind) {
      case '|' -> BinaryOperator.BIT_OR;
      case '^' -> BinaryOperator.BIT_XOR;
      case '&' -> BinaryOperator.BIT_AND;
      case TokenKind.SHIFT_LEFT -> BinaryOperator.SHIFT_LEFT;
      case '+' -> BinaryOperator.ADD;
      case '-' -> BinaryOperator.SUBTRACT;
      case '*' -> BinaryOperator.MULTIPLY;
      case '/' -> BinaryOperator.DIVIDE;
      default -> BinaryOperator.CONCAT;
    };
  }

  @Override
  protected Expression unary() {
    return switch (kind()) {
      case '-' -> prefix(UnaryOperator.MINUS, 0);
      case '+' -> prefix(UnaryOperator.PLUS, 0);
      case '~' -> prefix(UnaryOperator.BIT_NOT, 0);
      default -> postfix();
    };
  }

  @Override
  protected InSource quantifiedSource() {
    return at("UNNEST") ? unnestSource() : listOrQuery();
  }

  @Override
  protected Expression distinctOperand() {
    return arithmetic(OPERAND_LEVEL);
  }

  @Override
  protected @Nullable LikeKind likeKind(int ahead) {
    return nextIs(ahead, "LIKE") ? LikeKind.LIKE : null;
  }

  @Override
  protected boolean mayBeSymmetric() {
    return false;
  }

  // ---- operands

  @Override
  protected Expression otherPrimary() {
    if (at('[')) {
      return arrayElements(null, position());
    }
    throw unexpected();
  }

  @Override
  protected Expression subscript(Expression operand, int start) {
    expect('[');
    SubscriptKind kind = subscriptKind();
    Expression index;
    if (kind == SubscriptKind.PLAIN) {
      index = expression();
    } else {
      advance(1);
      index = expressionInParentheses();
    }
    expect(']');
    return plainSubscript(operand, kind, index, start);
  }

  private SubscriptKind subscriptKind() {
    if (nextIs(1, '(')) {
      for (SubscriptKind kind : SubscriptKind.values()) {
        if (kind != SubscriptKind.PLAIN && at(kind.name())) {
          return kind;
        }
      }
    }
    return SubscriptKind.PLAIN;
  }

  @Override
  protected Expression word() {
    if (nextIs(1, TokenKind.STRING) && atLiteralType()) {
      return typedLiteral();
    }
    if (!cursor().tokens().isReserved(position())) {
      return unreservedWord();
    }
    int start = position();
    return switch (cursor().tokens().textOf(start).toUpperCase(Locale.ROOT)) {
      case "NULL" -> nullLiteral();
      case "TRUE" -> booleanLiteral(true);
      case "FALSE" -> booleanLiteral(false);
      case "CASE" -> caseExpression();
      case "CAST" -> cast(false);
      case "EXTRACT" -> extract();
      case "EXISTS" -> exists();
      case "INTERVAL" -> interval();
      case "ARRAY" -> array();
      case "STRUCT" -> struct();
      case "WITH" -> with();
      case "NEW" -> throw notSupported("NEW");
      case "IF", "LEFT", "RIGHT", "GROUPING", "COLLATE", "RANGE" -> reservedFunction();
      default -> throw unexpected();
    };
  }

  private Expression unreservedWord() {
    if (nextIs(1, '(')) {
      return at("SAFE_CAST") ? cast(true) : nameOrCall();
    }
    if (isNow() && !nextIs(1, '.')) {
      return callWithoutBrackets();
    }
    return nameOrCall();
  }

  private boolean isNow() {
    return at("CURRENT_TIMESTAMP")
        || at("CURRENT_DATE")
        || at("CURRENT_TIME")
        || at("CURRENT_DATETIME");
  }

  private Expression reservedFunction() {
    if (!nextIs(1, '(')) {
      throw unexpected();
    }
    return nameOrCall();
  }

  /** Whether the word is a type whose literals are written as {@code DATE '...'}. */
  private boolean atLiteralType() {
    int token = position();
    return LITERAL_TYPES.contains(
        cursor().tokens().text(), cursor().tokens().begin(token), cursor().tokens().end(token));
  }

  private Expression typedLiteral() {
    int start = position();
    Identifier name = identifier();
    QualifiedName path = new QualifiedName(List.of(name), name.span());
    TypeName type = new TypeName.Named(path, List.of(), false, null, name.span());
    return typedLiteral(type, start);
  }

  private Expression interval() {
    int start = position();
    advance(1);
    Expression value = expression();
    Expression.DatePart from = datePart();
    Expression.DatePart to = accept("TO") ? datePart() : null;
    return new Expression.Interval(value, from, to, null, since(start));
  }

  private Expression array() {
    int start = position();
    if (nextIs(1, '(') || nextIs(1, TokenKind.HINT_OPEN)) {
      return arrayQuery();
    }
    advance(1);
    TypeName.Array type = null;
    if (at('<')) {
      type = types.array(start);
    }
    return arrayElements(type, start);
  }

  private Expression struct() {
    int start = position();
    advance(1);
    TypeName.Struct type = null;
    if (at('<') || at(TokenKind.NOT_EQUAL)) {
      type = types.struct(start);
    }
    return structItems(type, true, start);
  }

  /** {@code WITH(a AS 1, a + 1)}. */
  private Expression with() {
    int start = position();
    advance(1);
    expect('(');
    List<Expression.Binding> bindings = new ArrayList<>();
    while (isName(position()) && nextIs(1, "AS")) {
      int bindingStart = position();
      Identifier name = identifier();
      advance(1);
      Expression value = expression();
      bindings.add(new Expression.Binding(name, value, since(bindingStart)));
      expect(',');
    }
    Expression result = expression();
    expect(')');
    return new Expression.With(bindings, result, since(start));
  }

  @Override
  protected boolean isSafePrefix(QualifiedName name) {
    return name.parts().size() > 1
        && !name.parts().get(0).quoted()
        && name.parts().get(0).name().equalsIgnoreCase("SAFE");
  }

  @Override
  protected boolean isObjectArgument() {
    return true;
  }
}
