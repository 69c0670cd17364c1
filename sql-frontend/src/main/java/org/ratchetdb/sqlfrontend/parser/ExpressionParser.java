package org.ratchetdb.sqlfrontend.parser;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.sqlfrontend.ast.BinaryOperator;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.Expression.InSource;
import org.ratchetdb.sqlfrontend.ast.Expression.IsKind;
import org.ratchetdb.sqlfrontend.ast.Expression.LikeKind;
import org.ratchetdb.sqlfrontend.ast.Expression.Quantifier;
import org.ratchetdb.sqlfrontend.ast.Hint;
import org.ratchetdb.sqlfrontend.ast.UnaryOperator;
import org.ratchetdb.sqlfrontend.lexer.TokenKind;

/**
 * Operators: OR, AND, NOT, predicates, and everything that binds tighter by precedence climbing.
 * What stands between the operators is in {@link PrimaryParser}; the dialects differ in their
 * levels of predicates and in their operators.
 */
public abstract class ExpressionParser extends PrimaryParser {
  protected ExpressionParser(Grammar grammar) {
    super(grammar);
  }

  @Override
  public final Expression expression() {
    int outer = cursor().enter();
    Expression result = or();
    cursor().leave(outer);
    return result;
  }

  private Expression or() {
    int start = position();
    Expression first = and();
    if (!at("OR")) {
      return first;
    }
    List<Expression> operands = new ArrayList<>();
    operands.add(first);
    while (accept("OR")) {
      int others = cursor().beginSibling();
      operands.add(and());
      cursor().endSibling(others);
    }
    cursor().grow();
    return new Expression.Logical(false, operands, since(start));
  }

  private Expression and() {
    int start = position();
    Expression first = not();
    if (!at("AND")) {
      return first;
    }
    List<Expression> operands = new ArrayList<>();
    operands.add(first);
    while (accept("AND")) {
      int others = cursor().beginSibling();
      operands.add(not());
      cursor().endSibling(others);
    }
    cursor().grow();
    return new Expression.Logical(true, operands, since(start));
  }

  private Expression not() {
    if (!at("NOT")) {
      return predicate();
    }
    int start = position();
    advance(1);
    int outer = cursor().enter();
    Expression operand = not();
    cursor().leave(outer);
    return new Expression.Unary(UnaryOperator.NOT, operand, since(start));
  }

  /** Everything that binds tighter than NOT. */
  protected abstract Expression predicate();

  /** The level of the binary operator at the cursor, from 1 for the loosest; 0 if none is there. */
  protected abstract int precedence();

  /** The operator at the cursor, which {@link #precedence} has found; moves behind it. */
  protected abstract BinaryOperator takeOperator();

  /** A prefix operator with its operand, or what {@link #postfix} yields. */
  protected abstract Expression unary();

  /** Operators of at least a level, and their operands. */
  protected final Expression arithmetic(int level) {
    int start = position();
    Expression left = unary();
    while (true) {
      int found = precedence();
      if (found == 0 || found < level) {
        return left;
      }
      int others = cursor().beginSibling();
      left = binary(left, start, found);
      cursor().endSibling(others);
      cursor().grow();
    }
  }

  /** The operator at the cursor applied to {@code left} and what follows. */
  protected Expression binary(Expression left, int start, int level) {
    int offset = cursor().begin();
    BinaryOperator operator = takeOperator();
    if (atQuantifier()) {
      return quantified(left, operator, start);
    }
    Expression right = arithmetic(level + 1);
    return new Expression.Binary(operator, left, right, offset, since(start));
  }

  protected final Expression prefix(UnaryOperator operator, int operandLevel) {
    int start = position();
    advance(1);
    int outer = cursor().enter();
    Expression operand = operandLevel == 0 ? unary() : arithmetic(operandLevel);
    cursor().leave(outer);
    return new Expression.Unary(operator, operand, since(start));
  }

  // ---- comparisons

  /** The comparison at the cursor, or null. */
  protected final @Nullable BinaryOperator comparison() {
    return switch (kind()) {
      case '=' -> BinaryOperator.EQUAL;
      case '<' -> BinaryOperator.LESS;
      case '>' -> BinaryOperator.GREATER;
      case TokenKind.NOT_EQUAL -> BinaryOperator.NOT_EQUAL;
      case TokenKind.LESS_EQUAL -> BinaryOperator.LESS_EQUAL;
      case TokenKind.GREATER_EQUAL -> BinaryOperator.GREATER_EQUAL;
      default -> null;
    };
  }

  protected final boolean atQuantifier() {
    return (at("ANY") || at("SOME") || at("ALL"))
        && (nextIs(1, '(') || nextIs(1, "UNNEST") || nextIs(1, TokenKind.HINT_OPEN));
  }

