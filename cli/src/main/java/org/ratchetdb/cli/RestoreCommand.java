package org.ratchetdb.cli;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.value.Timestamps;
import org.ratchetdb.engine.api.Instance;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ratchet restore}: makes a new database from a backup, or from another one's past. */
@Command(
    name = "restore",
    mixinStandardHelpOptions = true,
    description = {
      "Makes a new database from a backup, or as another database was at a timestamp.",
      "It is there whole in the end, or not at all."
    })
final class RestoreCommand implements Callable<Integer> {
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final int NANOS_PER_MICRO = 1_000;

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sees to it: one of the group is required
  @ArgGroup(multiplicity = "1")
  private ServerOrData where;

  @Option(
      names = {"--database", "-d"},
      paramLabel = "NAME",
      required = true,
      description = "Name of the new database.")
  private String database;

  @Option(names = "--id", paramLabel = "N", description = "Backup to restore; the last by default.")
  private @Nullable Long id;

  @Option(
      names = "--at",
      paramLabel = "TIMESTAMP",
      description = "Goes back to this time, such as 2026-01-31T12:00:00Z.")
  private @Nullable String at;

  @Option(
      names = "--from-database",
      paramLabel = "NAME",
      description = "Database to go back in, instead of a backup; needs --at.")
  private @Nullable String origin;

  @Parameters(paramLabel = "DIR", arity = "0..1", description = "Directory of the backups.")
  private @Nullable Path directory;

  @Override
  public Integer call() {
    if ((origin == null) == (directory == null)) {
      throw new CliException("Name a directory of backups, or --from-database", null);
    }
    if (origin != null && at == null) {
      throw new CliException("--from-database needs --at", null);
    }
    if (where.isServer()) {
      where.run(statement(), origin, spec.commandLine().getErr(), answer -> {});
    } else {
      offline();
    }
    spec.commandLine().getOut().println("Database " + database + " is restored.");
    spec.commandLine().getOut().flush();
    return 0;
  }

  private String statement() {
    String from =
        origin == null
            ? ServerOrData.literal(String.valueOf(directory))
                + (id == null ? "" : " BACKUP " + BackupCommand.backupId(id))
            : "DATABASE " + SqlNames.checked(origin);
    return "RESTORE DATABASE "
        + SqlNames.checked(database)
        + " FROM "
        + from
        + (at == null ? "" : " AT TIMESTAMP " + ServerOrData.literal(at));
  }

  private void offline() {
    CommitTimestamp timestamp = at == null ? null : timestamp(at);
    ProgressPrinter progress = new ProgressPrinter(spec.commandLine().getErr());
    // A new machine has no data directory yet.
    try (Instance instance = where.open(origin == null)) {
      if (directory != null) {
        instance.restoreBackup(
            database, directory.toAbsolutePath(), BackupCommand.backupId(id), timestamp, progress);
      } else if (origin != null && timestamp != null) {
        instance.rewindDatabase(database, origin, timestamp, progress);
      }
    }
  }

  private static CommitTimestamp timestamp(String text) {
    try {
      Instant instant = OffsetDateTime.parse(text.replace(' ', 'T')).toInstant();
      long micros = Math.multiplyExact(instant.getEpochSecond(), MICROS_PER_SECOND);
      micros = Math.addExact(micros, instant.getNano() / NANOS_PER_MICRO);
      if (Timestamps.inRange(micros)) {
        return new CommitTimestamp(micros);
      }
      throw new CliException("The timestamp is not in the years 1 to 9999: " + text, null);
    } catch (DateTimeException | ArithmeticException e) {
      throw new CliException("Not a timestamp with a zone: " + text, e);
    }
  }
}
