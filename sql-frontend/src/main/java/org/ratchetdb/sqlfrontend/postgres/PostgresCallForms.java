package org.ratchetdb.sqlfrontend.postgres;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.Expression.LikeKind;
import org.ratchetdb.sqlfrontend.ast.Expression.Quantifier;
import org.ratchetdb.sqlfrontend.ast.FunctionCall;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.QualifiedName;
import org.ratchetdb.sqlfrontend.ast.Span;
import org.ratchetdb.sqlfrontend.lexer.TokenKind;
import org.ratchetdb.sqlfrontend.parser.ExpressionParser;
import org.ratchetdb.sqlfrontend.parser.Grammar;

/**
 * Forms that stand for ordinary calls and predicates, rewritten as PostgreSQL itself does: {@code
 * POSITION(a IN b)} becomes {@code position(b, a)}, {@code x ~~ y} becomes LIKE.
 */
abstract class PostgresCallForms extends ExpressionParser {
  PostgresCallForms(Grammar grammar) {
    super(grammar);
  }

  /** An expression without words between operands. */
  abstract Expression restricted();

  // ---- LIKE by its operator signs

  /** A sign of LIKE or ILIKE. */
  record LikeOperator(LikeKind kind, boolean negated) {}

  /** The sign of LIKE at the cursor, or null. */
  final @Nullable LikeOperator likeOperator() {
    if (!at(TokenKind.OPERATOR)) {
      return null;
    }
    return switch (cursor().tokens().textOf(position())) {
      case "~~" -> new LikeOperator(LikeKind.LIKE, false);
      case "!~~" -> new LikeOperator(LikeKind.LIKE, true);
      case "~~*" -> new LikeOperator(LikeKind.ILIKE, false);
      case "!~~*" -> new LikeOperator(LikeKind.ILIKE, true);
      default -> null;
    };
  }

  final Expression likeByOperator(Expression left, LikeOperator like, int start) {
    advance(1);
    if (atQuantifier()) {
      Quantifier quantifier = at("ALL") ? Quantifier.ALL : Quantifier.ANY;
      advance(1);
      Expression.InSource patterns = quantifiedSource();
      return new Expression.Like(
          left, like.kind(), like.negated(), quantifier, patterns, null, since(start));
    }
    int patternStart = position();
    Expression pattern = arithmetic(OPERAND_LEVEL + 1);
    Expression.InSource patterns = new Expression.InList(List.of(pattern), since(patternStart));
    return new Expression.Like(
        left, like.kind(), like.negated(), null, patterns, null, since(start));
  }

  // ---- calls with words between their arguments

  final Expression position(int start) {
    advance(2);
    Expression part = restricted();
    expect("IN");
    Expression whole = restricted();
    expect(')');
    return callTo("position", List.of(whole, part), start);
  }

  final Expression substring() {
    int start = position();
    advance(2);
    List<Expression> arguments = new ArrayList<>();
    arguments.add(expression());
    if (accept("SIMILAR")) {
      arguments.add(expression());
      expect("ESCAPE");
      arguments.add(expression());
    } else if (accept("FROM")) {
      arguments.add(expression());
      if (accept("FOR")) {
        arguments.add(expression());
      }
    } else if (accept("FOR")) {
      int forStart = position();
      Expression count = expression();
      boolean from = accept("FROM");
      arguments.add(from ? expression() : new Expression.IntegerLiteral("1", since(forStart)));
      arguments.add(count);
    } else {
      moreArguments(arguments);
    }
    expect(')');
    return callTo("substring", arguments, start);
  }

  final Expression overlay() {
    int start = position();
    advance(2);
    List<Expression> arguments = new ArrayList<>();
    arguments.add(expression());
    if (accept("PLACING")) {
      arguments.add(expression());
      expect("FROM");
      arguments.add(expression());
      if (accept("FOR")) {
        arguments.add(expression());
      }
    } else {
      moreArguments(arguments);
    }
    expect(')');
    return callTo("overlay", arguments, start);
  }

  final Expression trim() {
    int start = position();
    advance(2);
    String function = "btrim";
    if (accept("LEADING")) {
      function = "ltrim";
    } else if (accept("TRAILING")) {
      function = "rtrim";
    } else {
      accept("BOTH");
    }
    List<Expression> arguments = new ArrayList<>();
    if (!at("FROM")) {
      arguments.add(expression());
    }
    if (accept("FROM")) {
      arguments.add(0, expression());
    }
    moreArguments(arguments);
    expect(')');
    return callTo(function, arguments, start);
  }

  private void moreArguments(List<Expression> arguments) {
    while (accept(',')) {
      arguments.add(expression());
    }
  }

  /** A call of a function whose name is spelled as PostgreSQL's catalog has it. */
  private Expression callTo(String function, List<Expression> arguments, int start) {
    Span nameSpan = tokenSpan(start);
    Identifier name = new Identifier(function, false, nameSpan);
    QualifiedName path = new QualifiedName(List.of(name), nameSpan);
    return FunctionCall.simple(path, arguments, since(start));
  }
}
