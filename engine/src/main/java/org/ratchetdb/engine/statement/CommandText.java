package org.ratchetdb.engine.statement;

import java.util.List;
import java.util.Locale;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.engine.api.ResultColumn;
import org.ratchetdb.engine.config.SessionSettings;
import org.ratchetdb.engine.config.SpannerSettings;
import org.ratchetdb.sqlfrontend.ast.AdminStatement;
import org.ratchetdb.sqlfrontend.ast.DdlStatement;
import org.ratchetdb.sqlfrontend.ast.DmlStatement;
import org.ratchetdb.sqlfrontend.ast.SessionStatement;
import org.ratchetdb.sqlfrontend.ast.Statement;

/** What statements answer with: command tags, verbs, and the columns of SHOW. */
public final class CommandText {
  /** Columns of SHOW SPLITS. */
  public static final List<String> SPLIT_COLUMNS =
      List.of(
          "split_id",
          "start_key",
          "end_key",
          "bytes",
          "rows",
          "reads",
          "writes",
          "origin",
          "size_decision");

  /** Columns of CHECK DATABASE. */
  public static final List<String> CHECK_COLUMNS =
      List.of("severity", "object", "key", "problem", "hint");

  /** Columns of SHOW SNAPSHOTS. */
  public static final List<String> DATABASE_COLUMNS = List.of("database_name", "state");

  public static final List<String> SNAPSHOT_COLUMNS =
      List.of("snapshot_name", "database_name", "dialect", "commit_timestamp", "created");

  /** Columns of BACKUP DATABASE and SHOW BACKUPS. */
  public static final List<String> BACKUP_COLUMNS =
      List.of(
          "backup_id",
          "database_name",
          "kind",
          "timestamp",
          "oldest_timestamp",
          "created",
          "bytes",
          "new_bytes");

  /** Columns of SHOW COMMIT_RESPONSE. */
  public static final List<String> COMMIT_RESPONSE_COLUMNS =
      List.of("commit_timestamp", "mutation_count");

  private CommandText() {}

  static String verb(Statement statement) {
    if (statement instanceof DmlStatement.Insert) {
      return "INSERT";
    }
    if (statement instanceof DmlStatement.Update) {
      return "UPDATE";
    }
    return statement instanceof DmlStatement ? "DELETE" : "SELECT";
  }

  /** PostgreSQL's tag of DDL; the tags of session statements depend on what they find. */
  static String tag(Statement statement) {
    if (statement instanceof DdlStatement.CreateTable) {
      return "CREATE TABLE";
    }
    if (statement instanceof DdlStatement.CreateIndex) {
      return "CREATE INDEX";
    }
    if (statement instanceof DdlStatement.CreateSequence) {
      return "CREATE SEQUENCE";
    }
    if (statement instanceof DdlStatement.CreateSchema) {
      return "CREATE SCHEMA";
    }
    if (statement instanceof DdlStatement.CreateDatabase) {
      return "CREATE DATABASE";
    }
    if (statement instanceof DdlStatement.AlterTable
        || statement instanceof DdlStatement.RenameTables) {
      return "ALTER TABLE";
    }
    if (statement instanceof DdlStatement.AlterIndex) {
      return "ALTER INDEX";
    }
    if (statement instanceof DdlStatement.AlterSequence) {
      return "ALTER SEQUENCE";
    }
    if (statement instanceof DdlStatement.AlterDatabase) {
      return "ALTER DATABASE";
    }
    if (statement instanceof DdlStatement.DropDatabase) {
      return "DROP DATABASE";
    }
    if (statement instanceof DdlStatement.CreateSnapshot) {
      return "CREATE SNAPSHOT";
    }
    if (statement instanceof DdlStatement.DropSnapshot) {
      return "DROP SNAPSHOT";
    }
    if (statement instanceof DdlStatement.RestoreDatabase) {
      return "RESTORE DATABASE";
    }
    if (statement instanceof DdlStatement.Analyze) {
      return "ANALYZE";
    }
    if (statement instanceof DdlStatement.Drop drop) {
      return "DROP " + drop.type().name().toUpperCase(Locale.ROOT);
    }
    if (statement instanceof AdminStatement admin) {
      return tag(admin);
    }
    return "SHOW";
  }

  /** Columns of the rows that a statement answers with by itself; empty when it gives none. */
  static List<ResultColumn> columns(Statement statement) {
    if (statement instanceof SessionStatement.ShowVariable show) {
      if (SessionSettings.key(show.name()).equals(SpannerSettings.COMMIT_RESPONSE)) {
        return text(COMMIT_RESPONSE_COLUMNS);
      }
      return text(List.of(show.name()));
    }
    if (statement instanceof SessionStatement.ShowAll) {
      return text(List.of("name", "setting"));
    }
    if (statement instanceof SessionStatement.ShowTables) {
      return text(List.of("table_name", "parent_table_name"));
    }
    if (statement instanceof SessionStatement.ShowDatabases) {
      return text(DATABASE_COLUMNS);
    }
    if (statement instanceof SessionStatement.ShowSnapshots) {
      return text(SNAPSHOT_COLUMNS);
    }
    if (statement instanceof SessionStatement.ShowDdl) {
      return text(List.of("ddl"));
    }
    if (statement instanceof SessionStatement.ShowSplits) {
      return text(SPLIT_COLUMNS);
    }
    if (statement instanceof AdminStatement admin) {
      return columns(admin);
    }
    return List.of();
  }

  private static String tag(AdminStatement statement) {
    if (statement instanceof AdminStatement.CheckDatabase) {
      return "CHECK DATABASE";
    }
    if (statement instanceof AdminStatement.BackupDatabase) {
      return "BACKUP DATABASE";
    }
    if (statement instanceof AdminStatement.VerifyBackup) {
      return "VERIFY BACKUP";
    }
    if (statement instanceof AdminStatement.DropBackup) {
      return "DROP BACKUP";
    }
    return statement instanceof AdminStatement.ShowBackups ? "SHOW" : "RESTORE DATABASE";
  }

  private static List<ResultColumn> columns(AdminStatement statement) {
    if (statement instanceof AdminStatement.CheckDatabase
        || statement instanceof AdminStatement.VerifyBackup) {
      return text(CHECK_COLUMNS);
    }
    if (statement instanceof AdminStatement.BackupDatabase
        || statement instanceof AdminStatement.ShowBackups) {
      return text(BACKUP_COLUMNS);
    }
    return List.of();
  }

  private static List<ResultColumn> text(List<String> names) {
    return names.stream().map(name -> new ResultColumn(name, SqlType.STRING)).toList();
  }
}
