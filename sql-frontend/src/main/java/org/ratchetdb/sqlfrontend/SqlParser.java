package org.ratchetdb.sqlfrontend;

import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.Statement;
import org.ratchetdb.sqlfrontend.googlesql.GoogleSqlGrammar;
import org.ratchetdb.sqlfrontend.googlesql.GoogleSqlLexer;
import org.ratchetdb.sqlfrontend.lexer.TokenStream;
import org.ratchetdb.sqlfrontend.parser.Grammar;
import org.ratchetdb.sqlfrontend.postgres.PostgresGrammar;
import org.ratchetdb.sqlfrontend.postgres.PostgresLexer;

/**
 * The way from text to the syntax tree. Stateless and thread-safe.
 *
 * <p>Whatever the text, the only exception is a {@link org.ratchetdb.common.error.DbException}:
 * SYNTAX_ERROR with the position, NOT_SUPPORTED for a construct that Ratchet does not have, or
 * TOO_COMPLEX for one that is nested too deeply.
 */
public final class SqlParser {
  private static final SqlParser GOOGLE_SQL = new SqlParser(Dialect.GOOGLE_STANDARD_SQL);
  private static final SqlParser POSTGRESQL = new SqlParser(Dialect.POSTGRESQL);

  private final Dialect dialect;

  private SqlParser(Dialect dialect) {
    this.dialect = dialect;
  }

  public static SqlParser forDialect(Dialect dialect) {
    return switch (dialect) {
      case GOOGLE_STANDARD_SQL -> GOOGLE_SQL;
      case POSTGRESQL -> POSTGRESQL;
    };
  }

  /** Parses exactly one statement; a semicolon may follow it. */
  public Statement parse(String sql) {
    return parse(tokenize(sql));
  }

  /** Parses the one statement of a text whose tokens the caller has already. */
  public Statement parse(TokenStream tokens) {
    return grammar(tokens).parseStatement();
  }

  /** Parses a scalar expression, such as the stored text of a DEFAULT. */
  public Expression parseExpression(String sql) {
    return grammar(tokenize(sql)).parseExpression();
  }

  /** The tokens of a text of any number of statements. */
  public TokenStream tokenize(String sql) {
    return switch (dialect) {
      case GOOGLE_STANDARD_SQL -> new GoogleSqlLexer(sql).tokens();
      case POSTGRESQL -> new PostgresLexer(sql).tokens();
    };
  }

  private Grammar grammar(TokenStream tokens) {
    return switch (dialect) {
      case GOOGLE_STANDARD_SQL -> new GoogleSqlGrammar(tokens);
      case POSTGRESQL -> new PostgresGrammar(tokens);
    };
  }
}
