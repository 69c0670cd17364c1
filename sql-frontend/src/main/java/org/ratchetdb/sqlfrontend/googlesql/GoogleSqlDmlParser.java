package org.ratchetdb.sqlfrontend.googlesql;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.sqlfrontend.ast.DmlStatement.InsertMode;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.QualifiedName;
import org.ratchetdb.sqlfrontend.parser.DmlParser;
import org.ratchetdb.sqlfrontend.parser.Grammar;

/** GoogleSQL's INSERT, UPDATE and DELETE. */
final class GoogleSqlDmlParser extends DmlParser {
  GoogleSqlDmlParser(Grammar grammar) {
    super(grammar);
  }

  @Override
  protected InsertMode insertMode() {
    boolean or = accept("OR");
    InsertMode mode = InsertMode.INSERT;
    if (accept("IGNORE")) {
      mode = InsertMode.OR_IGNORE;
    } else if (at("UPDATE") && (or || nextIs(1, "INTO") || isLabel(position() + 1))) {
      advance(1);
      mode = InsertMode.OR_UPDATE;
    } else if (at("REPLACE") && (or || isLabel(position() + 1))) {
      throw notSupported("INSERT OR REPLACE");
    } else if (or) {
      throw unexpected();
    }
    accept("INTO");
    return mode;
  }

  @Override
  protected @Nullable Identifier insertAlias() {
    if (accept("AS")) {
      return identifier();
    }
    return atName() && !at("VALUES") ? identifier() : null;
  }

  @Override
  protected boolean mayOmitFrom() {
    return true;
  }

  @Override
  protected List<QualifiedName> severalTargets() {
    if (nextIs(1, "INSERT") || nextIs(1, "UPDATE") || nextIs(1, "DELETE")) {
      throw notSupported("nested DML");
    }
    throw unexpected();
  }

  @Override
  protected boolean whereIsMandatory() {
    return true;
  }

  @Override
  protected boolean acceptReturning() {
    return accept("THEN", "RETURN");
  }
}
