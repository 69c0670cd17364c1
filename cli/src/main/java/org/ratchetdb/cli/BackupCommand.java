package org.ratchetdb.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.engine.api.BackupInfo;
import org.ratchetdb.engine.api.CheckFinding;
import org.ratchetdb.engine.api.EngineProvider;
import org.ratchetdb.engine.api.Instance;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ratchet backup}: makes backups and looks after them. */
@Command(
    name = "backup",
    mixinStandardHelpOptions = true,
    description = "Makes, lists, verifies and deletes backups of databases.",
    subcommands = {
      BackupCommand.Create.class,
      BackupCommand.Show.class,
      BackupCommand.Verify.class,
      BackupCommand.Delete.class
    },
    synopsisSubcommandLabel = "COMMAND")
final class BackupCommand {
  private BackupCommand() {}

  /** The number of a backup for the engine, which takes 0 for what was not said. */
  static long backupId(@Nullable Long id) {
    if (id != null && id < 1) {
      throw new CliException("Backups are counted from 1: there is no backup " + id, null);
    }
    return id == null ? 0 : id;
  }

  private static void print(BackupInfo backup, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "backup %d of %s: %s, as of %s, %d bytes, of them %d new%n",
        backup.id(),
        backup.database(),
        backup.isIncremental() ? "incremental on " + backup.baseId() : "full",
        Instant.EPOCH.plus(backup.timestamp().micros(), ChronoUnit.MICROS),
        backup.bytes(),
        backup.newBytes());
  }

  /** Makes one. */
  @Command(
      name = "create",
      mixinStandardHelpOptions = true,
      description = {
        "Copies a database into a directory, beside writers.",
        "With --url the server does it, into a directory of its machine."
      })
  static final class Create implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sees to it: one of the group is required
    @ArgGroup(multiplicity = "1")
    private ServerOrData where;

    @Option(
        names = {"--database", "-d"},
        paramLabel = "NAME",
        description = "Database; with --url that of the session by default.")
    private @Nullable String database;

    @Option(names = "--incremental", description = "Shares what the last backup has already.")
    private boolean incremental;

    @Parameters(paramLabel = "DIR", description = "Directory of the backups.")
    private Path directory;

    @Override
    public Integer call() {
      PrintWriter out = spec.commandLine().getOut();
      if (where.isServer()) {
        String name = database == null ? "" : " " + SqlNames.checked(database);
        where.run(
            "BACKUP DATABASE"
                + name
                + " TO "
                + ServerOrData.literal(directory.toString())
                + (incremental ? " INCREMENTAL" : ""),
            database,
            spec.commandLine().getErr(),
            statement -> {
              try (java.sql.ResultSet rows = statement.getResultSet()) {
                new TablePrinter().rows(rows, out);
              }
            });
        return 0;
      }
      if (database == null) {
        throw new CliException("Say which database: --database", null);
      }
      try (Instance instance = where.open(false)) {
        print(
            instance.backupDatabase(
                database,
                directory.toAbsolutePath(),
                incremental,
                new ProgressPrinter(spec.commandLine().getErr())),
            out);
      }
      return 0;
    }
  }

  /** Lists them. */
  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Lists the backups in a directory.")
  static final class Show implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "Directory of the backups.")
    private Path directory;

    @Override
    public Integer call() {
      PrintWriter out = spec.commandLine().getOut();
      EngineProvider.load().backups().list(directory).forEach(backup -> print(backup, out));
      out.flush();
      return 0;
    }
  }

  /** Reads them. */
  @Command(
      name = "verify",
      mixinStandardHelpOptions = true,
      description = {
        "Compares every file of the backups with its checksum.",
        "Ends with 0 when all is well, with 3 when something is damaged."
      })
  static final class Verify implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(names = "--id", paramLabel = "N", description = "Backup to verify; all by default.")
    private @Nullable Long id;

    @Parameters(paramLabel = "DIR", description = "Directory of the backups.")
    private Path directory;

    @Override
    public Integer call() {
      List<CheckFinding> findings =
          EngineProvider.load()
              .backups()
              .verify(directory, backupId(id), new ProgressPrinter(spec.commandLine().getErr()));
      return CheckCommand.print(findings, false, spec.commandLine().getOut());
    }
  }

  /** Deletes one. */
  @Command(
      name = "delete",
      mixinStandardHelpOptions = true,
      description = "Deletes a backup; files that others share stay.")
  static final class Delete implements Callable<Integer> {
    @Option(names = "--id", paramLabel = "N", required = true, description = "Backup to delete.")
    private long id;

    @Parameters(paramLabel = "DIR", description = "Directory of the backups.")
    private Path directory;

    @Override
    public Integer call() {
      EngineProvider.load().backups().delete(directory, id);
      return 0;
    }
  }
}
