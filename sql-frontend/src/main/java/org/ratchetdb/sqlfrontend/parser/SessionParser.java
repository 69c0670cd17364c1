package org.ratchetdb.sqlfrontend.parser;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.QualifiedName;
import org.ratchetdb.sqlfrontend.ast.SessionStatement;
import org.ratchetdb.sqlfrontend.ast.SessionStatement.DiscardKind;
import org.ratchetdb.sqlfrontend.ast.SessionStatement.IsolationLevel;
import org.ratchetdb.sqlfrontend.ast.SessionStatement.SetScope;
import org.ratchetdb.sqlfrontend.ast.SessionStatement.TransactionModes;
import org.ratchetdb.sqlfrontend.ast.Statement;
import org.ratchetdb.sqlfrontend.ast.TypeName;
import org.ratchetdb.sqlfrontend.lexer.TokenKind;

/** Transactions, settings, prepared statements. Both dialects have the same ones. */
final class SessionParser extends GrammarPart {
  SessionParser(Grammar grammar) {
    super(grammar);
  }

  Statement statement() {
    int start = position();
    if (!at(TokenKind.WORD)) {
      throw unexpected();
    }
    return switch (cursor().tokens().textOf(start).toUpperCase(Locale.ROOT)) {
      case "BEGIN" -> begin();
      case "START" -> start();
      case "COMMIT", "END" -> commit();
      case "ROLLBACK", "ABORT" -> rollback();
      case "SAVEPOINT" -> savepoint();
      case "RELEASE" -> release();
      case "SET" -> set();
      case "SHOW" -> show();
      case "RESET" -> reset();
      case "DISCARD" -> discard();
      case "PREPARE" -> prepare();
      case "EXECUTE" -> execute();
      case "DEALLOCATE" -> deallocate();
      case "USE" -> use();
      case "CALL" -> call();
      default -> throw unexpected();
    };
  }

  // ---- transactions

  private Statement begin() {
    int start = position();
    advance(1);
    acceptTransactionWord();
    return new SessionStatement.Begin(modes(), since(start));
  }

  private Statement start() {
    int start = position();
    if (nextIs(1, "BATCH")) {
      return grammar().statements().unsupported("START BATCH");
    }
    advance(1);
    expect("TRANSACTION");
    return new SessionStatement.Begin(modes(), since(start));
  }

  private void acceptTransactionWord() {
    if (!accept("TRANSACTION")) {
      accept("WORK");
    }
  }

  private TransactionModes modes() {
    IsolationLevel isolation = null;
    Boolean readOnly = null;
    Boolean deferrable = null;
    boolean more = true;
    boolean comma = false;
    while (more) {
      if (accept("ISOLATION", "LEVEL")) {
        isolation = isolationLevel();
      } else if (accept("READ", "ONLY")) {
        readOnly = Boolean.TRUE;
      } else if (accept("READ", "WRITE")) {
        readOnly = Boolean.FALSE;
      } else if (accept("NOT", "DEFERRABLE")) {
        deferrable = Boolean.FALSE;
      } else if (accept("DEFERRABLE")) {
        deferrable = Boolean.TRUE;
      } else if (comma) {
        throw unexpected();
      } else {
        more = false;
      }
      comma = more && accept(',');
    }
    return new TransactionModes(isolation, readOnly, deferrable);
  }

  private IsolationLevel isolationLevel() {
    if (accept("SERIALIZABLE")) {
      return IsolationLevel.SERIALIZABLE;
    }
    if (accept("REPEATABLE", "READ")) {
      return IsolationLevel.REPEATABLE_READ;
    }
    if (accept("READ", "COMMITTED")) {
      return IsolationLevel.READ_COMMITTED;
    }
    if (accept("READ", "UNCOMMITTED")) {
      return IsolationLevel.READ_UNCOMMITTED;
    }
    if (accept("DEFAULT")) {
      return IsolationLevel.DEFAULT;
    }
    throw unexpected();
  }

  private Statement commit() {
    int start = position();
    advance(1);
    if (at("PREPARED")) {
      return grammar().statements().unsupported("COMMIT PREPARED");
    }
    acceptTransactionWord();
    return new SessionStatement.Commit(chain(), since(start));
  }

