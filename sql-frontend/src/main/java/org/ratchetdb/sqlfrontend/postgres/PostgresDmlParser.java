package org.ratchetdb.sqlfrontend.postgres;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.sqlfrontend.ast.DmlStatement.InsertMode;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.QualifiedName;
import org.ratchetdb.sqlfrontend.parser.DmlParser;
import org.ratchetdb.sqlfrontend.parser.Grammar;

/** PostgreSQL's INSERT, UPDATE and DELETE. */
final class PostgresDmlParser extends DmlParser {
  PostgresDmlParser(Grammar grammar) {
    super(grammar);
  }

  @Override
  protected InsertMode insertMode() {
    expect("INTO");
    return InsertMode.INSERT;
  }

  @Override
  protected @Nullable Identifier insertAlias() {
    return accept("AS") ? identifier() : null;
  }

  @Override
  protected @Nullable String overriding() {
    if (!accept("OVERRIDING")) {
      return null;
    }
    String whose = at("SYSTEM") ? "SYSTEM" : "USER";
    expect(whose);
    expect("VALUE");
    return whose;
  }

  @Override
  protected boolean mayOmitFrom() {
    return false;
  }

  @Override
  protected List<QualifiedName> severalTargets() {
    return cursor().parenthesized(cursor()::qualifiedName);
  }

  @Override
  protected boolean whereIsMandatory() {
    return false;
  }

  @Override
  protected boolean acceptReturning() {
    return accept("RETURNING");
  }
}
