package org.ratchetdb.sqlfrontend.postgres;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.sqlfrontend.ast.QualifiedName;
import org.ratchetdb.sqlfrontend.ast.TypeName;
import org.ratchetdb.sqlfrontend.lexer.TokenKind;
import org.ratchetdb.sqlfrontend.parser.Grammar;
import org.ratchetdb.sqlfrontend.parser.TypeParser;

/** {@code varchar(20)}, {@code double precision}, {@code timestamp(3) with time zone[]}. */
final class PostgresTypeParser extends TypeParser {
  private static final List<String> INTERVAL_FIELDS =
      List.of("YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND");

  PostgresTypeParser(Grammar grammar) {
    super(grammar);
  }

  @Override
  protected TypeName parseType() {
    int start = position();
    if (at("SETOF")) {
      throw notSupported("SETOF");
    }
    TypeName type = scalar();
    if (accept("ARRAY")) {
      if (accept('[')) {
        integerLiteral();
        expect(']');
      }
      return new TypeName.Array(type, null, since(start));
    }
    while (at('[')) {
      advance(1);
      if (at(TokenKind.INTEGER)) {
        integerLiteral();
      }
      expect(']');
      growTree();
      type = new TypeName.Array(type, null, since(start));
    }
    return type;
  }

  private TypeName scalar() {
    int start = position();
    if (accept("DOUBLE", "PRECISION")) {
      return named(wordsAsName("double precision", start), List.of(), start);
    }
    if (at("TIMESTAMP") || at("TIME")) {
      return time(start);
    }
    if (at("INTERVAL")) {
      return interval(start);
    }
    QualifiedName name = varyingName();
    if (name == null) {
      name = nameOfType();
    }
    return named(name, arguments(), start);
  }

  /** CHARACTER VARYING and its relatives, or null. */
  private @Nullable QualifiedName varyingName() {
    int start = position();
    if (at("NATIONAL") && (nextIs(1, "CHARACTER") || nextIs(1, "CHAR"))) {
      advance(1);
    }
    boolean character = at("CHARACTER") || at("CHAR") || at("NCHAR");
    if (!character && !(at("BIT") && nextIs(1, "VARYING"))) {
      return null;
    }
    boolean bit = at("BIT");
    advance(1);
    boolean varying = accept("VARYING");
    String words = bit ? "bit" : "character";
    return wordsAsName(varying ? words + " varying" : words, start);
  }

  private QualifiedName nameOfType() {
    int start = position();
    int token = start;
    boolean typeOrFunction =
        at(TokenKind.WORD)
            && PostgresLiterals.TYPE_OR_FUNCTION.contains(
                cursor().tokens().text(),
                cursor().tokens().begin(token),
                cursor().tokens().end(token));
    return typeOrFunction ? cursor().qualifiedName(start, label()) : qualifiedName();
  }

  private List<Long> arguments() {
    if (!at('(')) {
      return List.of();
    }
    return cursor().parenthesized(this::integerLiteral);
  }

  private TypeName time(int start) {
    String word = at("TIMESTAMP") ? "timestamp" : "time";
    advance(1);
    List<Long> arguments = arguments();
    if (accept("WITH", "TIME", "ZONE")) {
      return named(wordsAsName(word + " with time zone", start), arguments, start);
    }
    accept("WITHOUT", "TIME", "ZONE");
    return named(wordsAsName(word + " without time zone", start), arguments, start);
  }

  private TypeName interval(int start) {
    advance(1);
    QualifiedName name = wordsAsName("interval", start);
    String fields = intervalFields();
    List<Long> arguments = arguments();
    return new TypeName.Named(name, arguments, false, fields, since(start));
  }

  private @Nullable String intervalFields() {
    String from = field();
    if (from == null) {
      return null;
    }
    if (!accept("TO")) {
      return from;
    }
    String to = field();
    if (to == null) {
      throw unexpected();
    }
    return from + " TO " + to;
  }

  private @Nullable String field() {
    for (String field : INTERVAL_FIELDS) {
      if (accept(field)) {
        return field;
      }
    }
    return null;
  }

  /** Whether a unit of INTERVAL stands at the cursor. */
  boolean atIntervalField() {
    return INTERVAL_FIELDS.stream().anyMatch(this::at);
  }
}
