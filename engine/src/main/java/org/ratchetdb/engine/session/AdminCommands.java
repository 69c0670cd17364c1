package org.ratchetdb.engine.session;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.value.DateTimeText;
import org.ratchetdb.common.value.PgDateTimeText;
import org.ratchetdb.engine.activity.RunningJob;
import org.ratchetdb.engine.api.BackupInfo;
import org.ratchetdb.engine.api.Backups;
import org.ratchetdb.engine.api.CheckFinding;
import org.ratchetdb.engine.api.Database;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.api.StatementResult;
import org.ratchetdb.engine.api.TransactionState;
import org.ratchetdb.engine.backup.BackupStore;
import org.ratchetdb.engine.core.DatabaseContext;
import org.ratchetdb.engine.statement.CommandText;
import org.ratchetdb.sqlfrontend.ast.AdminStatement;
import org.ratchetdb.sqlfrontend.ast.Identifier;

/** Runs statements that look after a database as a whole. Owned by one thread. */
final class AdminCommands {
  private final EngineSession session;
  private final DatabaseContext context;
  private final Backups backups;

  AdminCommands(EngineSession session, DatabaseContext context) {
    this.session = session;
    this.context = context;
    this.backups = new BackupStore(context.threads());
  }

  StatementResult run(AdminStatement statement, StatementControl control) {
    ProgressNotices notices = session.progressNotices();
    ProgressListener progress =
        (phase, unit, done, total) -> {
          control.check();
          notices.progress(phase, unit, done, total);
        };
    if (statement instanceof AdminStatement.CheckDatabase check) {
      return check(check, progress);
    }
    if (statement instanceof AdminStatement.ShowBackups show) {
      return backups("SHOW", backups.list(path(show.directory())));
    }
    if (statement instanceof AdminStatement.VerifyBackup verify) {
      return verify(verify, progress);
    }
    requireNoTransaction();
    if (statement instanceof AdminStatement.BackupDatabase backup) {
      return backup(backup, progress);
    }
    if (statement instanceof AdminStatement.RestoreBackup restore) {
      restore(restore, progress);
      return done("RESTORE DATABASE");
    }
    if (statement instanceof AdminStatement.RewindDatabase rewind) {
      CommitTimestamp at = timestamp(rewind.timestamp());
      DatabaseCommands.requireRoom(context.instance(), rewind.name().name());
      context.instance().rewindDatabase(rewind.name().name(), rewind.origin().name(), at, progress);
      return done("RESTORE DATABASE");
    }
    if (statement instanceof AdminStatement.DropBackup drop) {
      backups.delete(path(drop.directory()), drop.backupId());
      return done("DROP BACKUP");
    }
    throw DbException.notSupported("This statement");
  }

  private static StatementResult done(String tag) {
    return new StatementResult(null, -1, tag);
  }

  private void requireNoTransaction() {
    if (session.transactionState() != TransactionState.IDLE) {
      throw new DbException(
          ErrorCode.ACTIVE_TRANSACTION,
          "BACKUP and RESTORE are only allowed outside explicit transactions.");
    }
  }

  private static Path path(String directory) {
    try {
      Path path = Path.of(directory);
      if (path.isAbsolute()) {
        return path;
      }
    } catch (InvalidPathException e) {
      throw new DbException(ErrorCode.INVALID_ARGUMENT, "Not a directory: " + directory, e);
    }
    throw new DbException(
            ErrorCode.INVALID_ARGUMENT, "The directory is not absolute: \"" + directory + "\"")
        .hint("Directories in statements are those of the server; name one from the root.");
  }

  private CommitTimestamp timestamp(String text) {
    long micros =
        context.dialect() == Dialect.POSTGRESQL
            ? PgDateTimeText.parseTimestamp(text, session.zone()).epochMicros()
            : DateTimeText.parseTimestamp(text, session.zone()).epochMicros();
    if (micros < 0) {
      throw new DbException(
          ErrorCode.FAILED_PRECONDITION, "The history does not reach back to " + text);
    }
    return new CommitTimestamp(micros);
  }

  private StatementResult check(AdminStatement.CheckDatabase check, ProgressListener progress) {
    Identifier name = check.name();
    Database database =
        name == null || name.name().equals(context.name())
            ? session.database()
            : context.instance().database(name.name());
    return findings("CHECK DATABASE", database.check(progress).findings());
  }

  private StatementResult verify(AdminStatement.VerifyBackup verify, ProgressListener progress) {
    Path directory = path(verify.directory());
    try (RunningJob job =
        context.jobs().begin(RunningJob.Kind.VERIFY_BACKUP, directory.toString(), progress)) {
      return findings("VERIFY BACKUP", backups.verify(directory, verify.backupId(), job));
    }
  }

  private static StatementResult findings(String tag, List<CheckFinding> findings) {
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (CheckFinding finding : findings) {
      rows.add(
          Arrays.asList(
              finding.severity().name(),
              finding.object(),
              finding.key(),
              finding.problem(),
              finding.hint()));
    }
    return StatementRunner.text(tag, CommandText.CHECK_COLUMNS, rows);
  }

  private StatementResult backup(AdminStatement.BackupDatabase backup, ProgressListener progress) {
    Identifier name = backup.name();
    BackupInfo made =
        context
            .instance()
            .backupDatabase(
                name == null ? context.name() : name.name(),
                path(backup.directory()),
                backup.incremental(),
                progress);
    return backups("BACKUP DATABASE", List.of(made));
  }

  private void restore(AdminStatement.RestoreBackup restore, ProgressListener progress) {
    String text = restore.timestamp();
    DatabaseCommands.requireRoom(context.instance(), restore.name().name());
    context
        .instance()
        .restoreBackup(
            restore.name().name(),
            path(restore.directory()),
            restore.backupId(),
            text == null ? null : timestamp(text),
            progress);
  }

  private static StatementResult backups(String tag, List<BackupInfo> backups) {
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (BackupInfo backup : backups) {
      rows.add(
          Arrays.asList(
              Long.toString(backup.id()),
              backup.database(),
              backup.isIncremental() ? "INCREMENTAL" : "FULL",
              text(backup.timestamp().micros()),
              text(backup.oldest().micros()),
              text(backup.createdMicros()),
              Long.toString(backup.bytes()),
              Long.toString(backup.newBytes())));
    }
    return StatementRunner.text(tag, CommandText.BACKUP_COLUMNS, rows);
  }

  private static String text(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
  }
}
