package org.ratchetdb.sqlfrontend.parser;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ratchetdb.sqlfrontend.ast.Hint;
import org.ratchetdb.sqlfrontend.ast.Query;
import org.ratchetdb.sqlfrontend.ast.Statement;
import org.ratchetdb.sqlfrontend.lexer.TokenKind;
import org.ratchetdb.sqlfrontend.lexer.WordSet;

/** Which kind of statement a text is. */
final class StatementParser extends GrammarPart {
  private static final WordSet DDL_WORDS =
      WordSet.of("CREATE ALTER DROP RENAME GRANT REVOKE ANALYZE RESTORE");

  /** First words of statements that one of the dialects knows and Ratchet does not have. */
  private static final WordSet UNSUPPORTED_WORDS =
      WordSet.of(
          """
          DECLARE FETCH MOVE CLOSE COPY TRUNCATE LOCK DO COMMENT VACUUM REINDEX CLUSTER LISTEN
          NOTIFY UNLISTEN MERGE GRAPH LOAD CHECKPOINT RUN PARTITION ASSERT REASSIGN SECURITY IMPORT
          EXPORT REFRESH DESCRIBE
          """);

  StatementParser(Grammar grammar) {
    super(grammar);
  }

  /** The one statement of the text, with or without a semicolon behind it. */
  Statement single() {
    Statement statement = statement();
    accept(';');
    expectEnd();
    return statement;
  }

  void expectEnd() {
    if (!at(TokenKind.EOF)) {
      throw cursor().endExpected();
    }
  }

  Statement statement() {
    int outer = cursor().enter();
    Statement statement = parseStatement();
    cursor().leave(outer);
    return statement;
  }

  private Statement parseStatement() {
    int start = position();
    List<Hint> hints = hints();
    if (at("SELECT") || at("WITH") || at('(') || at("VALUES") || at("TABLE") || at("FROM")) {
      Query query = grammar().queries().query();
      refusePipes();
      return new Statement.Select(hints, query, since(start));
    }
    if (at("INSERT") || at("UPDATE") || at("DELETE")) {
      return grammar().dml().statement(hints, start);
    }
    if (!hints.isEmpty()) {
      throw unexpected();
    }
    if (at("EXPLAIN")) {
      return explain();
    }
    if (grammar().admin().isHere()) {
      return grammar().admin().statement();
    }
    if (atWordOf(DDL_WORDS)) {
      cursor().enterDdl();
      return grammar().ddl().statement();
    }
    if (atWordOf(UNSUPPORTED_WORDS)) {
      return unsupported(cursor().tokens().textOf(start).toUpperCase(Locale.ROOT));
    }
    return grammar().session().statement();
  }

  private boolean atWordOf(WordSet words) {
    int i = position();
    return at(TokenKind.WORD)
        && words.contains(
            cursor().tokens().text(), cursor().tokens().begin(i), cursor().tokens().end(i));
  }

  private void refusePipes() {
    if (at(TokenKind.PIPE)) {
      throw notSupported("pipe query syntax");
    }
  }

  /** Reads to the end of a statement that is not looked at. */
  Statement unsupported(String feature) {
    int start = position();
    skipStatement();
    return new Statement.Unsupported(feature, since(start));
  }

  private Statement explain() {
    int start = position();
    expect("EXPLAIN");
    boolean analyze = false;
    boolean verbose = false;
    List<String> options = new ArrayList<>();
    if (at('(') && !grammar().queries().isQuery(position() + 1)) {
      advance(1);
      do {
        options.add(explainOption());
      } while (accept(','));
      expect(')');
      analyze =
          options.contains("ANALYZE")
              || options.contains("ANALYZE TRUE")
              || options.contains("ANALYZE ON")
              || options.contains("ANALYZE 1");
      verbose =
          options.contains("VERBOSE")
              || options.contains("VERBOSE TRUE")
              || options.contains("VERBOSE ON")
              || options.contains("VERBOSE 1");
    } else {
      analyze = accept("ANALYZE");
      verbose = accept("VERBOSE");
    }
    Statement statement = statement();
    return new Statement.Explain(analyze, verbose, options, statement, since(start));
  }

  private String explainOption() {
    StringBuilder option = new StringBuilder();
    while (!at(',') && !at(')')) {
      if (at(TokenKind.EOF)) {
        throw unexpected();
      }
      option.append(option.isEmpty() ? "" : " ");
      option.append(cursor().tokens().textOf(position()).toUpperCase(Locale.ROOT));
      advance(1);
    }
    return option.toString();
  }
}
