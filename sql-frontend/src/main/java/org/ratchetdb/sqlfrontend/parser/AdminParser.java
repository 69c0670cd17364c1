package org.ratchetdb.sqlfrontend.parser;

import org.ratchetdb.sqlfrontend.ast.AdminStatement;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.Statement;
import org.ratchetdb.sqlfrontend.lexer.TokenKind;

/** Statements that look after a database as a whole. */
final class AdminParser extends GrammarPart {
  AdminParser(Grammar grammar) {
    super(grammar);
  }

  /** Whether a statement of this sort begins here. */
  boolean isHere() {
    return at("CHECK", "DATABASE");
  }

  Statement statement() {
    int start = position();
    expect("CHECK");
    expect("DATABASE");
    Identifier name = at(TokenKind.EOF) || at(';') ? null : grammar().ddl().databaseName();
    return new AdminStatement.CheckDatabase(name, since(start));
  }
}
