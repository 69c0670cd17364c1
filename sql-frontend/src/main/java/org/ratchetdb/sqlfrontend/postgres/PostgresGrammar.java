package org.ratchetdb.sqlfrontend.postgres;

import org.ratchetdb.sqlfrontend.lexer.TokenStream;
import org.ratchetdb.sqlfrontend.parser.Grammar;

/** One parse of a PostgreSQL text. Owned by one thread. */
public final class PostgresGrammar extends Grammar {
  public PostgresGrammar(TokenStream tokens) {
    super(new PostgresCursor(tokens));
    PostgresTypeParser types = new PostgresTypeParser(this);
    PostgresExpressionParser expressions = new PostgresExpressionParser(this, types);
    install(
        new Parts(
            types,
            expressions,
            new PostgresQueryParser(this),
            new PostgresDmlParser(this),
            new PostgresDdlParser(this, expressions)));
  }
}
