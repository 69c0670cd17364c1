package org.ratchetdb.sqlfrontend.postgres;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.sqlfrontend.ast.FromItem;
import org.ratchetdb.sqlfrontend.ast.FromItem.JoinKind;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.Select;
import org.ratchetdb.sqlfrontend.lexer.TokenKind;
import org.ratchetdb.sqlfrontend.parser.Grammar;
import org.ratchetdb.sqlfrontend.parser.QueryParser;

/** PostgreSQL queries. */
final class PostgresQueryParser extends QueryParser {
  PostgresQueryParser(Grammar grammar) {
    super(grammar);
  }

  // ---- SELECT

  @Override
  protected boolean hasDistinctOn() {
    return true;
  }

  @Override
  protected boolean hasQualify() {
    return false;
  }

  @Override
  protected boolean hasStarModifiers() {
    return false;
  }

  /** The list may be empty. */
  @Override
  protected List<Select.Item> selectList() {
    boolean empty =
        at(TokenKind.EOF)
            || at(';')
            || at(')')
            || at("FROM")
            || at("WHERE")
            || at("UNION")
            || at("INTERSECT")
            || at("EXCEPT");
    return empty ? List.of() : super.selectList();
  }

  @Override
  protected Identifier aliasAfterAs() {
    return label();
  }

  @Override
  protected boolean atBareLabel() {
    int token = position();
    return at(TokenKind.QUOTED)
        || (at(TokenKind.WORD)
            && !PostgresLiterals.NOT_BARE_LABEL.contains(
                cursor().tokens().text(),
                cursor().tokens().begin(token),
                cursor().tokens().end(token)));
  }

  // ---- FROM

  @Override
  protected boolean atBareAlias() {
    return atName();
  }

  @Override
  protected boolean aliasesNameColumns() {
    return true;
  }

  @Override
  protected FromItem.@Nullable Alias joinAlias() {
    return alias();
  }

  @Override
  protected void acceptOnly() {
    accept("ONLY");
  }

  @Override
  protected boolean nestsWithoutCondition(FromItem right) {
    return true;
  }

  @Override
  protected boolean needsCondition(JoinKind kind) {
    return true;
  }

  @Override
  protected boolean hashJoins() {
    return false;
  }

  // ---- set operators and what follows

  @Override
  protected boolean intersectBindsTighter() {
    return true;
  }

  @Override
  protected boolean setQuantifier() {
    if (accept("ALL")) {
      return true;
    }
    accept("DISTINCT");
    return false;
  }

  @Override
  protected boolean mayOffsetWithoutLimit() {
    return true;
  }

  @Override
  protected boolean hasFetch() {
    return true;
  }

  @Override
  protected boolean hasValuesQueries() {
    return true;
  }
}
