package org.ratchetdb.sqlfrontend.parser;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.Statement;

/** The parts of one dialect's grammar around the cursor of one parse. Owned by one thread. */
public abstract class Grammar {
  private final TokenCursor cursor;
  private final SessionParser session;
  private final AdminParser admin;
  private @Nullable Parts parts;
  private @Nullable StatementParser statements;

  protected Grammar(TokenCursor cursor) {
    this.cursor = cursor;
    this.session = new SessionParser(this);
    this.admin = new AdminParser(this);
  }

  /** The parts in which the dialects differ. */
  public record Parts(
      TypeParser types,
      ExpressionParser expressions,
      QueryParser queries,
      DmlParser dml,
      DdlParser ddl) {}

  /** Completes the grammar; its parts know it and can be made only after it. */
  protected final void install(Parts dialectParts) {
    this.parts = dialectParts;
  }

  private Parts parts() {
    Parts installed = parts;
    if (installed == null) {
      throw new IllegalStateException("A grammar needs its parts before it is used");
    }
    return installed;
  }

  final TokenCursor cursor() {
    return cursor;
  }

  protected final TypeParser types() {
    return parts().types();
  }

  protected final ExpressionParser expressions() {
    return parts().expressions();
  }

  protected final QueryParser queries() {
    return parts().queries();
  }

  protected final DmlParser dml() {
    return parts().dml();
  }

  protected final DdlParser ddl() {
    return parts().ddl();
  }

  final SessionParser session() {
    return session;
  }

  final AdminParser admin() {
    return admin;
  }

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
