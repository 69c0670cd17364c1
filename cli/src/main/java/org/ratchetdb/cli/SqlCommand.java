package org.ratchetdb.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.jdbc.RatchetDriver;
import org.ratchetdb.jdbc.config.RatchetProperty;
import org.ratchetdb.jdbc.config.RatchetUrl;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ratchet sql}: statements from the command line, from files, from a pipe or a console. */
@Command(
    name = "sql",
    mixinStandardHelpOptions = true,
    description = {
      "Runs SQL statements, or opens a console.",
      "Without --url and --data it connects to a server on this machine at port 15432."
    })
final class SqlCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @ArgGroup private @Nullable Where where;

  /** One of two places. */
  static final class Where {
    @Option(
        names = "--url",
        paramLabel = "URL",
        description = "HOST[:PORT][/DATABASE] of a server, or a URL such as jdbc:ratchet:mem:x.")
    private @Nullable String url;

    @Option(
        names = "--data",
        paramLabel = "DIR",
        description = "Directory of a database that no server has open.")
    private @Nullable Path data;
  }

  @Option(
      names = {"--database", "-d"},
      paramLabel = "NAME",
      description = "Database. Default: spanner")
  private @Nullable String database;

  @Option(
      names = {"-e", "--execute"},
      paramLabel = "SQL",
      description = "Runs these statements. May be repeated.")
  private List<String> texts = new ArrayList<>();

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "Runs the statements of a file; - is standard input. May be repeated.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table, csv or json. Default: ${DEFAULT-VALUE}")
  private String format;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    OutputFormat chosen = chosenFormat();
    List<String> scripts = scripts();
    Connection connection;
    try {
      connection = connect();
    } catch (SQLException e) {
      throw new CliException(connectFailure(e), e);
    }
    try (connection) {
      ScriptRunner runner = new ScriptRunner(connection, chosen, out, err);
      if (scripts.isEmpty() && texts.isEmpty() && files.isEmpty()) {
        return new SqlConsole(runner, out, err).run() ? 0 : 1;
      }
      for (String script : scripts) {
        if (!runner.run(script)) {
          return 1;
        }
      }
      return 0;
    } catch (SQLException e) {
      throw new CliException("The session did not end cleanly: " + e.getMessage(), e);
    }
  }

  private OutputFormat chosenFormat() {
    try {
      return OutputFormat.parse(format);
    } catch (CliException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private String connectFailure(SQLException e) {
    String message = String.valueOf(e.getMessage());
    return where == null && message.startsWith("No server answers")
        ? message + ". Start one with: ./ratchet serve"
        : message;
  }

  /** Everything to run, read before anything runs; empty for a console. */
  private List<String> scripts() throws IOException {
    List<String> scripts = new ArrayList<>(texts);
    for (String file : files) {
      scripts.add(file.equals("-") ? standardInput() : read(file));
    }
    if (scripts.isEmpty() && !isTerminal()) {
      files = List.of("-");
      scripts.add(standardInput());
    }
    return scripts;
  }

  /**
   * Whether a person types. Linux tells by the file behind standard input; Java's own answer
   * changed its meaning with version 22.
   */
  private static boolean isTerminal() {
    try {
      String input = Files.readSymbolicLink(Path.of("/proc/self/fd/0")).toString();
      return input.startsWith("/dev/pts/") || input.startsWith("/dev/tty");
    } catch (IOException e) {
      return false; // standard input is closed, or this is no Linux: read what comes
    }
  }

  private static String standardInput() throws IOException {
    return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
  }

  private static String read(String file) {
    try {
      return Files.readString(Path.of(file));
    } catch (IOException e) {
      throw new CliException("Cannot read " + file + ": " + reason(e), e);
    }
  }

  private static String reason(IOException e) {
    return e instanceof java.nio.file.NoSuchFileException
        ? "no such file"
        : String.valueOf(e.getMessage());
  }

  private Connection connect() throws SQLException {
    Properties properties = new Properties();
    if (database != null) {
      properties.setProperty(RatchetProperty.DATABASE.propertyName(), database);
    }
    String url = url();
    Connection connection = new RatchetDriver().connect(url, properties);
    if (connection == null) {
      throw new CliException("Not a URL of Ratchet: " + url, null);
    }
    return connection;
  }

  private String url() {
    Where place = where;
    if (place == null) {
      return RatchetUrl.PREFIX + "//127.0.0.1:" + RatchetUrl.DEFAULT_PORT;
    }
    Path data = place.data;
    if (data != null) {
      if (!Files.isDirectory(data)) {
        throw new CliException("There is no directory " + data, null);
      }
      return RatchetUrl.PREFIX + "file:" + data;
    }
    String url = String.valueOf(place.url);
    if (url.toLowerCase(Locale.ROOT).startsWith("jdbc:")) {
      return url;
    }
    int scheme = url.indexOf("://");
    return RatchetUrl.PREFIX + "//" + (scheme < 0 ? url : url.substring(scheme + 3));
  }
}
