package org.ratchetdb.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.jdbc.text.SqlScanner;

/**
 * The console: reads lines until a statement ends in a semicolon and runs it. Ctrl-C drops what was
 * typed, or cancels the statement that runs; Ctrl-D ends.
 */
final class SqlConsole {
  private static final String HELP =
      """
      Statements end with a semicolon. Lines that begin with a backslash are for the console:
        \\d                       tables
        \\format table|csv|json   how results are printed
        \\?                       this help
        \\q                       ends (so does Ctrl-D)
      """;

  private final ScriptRunner runner;
  private final PrintWriter out;
  private final PrintWriter err;

  SqlConsole(ScriptRunner runner, PrintWriter out, PrintWriter err) {
    this.runner = runner;
    this.out = out;
    this.err = err;
  }

  /** Runs until its user leaves; always true, for a user who leaves saw every failure. */
  boolean run() throws IOException, SQLException {
    String database = runner.connection().getCatalog();
    out.println(
        "Connected to the database "
            + database
            + " ("
            + (runner.dialect() == Dialect.POSTGRESQL ? "PostgreSQL dialect" : "GoogleSQL")
            + "). \\? shows help.");
    out.flush();
    try (Terminal terminal = TerminalBuilder.builder().system(true).build()) {
      terminal.handle(Terminal.Signal.INT, signal -> runner.cancel());
      LineReader reader =
          LineReaderBuilder.builder()
              .terminal(terminal)
              .appName("ratchet")
              .variable(
                  LineReader.HISTORY_FILE,
                  Path.of(System.getProperty("user.home"), ".ratchet_history"))
              .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
              .build();
      loop(reader, database);
    }
    return true;
  }

  private void loop(LineReader reader, String database) {
    StringBuilder typed = new StringBuilder();
    while (true) {
      String line;
      try {
        line = reader.readLine(database + (typed.isEmpty() ? "> " : "- "));
      } catch (UserInterruptException e) {
        typed.setLength(0);
        continue;
      } catch (EndOfFileException e) {
        return;
      }
      if (typed.isEmpty() && line.strip().startsWith("\\")) {
        if (!command(line.strip())) {
          return;
        }
        continue;
      }
      if (typed.isEmpty() && isFarewell(line)) {
        return;
      }
      typed.append(line).append('\n');
      if (new SqlScanner(typed.toString(), runner.dialect()).endsWithSemicolon()) {
        // What failed was reported; the console goes on.
        boolean unused = runner.run(typed.toString());
        typed.setLength(0);
      } else if (typed.toString().isBlank()) {
        typed.setLength(0);
      }
    }
  }

  private static boolean isFarewell(String line) {
    return switch (line.strip().toLowerCase(Locale.ROOT)) {
      case "exit", "quit", "exit;", "quit;" -> true;
      default -> false;
    };
  }

  /** A line for the console itself; false ends it. */
  private boolean command(String line) {
    String[] words = line.split("\\s+");
    switch (words[0]) {
      case "\\q" -> {
        return false;
      }
      case "\\?", "\\h", "\\help" -> out.print(HELP);
      case "\\d", "\\dt" -> tables();
      case "\\format" -> format(words.length > 1 ? words[1] : "");
      default -> err.println("There is no command " + words[0] + "; \\? shows those there are.");
    }
    out.flush();
    err.flush();
    return true;
  }

  private void format(String name) {
    try {
      runner.format(OutputFormat.parse(name));
    } catch (CliException e) {
      err.println(e.getMessage());
    }
  }

  private void tables() {
    try (var statement = runner.connection().createStatement();
        ResultSet rows = statement.executeQuery("SHOW TABLES")) {
      new TablePrinter().rows(rows, out);
    } catch (SQLException e) {
      err.println(e.getMessage());
    }
  }
}
