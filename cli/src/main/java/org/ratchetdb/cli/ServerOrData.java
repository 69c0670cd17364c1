package org.ratchetdb.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.engine.api.EngineProvider;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.jdbc.RatchetDriver;
import org.ratchetdb.jdbc.api.RatchetSession;
import org.ratchetdb.jdbc.config.RatchetProperty;
import org.ratchetdb.jdbc.config.RatchetUrl;
import picocli.CommandLine.Option;

/** Options that say where a database is: in a server that runs, or in a directory. */
final class ServerOrData {
  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "HOST[:PORT][/DATABASE] of a server that runs.")
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

  /**
   * Runs a statement on the server and prints the rows it answers with, if any.
   *
   * @param database where to run it when the URL names none; null for any that is there
   * @param err hears how far it is, meanwhile
   */
  void run(String sql, @Nullable String database, PrintWriter err, Rows rows) {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement()) {
      connection
          .unwrap(RatchetSession.class)
          .setNoticeListener(
              warning -> {
                err.println(warning.getMessage());
                err.flush();
              });
      if (statement.execute(sql)) {
        rows.accept(statement);
      }
    } catch (SQLException e) {
      throw new CliException(String.valueOf(e.getMessage()), e);
    }
  }

  /** The database that the URL names, or null. */
  private @Nullable String databaseOfUrl() throws SQLException {
    String named = parsed().get(RatchetProperty.DATABASE);
    return named.isEmpty() ? null : named;
  }

  private RatchetUrl parsed() throws SQLException {
    return RatchetUrl.parse(fullUrl(), new Properties());
  }

  private Connection connect(@Nullable String database) throws SQLException {
    if (databaseOfUrl() != null || parsed().dialect() != null) {
      return connectTo(null);
    }
    if (database != null) {
      return connectTo(database);
    }
    try {
      return connectTo(RatchetUrl.GOOGLESQL_DATABASE);
    } catch (SQLException e) {
      if (!isNoSuchDatabase(e)) {
        throw e;
      }
    }
    try {
      return connectTo(RatchetUrl.POSTGRESQL_DATABASE);
    } catch (SQLException e) {
      if (!isNoSuchDatabase(e)) {
        throw e;
      }
      throw new CliException("Name a database of the server: --url HOST:PORT/DATABASE", e);
    }
  }

  private static boolean isNoSuchDatabase(SQLException e) {
    return ErrorCode.DATABASE_NOT_FOUND.sqlState().equals(e.getSQLState());
  }

  private Connection connectTo(@Nullable String database) throws SQLException {
    Properties properties = new Properties();
    if (database != null) {
      properties.setProperty(RatchetProperty.DATABASE.propertyName(), database);
    }
    Connection connection = new RatchetDriver().connect(fullUrl(), properties);
    if (connection == null) {
      throw new CliException("Not a URL of Ratchet: " + url, null);
    }
    return connection;
  }

  private String fullUrl() {
    String given = String.valueOf(url);
    if (given.toLowerCase(Locale.ROOT).startsWith("jdbc:")) {
      return given;
    }
    int scheme = given.indexOf("://");
    return RatchetUrl.PREFIX + "//" + (scheme < 0 ? given : given.substring(scheme + 3));
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
