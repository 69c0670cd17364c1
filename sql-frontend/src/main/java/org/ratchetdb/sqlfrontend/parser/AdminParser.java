package org.ratchetdb.sqlfrontend.parser;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
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
    return at("CHECK", "DATABASE")
        || at("BACKUP", "DATABASE")
        || at("VERIFY", "BACKUP")
        || at("DROP", "BACKUP")
        || at("SHOW", "BACKUPS");
  }

  Statement statement() {
    int start = position();
    if (accept("CHECK", "DATABASE")) {
      Identifier name = at(TokenKind.EOF) || at(';') ? null : databaseName();
      return new AdminStatement.CheckDatabase(name, since(start));
    }
    if (accept("BACKUP", "DATABASE")) {
      return backup(start);
    }
    if (accept("SHOW", "BACKUPS")) {
      return new AdminStatement.ShowBackups(in(), since(start));
    }
    if (accept("DROP", "BACKUP")) {
      long id = backupId();
      return new AdminStatement.DropBackup(id, in(), since(start));
    }
    expect("VERIFY", "BACKUP");
    long id = at("IN") ? 0 : backupId();
    return new AdminStatement.VerifyBackup(id, in(), since(start));
  }

  /** 0 stands for what was not said, so nobody may say it. */
  private long backupId() {
    int start = position();
    long id = integerLiteral();
    if (id < 1) {
      throw new DbException(
              ErrorCode.INVALID_ARGUMENT, "Backups are counted from 1: there is no backup " + id)
          .at(cursor().tokens().begin(start));
    }
    return id;
  }

  private Identifier databaseName() {
    return grammar().ddl().databaseName();
  }

  private String in() {
    expect("IN");
    return stringLiteral();
  }

  private Statement backup(int start) {
    Identifier name = at("TO") ? null : databaseName();
    expect("TO");
    String directory = stringLiteral();
    boolean incremental = accept("INCREMENTAL");
    if (!incremental) {
      accept("FULL");
    }
    return new AdminStatement.BackupDatabase(name, directory, incremental, since(start));
  }

  /** What follows {@code RESTORE DATABASE name FROM}, unless it is a snapshot. */
  Statement restore(Identifier name, int start) {
    if (accept("DATABASE")) {
      Identifier origin = databaseName();
      String timestamp = timestamp();
      if (timestamp == null) {
        throw expected("AT TIMESTAMP");
      }
      return new AdminStatement.RewindDatabase(name, origin, timestamp, since(start));
    }
    String directory = stringLiteral();
    long id = accept("BACKUP") ? backupId() : 0;
    return new AdminStatement.RestoreBackup(name, directory, id, timestamp(), since(start));
  }

  /** {@code AT TIMESTAMP '…'}, also as {@code AS OF TIMESTAMP '…'}; null when it is not there. */
  private @Nullable String timestamp() {
    if (!accept("AT", "TIMESTAMP") && !accept("AS", "OF", "TIMESTAMP")) {
      return null;
    }
    return stringLiteral();
  }
}
