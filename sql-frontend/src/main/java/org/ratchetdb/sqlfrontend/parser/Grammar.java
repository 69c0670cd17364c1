package org.ratchetdb.sqlfrontend.parser;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.Statement;

/** The parts of one dialect's grammar around the cursor of one parse. Owned by one thread. */
public abstract class Grammar {
  private final TokenCursor cursor;
  private @Nullable StatementParser statements;

  protected Grammar(TokenCursor cursor) {
    this.cursor = cursor;
  }

  final TokenCursor cursor() {
    return cursor;
  }

  protected abstract TypeParser types();

  protected abstract ExpressionParser expressions();

  protected abstract QueryParser queries();

  protected abstract DmlParser dml();

  protected abstract DdlParser ddl();

  protected abstract SessionParser session();

  final StatementParser statements() {
    StatementParser parser = statements;
    if (parser == null) {
      parser = new StatementParser(this);
      statements = parser;
    }
    return parser;
  }

  /** The one statement that the whole text must be. */
  public final Statement parseStatement() {
    return statements().single();
  }

  /** The one expression that the whole text must be. */
  public final Expression parseExpression() {
    Expression expression = expressions().expression();
    statements().expectEnd();
    return expression;
  }
}
