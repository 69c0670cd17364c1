package org.ratchetdb.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The entry point of the program {@code ratchet}. */
@Command(
    name = "ratchet",
    description = "A SQL database with interleaved tables, splits and two dialects.",
    mixinStandardHelpOptions = true,
    versionProvider = RatchetCli.Version.class,
    subcommands = {VersionCommand.class, CommandLine.HelpCommand.class},
    synopsisSubcommandLabel = "COMMAND")
public final class RatchetCli {
  private RatchetCli() {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new RatchetCli()).execute(args));
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
