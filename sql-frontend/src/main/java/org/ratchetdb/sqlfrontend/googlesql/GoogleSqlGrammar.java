package org.ratchetdb.sqlfrontend.googlesql;

import org.ratchetdb.sqlfrontend.lexer.TokenStream;
import org.ratchetdb.sqlfrontend.parser.DdlParser;
import org.ratchetdb.sqlfrontend.parser.DmlParser;
import org.ratchetdb.sqlfrontend.parser.ExpressionParser;
import org.ratchetdb.sqlfrontend.parser.Grammar;
import org.ratchetdb.sqlfrontend.parser.QueryParser;
import org.ratchetdb.sqlfrontend.parser.SessionParser;
import org.ratchetdb.sqlfrontend.parser.TypeParser;

/** One parse of a GoogleSQL text. Owned by one thread. */
public final class GoogleSqlGrammar extends Grammar {
  private final GoogleSqlTypeParser types = new GoogleSqlTypeParser(this);
  private final ExpressionParser expressions = new GoogleSqlExpressionParser(this, types);
  private final QueryParser queries = new GoogleSqlQueryParser(this);
  private final DmlParser dml = new GoogleSqlDmlParser(this);
  private final DdlParser ddl = new GoogleSqlDdlParser(this);
  private final SessionParser session = new SessionParser(this);

  public GoogleSqlGrammar(TokenStream tokens) {
    super(new GoogleSqlCursor(tokens));
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
