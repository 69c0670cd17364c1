package org.ratchetdb.sqlfrontend.googlesql;

import java.util.Locale;
import org.ratchetdb.sqlfrontend.ast.FromItem;
import org.ratchetdb.sqlfrontend.ast.FromItem.JoinKind;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.QualifiedName;
import org.ratchetdb.sqlfrontend.ast.Select;
import org.ratchetdb.sqlfrontend.lexer.TokenKind;
import org.ratchetdb.sqlfrontend.parser.Grammar;
import org.ratchetdb.sqlfrontend.parser.QueryParser;

/** GoogleSQL queries. */
final class GoogleSqlQueryParser extends QueryParser {
  GoogleSqlQueryParser(Grammar grammar) {
    super(grammar);
  }

  // ---- SELECT

  @Override
  protected boolean hasDistinctOn() {
    return false;
  }

  @Override
  protected boolean hasQualify() {
    return true;
  }

  @Override
  protected boolean hasStarModifiers() {
    return true;
  }

  @Override
  protected Select.As selectAs() {
    if (!accept("AS")) {
      return Select.As.ROW;
    }
    if (accept("STRUCT")) {
      return Select.As.STRUCT;
    }
    return accept("VALUE") ? Select.As.VALUE : Select.As.TYPE;
  }

  @Override
  protected boolean endsListAfterComma() {
    return at("FROM")
        || at(')')
        || at(';')
        || at(TokenKind.EOF)
        || at("WHERE")
        || at("LIMIT")
        || at("ORDER")
        || at("UNION")
        || at("INTERSECT")
        || at("EXCEPT");
  }

  @Override
  protected Identifier aliasAfterAs() {
    return identifier();
  }

  @Override
  protected boolean atBareLabel() {
    return atName() && !at("QUALIFY");
  }

  // ---- FROM

  @Override
  protected boolean atBareAlias() {
    return atName()
        && !at("QUALIFY")
        && !((at("PIVOT") || at("UNPIVOT") || at("MATCH_RECOGNIZE")) && nextIs(1, '('));
  }

  @Override
  protected boolean aliasesNameColumns() {
    return false;
  }

  @Override
  protected boolean nestsWithoutCondition(FromItem right) {
    boolean array =
        right instanceof FromItem.Unnest
            || (right instanceof FromItem.Table table && table.name().parts().size() > 1);
    return !array;
  }

  @Override
  protected boolean needsCondition(JoinKind kind) {
    return false;
  }

  @Override
  protected boolean hashJoins() {
    return true;
  }

  @Override
  protected QualifiedName tableName() {
    return qualifiedName();
  }

  @Override
  protected void refuseTableClauses() {
    if (at("FOR", "SYSTEM_TIME") || at("FOR", "SYSTEM")) {
      throw notSupported("FOR SYSTEM_TIME AS OF");
    }
    if ((at("PIVOT") || at("UNPIVOT") || at("MATCH_RECOGNIZE")) && nextIs(1, '(')) {
      throw notSupported(cursor().tokens().textOf(position()).toUpperCase(Locale.ROOT));
    }
  }

  // ---- set operators and what follows

  @Override
  protected boolean intersectBindsTighter() {
    return false;
  }

  @Override
  protected boolean setQuantifier() {
    if (accept("ALL")) {
      return true;
    }
    if (!accept("DISTINCT")) {
      throw expected("keyword ALL or keyword DISTINCT");
    }
    return false;
  }

  @Override
  protected void refuseSetOperationClauses() {
    if (at("CORRESPONDING") || at("STRICT") || at("BY", "NAME")) {
      throw notSupported("set operation that matches columns by name");
    }
  }

  @Override
  protected boolean mayOffsetWithoutLimit() {
    return false;
  }

  @Override
  protected boolean hasFetch() {
    return false;
  }

  @Override
  protected boolean hasValuesQueries() {
    return false;
  }
}