  private boolean chain() {
    if (!accept("AND")) {
      return false;
    }
    boolean chain = !accept("NO");
    expect("CHAIN");
    return chain;
  }

  private Statement rollback() {
    int start = position();
    if (nextIs(1, "PREPARED") || nextIs(1, "BATCH")) {
      String words = cursor().tokens().textOf(start) + " " + cursor().tokens().textOf(start + 1);
      return grammar().statements().unsupported(words.toUpperCase(Locale.ROOT));
    }
    advance(1);
    acceptTransactionWord();
    if (accept("TO")) {
      accept("SAVEPOINT");
      return new SessionStatement.RollbackToSavepoint(identifier(), since(start));
    }
    return new SessionStatement.Rollback(chain(), since(start));
  }

  private Statement savepoint() {
    int start = position();
    advance(1);
    return new SessionStatement.Savepoint(identifier(), since(start));
  }

  private Statement release() {
    int start = position();
    advance(1);
    accept("SAVEPOINT");
    return new SessionStatement.ReleaseSavepoint(identifier(), since(start));
  }

  // ---- settings

  private Statement set() {
    int start = position();
    advance(1);
    if (accept("SESSION", "CHARACTERISTICS")) {
      expect("AS", "TRANSACTION");
      return new SessionStatement.SetTransaction(true, modes(), since(start));
    }
    SetScope scope = SetScope.UNSPECIFIED;
    if (at("SESSION") && !nextIs(1, "AUTHORIZATION") && !nextIs(1, '=') && !nextIs(1, "TO")) {
      advance(1);
      scope = SetScope.SESSION;
    } else if (at("LOCAL") && !nextIs(1, '=') && !nextIs(1, "TO")) {
      advance(1);
      scope = SetScope.LOCAL;
    }
    if (at("TRANSACTION") && !nextIs(1, '=')) {
      if (nextIs(1, "SNAPSHOT")) {
        return grammar().statements().unsupported("SET TRANSACTION SNAPSHOT");
      }
      advance(1);
      return new SessionStatement.SetTransaction(false, modes(), since(start));
    }
    if (at("CONSTRAINTS")) {
      return grammar().statements().unsupported("SET CONSTRAINTS");
    }
    String special = specialSetting();
    if (special != null) {
      return new SessionStatement.SetVariable(scope, special, specialValue(), since(start));
    }
    String name = variableName();
    if (!accept('=') && !accept("TO")) {
      throw unexpected();
    }
    List<Expression> values =
        accept("DEFAULT") ? List.of() : cursor().commaList(this::settingValue);
    return new SessionStatement.SetVariable(scope, name, values, since(start));
  }

  /** The setting behind PostgreSQL's special words, which are passed; null for another name. */
  private @Nullable String specialSetting() {
    if (accept("TIME", "ZONE")) {
      return "timezone";
    }
    if (accept("SESSION", "AUTHORIZATION")) {
      return "session_authorization";
    }
    if (nextIs(1, '=') || nextIs(1, "TO") || nextIs(1, '.')) {
      return null;
    }
    if (accept("NAMES")) {
      return "client_encoding";
    }
    if (accept("SCHEMA")) {
      return "search_path";
    }
    return accept("ROLE") ? "role" : null;
  }

  private List<Expression> specialValue() {
    if (accept("DEFAULT") || accept("LOCAL") || at(TokenKind.EOF) || at(';')) {
      return List.of();
    }
    return at("INTERVAL") ? List.of(expression()) : List.of(settingValue());
  }

  private String variableName() {
    if (at(TokenKind.SYSTEM_VARIABLE)) {
      Expression variable = expression();
      if (variable instanceof Expression.Parameter parameter && parameter.name() != null) {
        return parameter.name();
      }
      throw unexpected();
    }
    int start = position();
    return cursor().qualifiedName(start, label()).text().toLowerCase(Locale.ROOT);
  }

  /** A literal, or a word that stands for itself. */
  Expression settingValue() {
    int start = position();
    boolean word = isLabel(start) && !at("TRUE") && !at("FALSE") && !at("NULL") && !nextIs(1, '(');
    if (!word) {
      return expression();
    }
    Identifier value = label();
    QualifiedName name = cursor().qualifiedName(start, value);
    return new Expression.Name(name, name.span());
  }

