package org.ratchetdb.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ratchet version}. */
@Command(name = "version", description = "Prints the version and the Java that runs it.")
final class VersionCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    out.println(new RatchetCli.Version().getVersion()[0]);
    out.println("java " + System.getProperty("java.version"));
    out.flush();
  }
}
