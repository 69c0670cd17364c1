package org.ratchetdb.sqlfrontend.googlesql;

import org.ratchetdb.sqlfrontend.lexer.TokenStream;
import org.ratchetdb.sqlfrontend.parser.Grammar;

/** One parse of a GoogleSQL text. Owned by one thread. */
public final class GoogleSqlGrammar extends Grammar {
  public GoogleSqlGrammar(TokenStream tokens) {
    super(new GoogleSqlCursor(tokens));
    GoogleSqlTypeParser types = new GoogleSqlTypeParser(this);
    GoogleSqlExpressionParser expressions = new GoogleSqlExpressionParser(this, types);
    install(
        new Parts(
            types,
            expressions,
            new GoogleSqlQueryParser(this),
            new GoogleSqlDmlParser(this),
            new GoogleSqlDdlParser(this)));
  }
}