  private Statement show() {
    int start = position();
    advance(1);
    if (accept("ALL")) {
      return new SessionStatement.ShowAll(since(start));
    }
    if (accept("VARIABLE")) {
      return new SessionStatement.ShowVariable(shownName(), since(start));
    }
    if (accept("TABLES")) {
      return new SessionStatement.ShowTables(since(start));
    }
    if (accept("DATABASES")) {
      return new SessionStatement.ShowDatabases(since(start));
    }
    if (accept("SNAPSHOTS")) {
      return new SessionStatement.ShowSnapshots(since(start));
    }
    if (accept("DDL") || accept("DATABASE", "DDL")) {
      return new SessionStatement.ShowDdl(shownObject(), since(start));
    }
    if (accept("SPLITS")) {
      return new SessionStatement.ShowSplits(shownObject(), since(start));
    }
    return new SessionStatement.ShowVariable(shownName(), since(start));
  }

  private @Nullable QualifiedName shownObject() {
    if (!accept("FOR")) {
      return null;
    }
    if (nextIs(1, TokenKind.WORD) || nextIs(1, TokenKind.QUOTED)) {
      if (!accept("TABLE") && !accept("INDEX")) {
        accept("SEQUENCE");
      }
    }
    return qualifiedName();
  }

  /** The name of a setting, or its special words. */
  private String shownName() {
    if (accept("TRANSACTION")) {
      expect("ISOLATION", "LEVEL");
      return "transaction_isolation";
    }
    if (accept("TIME", "ZONE")) {
      return "timezone";
    }
    if (accept("SESSION", "AUTHORIZATION")) {
      return "session_authorization";
    }
    return variableName();
  }

  private Statement reset() {
    int start = position();
    advance(1);
    String name = accept("ALL") ? null : shownName();
    return new SessionStatement.Reset(name, since(start));
  }

  private Statement discard() {
    int start = position();
    advance(1);
    DiscardKind kind = null;
    for (DiscardKind candidate : DiscardKind.values()) {
      if (kind == null && accept(candidate.name())) {
        kind = candidate;
      }
    }
    if (kind == null) {
      expect("TEMPORARY");
      kind = DiscardKind.TEMP;
    }
    return new SessionStatement.Discard(kind, since(start));
  }

  // ---- prepared statements

  private Statement prepare() {
    int start = position();
    if (nextIs(1, "TRANSACTION")) {
      return grammar().statements().unsupported("PREPARE TRANSACTION");
    }
    advance(1);
    Identifier name = identifier();
    List<TypeName> types =
        at('(') ? cursor().parenthesized(grammar().types()::type) : new ArrayList<>();
    expect("AS");
    Statement statement = grammar().statements().statement();
    return new SessionStatement.Prepare(name, types, statement, since(start));
  }

  private Statement execute() {
    int start = position();
    if (nextIs(1, "IMMEDIATE")) {
      return grammar().statements().unsupported("EXECUTE IMMEDIATE");
    }
    advance(1);
    Identifier name = identifier();
    List<Expression> arguments = List.of();
    if (accept('(')) {
      arguments = at(')') ? List.of() : cursor().commaList(this::expression);
      expect(')');
    }
    return new SessionStatement.Execute(name, arguments, since(start));
  }

  private Statement deallocate() {
    int start = position();
    advance(1);
    accept("PREPARE");
    Identifier name = accept("ALL") ? null : identifier();
    return new SessionStatement.Deallocate(name, since(start));
  }

  private Statement call() {
    int start = position();
    advance(1);
    if (accept("SPANNER")) {
      expect('.');
    }
    if (!accept("CANCEL_QUERY")) {
      return grammar().statements().unsupported("CALL");
    }
    expect('(');
    String id = stringLiteral();
    expect(')');
    return new SessionStatement.CancelQuery(id, since(start));
  }

  private Statement use() {
    int start = position();
    advance(1);
    if (isLabel(position() + 1)) {
      accept("DATABASE");
    }
    return new SessionStatement.UseDatabase(identifier(), since(start));
  }
}
