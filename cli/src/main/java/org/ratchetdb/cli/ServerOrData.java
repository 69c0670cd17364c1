package org.ratchetdb.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.engine.api.EngineProvider;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.jdbc.RatchetDriver;
import org.ratchetdb.jdbc.config.RatchetUrl;
import picocli.CommandLine.Option;

/** Options that say where a database is: in a server that runs, or in a directory. */
final class ServerOrData {
  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "HOST[:PORT]/DATABASE of a server that runs.")
  private @Nullable String url;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Data directory that no server has open.")
  private @Nullable Path data;

  /** Whether a server is to do it. */
  boolean isServer() {
    return url != null;
  }

  /**
   * Opens the data directory.
   *
   * @param mayCreate whether there need not be one
   */
  Instance open(boolean mayCreate) {
    Path directory = data;
    if (directory == null) {
      throw new CliException("Say where the database is: --url or --data", null);
    }
    if (!mayCreate && !Files.isDirectory(directory)) {
      throw new CliException("There is no directory " + directory, null);
    }
    return EngineProvider.load().openDirectory(directory, InstanceOptions.DEFAULT);
  }

  /** Runs a statement on the server and prints the rows it answers with, if any. */
  void run(String sql, Rows rows) {
    String given = String.valueOf(url);
    int scheme = given.indexOf("://");
    String full =
        given.toLowerCase(Locale.ROOT).startsWith("jdbc:")
            ? given
            : RatchetUrl.PREFIX + "//" + (scheme < 0 ? given : given.substring(scheme + 3));
    try (Connection connection = new RatchetDriver().connect(full, new Properties())) {
      if (connection == null) {
        throw new CliException("Not a URL of Ratchet: " + given, null);
      }
      try (Statement statement = connection.createStatement()) {
        if (statement.execute(sql)) {
          rows.accept(statement);
        }
      }
    } catch (SQLException e) {
      throw new CliException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Takes the rows of a statement. */
  interface Rows {
    void accept(Statement statement) throws SQLException;
  }

  /** A text as a SQL literal. */
  static String literal(String text) {
    if (text.indexOf('\'') >= 0 || text.indexOf('\\') >= 0) {
      throw new CliException("A name with a quote or a backslash cannot be sent: " + text, null);
    }
    return "'" + text + "'";
  }
}
