package org.ratchetdb.cli;

import java.io.PrintWriter;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.engine.api.CheckFinding;
import org.ratchetdb.engine.api.Instance;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ratchet check}: tells whether databases are sound. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Compares rows, indexes, parents, files and checksums of databases.",
      "Ends with 0 when all is well, with 3 when something is wrong, with 1 when it could not look."
    })
final class CheckCommand implements Callable<Integer> {
  /** Exit status when a check has found something. */
  static final int FOUND = 3;

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sees to it: one of the group is required
  @ArgGroup(multiplicity = "1")
  private ServerOrData where;

  @Option(
      names = {"--database", "-d"},
      paramLabel = "NAME",
      description = "Database to check; all of a data directory by default.")
  private @Nullable String database;

  @Option(
      names = {"--quiet", "-q"},
      description = "Prints findings only.")
  private boolean quiet;

  @Override
  public Integer call() {
    List<CheckFinding> findings = where.isServer() ? online() : offline();
    return print(findings, quiet, spec.commandLine().getOut());
  }

  /** Prints findings, and returns the exit status that they call for. */
  static int print(List<CheckFinding> findings, boolean quiet, PrintWriter out) {
    boolean found = false;
    for (CheckFinding finding : findings) {
      boolean info = finding.severity() == CheckFinding.Severity.INFO;
      found |= !info;
      if (info && quiet) {
        continue;
      }
      out.println(
          finding.severity()
              + "  "
              + finding.object()
              + (finding.key() == null ? "" : "  " + finding.key())
              + ": "
              + finding.problem());
      if (finding.hint() != null) {
        out.println("  Hint: " + finding.hint());
      }
    }
    out.flush();
    return found ? FOUND : 0;
  }

  private List<CheckFinding> offline() {
    ProgressPrinter progress = new ProgressPrinter(spec.commandLine().getErr());
    List<CheckFinding> findings = new ArrayList<>();
    try (Instance instance = where.open(false)) {
      List<String> names = database == null ? instance.databaseNames() : List.of(database);
      for (String name : names) {
        DbException damage = instance.damage(name).orElse(null);
        if (damage == null) {
          findings.addAll(instance.database(name).check(progress).findings());
        } else {
          findings.add(unopened(name, damage));
        }
      }
    }
    return findings;
  }

  private static CheckFinding unopened(String name, DbException damage) {
    return new CheckFinding(
        CheckFinding.Severity.ERROR,
        "database " + name,
        null,
        "It cannot be opened: " + damage.message(),
        damage.hint().orElse(null));
  }

  private List<CheckFinding> online() {
    List<CheckFinding> findings = new ArrayList<>();
    String name = database == null ? "" : " " + SqlNames.checked(database);
    where.run(
        "CHECK DATABASE" + name,
        database,
        spec.commandLine().getErr(),
        statement -> {
          try (ResultSet rows = statement.getResultSet()) {
            while (rows.next()) {
              findings.add(
                  new CheckFinding(
                      CheckFinding.Severity.valueOf(rows.getString(1)),
                      rows.getString(2),
                      rows.getString(3),
                      rows.getString(4),
                      rows.getString(5)));
            }
          }
        });
    return findings;
  }
}
