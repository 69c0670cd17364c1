package org.ratchetdb.cli;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The entry point of the program {@code ratchet}. */
@Command(
    name = "ratchet",
    description = "A SQL database with interleaved tables, splits and two dialects.",
    mixinStandardHelpOptions = true,
    versionProvider = RatchetCli.Version.class,
    subcommands = {
      ServeCommand.class,
      SqlCommand.class,
      BackupCommand.class,
      RestoreCommand.class,
      CheckCommand.class,
      VersionCommand.class,
      WarmUpCommand.class,
      CommandLine.HelpCommand.class
    },
    footer = "The launcher ./ratchet also knows build and test.",
    synopsisSubcommandLabel = "COMMAND")
public final class RatchetCli {
  private RatchetCli() {}

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new RatchetCli())
        .setExecutionExceptionHandler(RatchetCli::report)
        .setParameterExceptionHandler(RatchetCli::reportArguments);
  }

  /** One line instead of the whole usage, which --help shows. */
  private static int reportArguments(CommandLine.ParameterException failure, String[] args) {
    CommandLine command = failure.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(
        "ratchet: "
            + String.valueOf(failure.getMessage()).replaceFirst("^Error: ", "")
            + " ("
            + command.getCommandSpec().qualifiedName()
            + " --help shows how)");
    err.flush();
    return CommandLine.ExitCode.USAGE;
  }

  /** What a user can cause or mend is one line; anything else is a bug and keeps its stack. */
  private static int report(
      Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
    PrintWriter err = command.getErr();
    if (failure instanceof DbException e) {
      err.println("ratchet: " + e.message());
      e.detail().ifPresent(detail -> err.println("  Detail: " + detail));
      e.hint().ifPresent(hint -> err.println("  Hint: " + hint));
    } else if (failure instanceof CliException) {
      err.println("ratchet: " + failure.getMessage());
    } else {
      err.println("ratchet: unexpected failure; please report it with what follows");
      failure.printStackTrace(err);
    }
    err.flush();
    return CommandLine.ExitCode.SOFTWARE;
  }

  /** The version that the build wrote into the jar's manifest. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      @Nullable String version = RatchetCli.class.getPackage().getImplementationVersion();
      return new String[] {"ratchet " + (version == null ? "(not packaged)" : version)};
    }
  }
}