  private Quantifier quantifier() {
    boolean all = at("ALL");
    advance(1);
    return all ? Quantifier.ALL : Quantifier.ANY;
  }

  protected final Expression quantified(Expression left, BinaryOperator operator, int start) {
    Quantifier quantifier = quantifier();
    hints();
    InSource source = quantifiedSource();
    return new Expression.QuantifiedComparison(left, operator, quantifier, source, since(start));
  }

  /** What stands behind ANY and ALL. */
  protected abstract InSource quantifiedSource();

  // ---- IS

  /** IS and what follows, if it is at the cursor; else null. */
  protected final @Nullable Expression isTest(Expression operand, int start) {
    if (!at("IS")) {
      return null;
    }
    advance(1);
    boolean negated = accept("NOT");
    cursor().grow();
    if (accept("DISTINCT")) {
      expect("FROM");
      Expression right = distinctOperand();
      return new Expression.IsDistinctFrom(operand, right, negated, since(start));
    }
    IsKind kind = isKind();
    return new Expression.IsTest(operand, kind, negated, since(start));
  }

  private IsKind isKind() {
    for (IsKind kind : IsKind.values()) {
      if (accept(kind.name())) {
        return kind;
      }
    }
    throw unexpected();
  }

  /** The right side of IS DISTINCT FROM. */
  protected abstract Expression distinctOperand();

  // ---- LIKE, IN, BETWEEN

  /** LIKE, IN or BETWEEN, negated or not, if it is at the cursor; else null. */
  protected final @Nullable Expression wordPredicate(Expression operand, int start) {
    boolean negated = at("NOT");
    int ahead = negated ? 1 : 0;
    LikeKind like = likeKind(ahead);
    if (like == null && !nextIs(ahead, "IN") && !nextIs(ahead, "BETWEEN")) {
      return null;
    }
    advance(ahead + (like == LikeKind.SIMILAR ? 2 : 1));
    cursor().grow();
    if (like != null) {
      return like(operand, like, negated, start);
    }
    return nextIs(-1, "IN") ? in(operand, negated, start) : between(operand, negated, start);
  }

  /** The pattern language whose word stands so many tokens ahead, or null. */
  protected abstract @Nullable LikeKind likeKind(int ahead);

  /** The level of the operands of LIKE, IN and BETWEEN. */
  protected static final int OPERAND_LEVEL = 1;

  private Expression like(Expression operand, LikeKind kind, boolean negated, int start) {
    if (atQuantifier()) {
      Quantifier quantifier = quantifier();
      hints();
      InSource patterns = quantifiedSource();
      return new Expression.Like(operand, kind, negated, quantifier, patterns, null, since(start));
    }
    int patternStart = position();
    Expression pattern = arithmetic(OPERAND_LEVEL);
    InSource patterns = new Expression.InList(List.of(pattern), since(patternStart));
    Expression escape = accept("ESCAPE") ? arithmetic(OPERAND_LEVEL) : null;
    return new Expression.Like(operand, kind, negated, null, patterns, escape, since(start));
  }

  private Expression between(Expression operand, boolean negated, int start) {
    boolean symmetric = mayBeSymmetric() && accept("SYMMETRIC");
    if (!symmetric && mayBeSymmetric()) {
      accept("ASYMMETRIC");
    }
    Expression low = arithmetic(OPERAND_LEVEL);
    expect("AND");
    Expression high = arithmetic(OPERAND_LEVEL);
    return new Expression.Between(operand, negated, symmetric, low, high, since(start));
  }

  protected abstract boolean mayBeSymmetric();

  private Expression in(Expression operand, boolean negated, int start) {
    List<Hint> hints = hints();
    InSource source = at("UNNEST") ? unnestSource() : listOrQuery();
    return new Expression.In(operand, negated, source, hints, since(start));
  }

  /** {@code UNNEST(array)}. */
  protected final InSource unnestSource() {
    int start = position();
    expect("UNNEST");
    Expression array = expressionInParentheses();
    return new Expression.InArray(array, since(start));
  }

  /** {@code (a, b)} or {@code (SELECT ...)}. */
  protected final InSource listOrQuery() {
    int start = position();
    if (at('(') && atQuery(position() + 1)) {
      advance(1);
      Expression.InQuery query = new Expression.InQuery(grammar().queries().query(), since(start));
      expect(')');
      return query;
    }
    expect('(');
    List<Expression> items = cursor().commaList(this::expression);
    expect(')');
    return new Expression.InList(items, since(start));
  }

  /** An error for a second comparison in a row, which has no meaning without brackets. */
  protected final void refuseChain(boolean operatorFollows) {
    if (operatorFollows) {
      throw unexpected();
    }
  }

  /** For operators whose text the dialect knows but nobody here does. */
  protected final DbException unknownOperator() {
    return notSupported("operator " + cursor().tokens().textOf(position()));
  }
}
