package org.ratchetdb.engine.statement;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.engine.api.ParameterDescription;
import org.ratchetdb.sqlfrontend.SqlParser;
import org.ratchetdb.sqlfrontend.lexer.TokenKind;
import org.ratchetdb.sqlfrontend.lexer.TokenStream;

/**
 * A text with some of its literals taken out, so that texts which differ only in them can share a
 * plan. Only literals in places where a parameter means the same are taken: the right side of a
 * comparison, the bounds of BETWEEN, and the cells of VALUES in an INSERT; integers and strings
 * only. Everything else (LIMIT, ordinals, typed literals, casts, function arguments) stays text.
 *
 * <pre>
 *   SELECT a FROM t WHERE id = 42 AND s = 'x' LIMIT 5
 *   SELECT a FROM t WHERE id = $1 AND s = $2 LIMIT 5      literals 42, 'x'
 * </pre>
 */
final class TextShape {
  /** A statement of more literals is planned on its own: it will hardly come again with as many. */
  private static final int LITERALS_MAX = 64;

  private static final Set<String> VERBS = Set.of("SELECT", "INSERT", "UPDATE", "DELETE", "WITH");

  /** Words that end the expression before them. */
  private static final Set<String> BORDERS =
      Set.of(
          "AND",
          "OR",
          "ORDER",
          "GROUP",
          "LIMIT",
          "HAVING",
          "FOR",
          "THEN",
          "ELSE",
          "UNION",
          "OFFSET",
          "RETURNING",
          "WHERE");

  private final String text;
  private final List<Value> literals;

  private TextShape(String text, List<Value> literals) {
    this.text = text;
    this.literals = literals;
  }

  /** The shape of a text, or null when nothing can be taken out. */
  static @Nullable TextShape of(SqlParser parser, Dialect dialect, String sql) {
    TokenStream tokens = parser.tokenize(sql);
    if (tokens.size() == 0
        || tokens.kind(0) != TokenKind.WORD
        || !VERBS.contains(tokens.textOf(0).toUpperCase(Locale.ROOT))) {
      return null;
    }
    boolean insert = tokens.isWord(0, "INSERT");
    boolean inValues = false;
    int betweens = 0;
    StringBuilder text = new StringBuilder(sql.length() + 16);
    List<Value> literals = new ArrayList<>();
    int copied = 0;
    for (int i = 0; i < tokens.size(); i++) {
      switch (tokens.kind(i)) {
        case TokenKind.NAMED_PARAMETER,
            TokenKind.POSITIONAL_PARAMETER,
            TokenKind.SYSTEM_VARIABLE,
            '?' -> {
          return null;
        }
        case TokenKind.WORD -> {
          inValues |= insert && tokens.isWord(i, "VALUES");
          inValues &= !tokens.isWord(i, "SELECT");
          if (tokens.isWord(i, "BETWEEN")) {
            betweens++;
          }
        }
        case TokenKind.INTEGER, TokenKind.STRING -> {
          boolean upperBound = betweens > 0 && tokens.isWord(i - 1, "AND");
          if (upperBound) {
            betweens--;
          }
          if ((upperBound || follows(tokens, i, inValues)) && endsExpression(tokens, i + 1)) {
            Value value = value(tokens, i);
            if (value == null || literals.size() == LITERALS_MAX) {
              return null;
            }
            literals.add(value);
            text.append(sql, copied, tokens.begin(i)).append('$').append(literals.size());
            copied = tokens.end(i);
          }
        }
        default -> {}
      }
    }
    if (literals.isEmpty()) {
      return null;
    }
    return new TextShape(text.append(sql, copied, sql.length()).toString(), List.copyOf(literals));
  }

  private static boolean follows(TokenStream tokens, int i, boolean inValues) {
    if (i == 0) {
      return false;
    }
    return switch (tokens.kind(i - 1)) {
      case '=', '<', '>', TokenKind.NOT_EQUAL, TokenKind.LESS_EQUAL, TokenKind.GREATER_EQUAL ->
          true;
      case '(', ',' -> inValues;
      case TokenKind.WORD -> tokens.isWord(i - 1, "BETWEEN");
      default -> false;
    };
  }

  private static boolean endsExpression(TokenStream tokens, int i) {
    return switch (tokens.kind(i)) {
      case TokenKind.EOF, ';', ')', ',' -> true;
      case TokenKind.WORD -> BORDERS.contains(tokens.textOf(i).toUpperCase(Locale.ROOT));
      default -> false;
    };
  }

  private static @Nullable Value value(TokenStream tokens, int i) {
    if (tokens.kind(i) == TokenKind.STRING) {
      return new Value.Str(tokens.stringValue(i));
    }
    String digits = tokens.textOf(i);
    // Longer numbers, and hexadecimal ones, are left to the parser.
    if (digits.length() > 18 || digits.startsWith("0x") || digits.startsWith("0X")) {
      return null;
    }
    return new Value.Int64(Long.parseLong(digits));
  }

  /** The text with parameters in place of the literals. */
  String text() {
    return text;
  }

  /** The literals in order. */
  List<Value> literals() {
    return literals;
  }

  /** Whether each literal, written in the text, would have been taken for its parameter's type. */
  boolean fits(List<ParameterDescription> parameters, Dialect dialect) {
    if (parameters.size() != literals.size()) {
      return false;
    }
    for (int i = 0; i < parameters.size(); i++) {
      TypeKind kind = parameters.get(i).type().kind();
      boolean fits =
          switch (literals.get(i).type().kind()) {
            case INT64 ->
                kind == TypeKind.INT64 || kind == TypeKind.NUMERIC || kind == TypeKind.PG_NUMERIC;
            default ->
                kind == TypeKind.STRING
                    || kind == TypeKind.DATE
                    || kind == TypeKind.TIMESTAMP
                    || kind == TypeKind.UUID;
          };
      if (!fits) {
        return false;
      }
    }
    return true;
  }
}
