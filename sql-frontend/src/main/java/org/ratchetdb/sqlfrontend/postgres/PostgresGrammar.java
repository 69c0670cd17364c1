package org.ratchetdb.sqlfrontend.postgres;

import org.ratchetdb.sqlfrontend.lexer.TokenStream;
import org.ratchetdb.sqlfrontend.parser.DdlParser;
import org.ratchetdb.sqlfrontend.parser.DmlParser;
import org.ratchetdb.sqlfrontend.parser.ExpressionParser;
import org.ratchetdb.sqlfrontend.parser.Grammar;
import org.ratchetdb.sqlfrontend.parser.QueryParser;
import org.ratchetdb.sqlfrontend.parser.SessionParser;
import org.ratchetdb.sqlfrontend.parser.TypeParser;

/** One parse of a PostgreSQL text. Owned by one thread. */
public final class PostgresGrammar extends Grammar {
  private final PostgresTypeParser types = new PostgresTypeParser(this);
  private final PostgresExpressionParser expressions = new PostgresExpressionParser(this, types);
  private final QueryParser queries = new PostgresQueryParser(this);
  private final DmlParser dml = new PostgresDmlParser(this);
  private final DdlParser ddl = new PostgresDdlParser(this, expressions);
  private final SessionParser session = new SessionParser(this);

  public PostgresGrammar(TokenStream tokens) {
    super(new PostgresCursor(tokens));
  }

  @Override
  protected TypeParser types() {
    return types;
  }

  @Override
  protected ExpressionParser expressions() {
    return expressions;
  }

  @Override
  protected QueryParser queries() {
    return queries;
  }

  @Override
  protected DmlParser dml() {
    return dml;
  }

  @Override
  protected DdlParser ddl() {
    return ddl;
  }

  @Override
  protected SessionParser session() {
    return session;
  }
}
