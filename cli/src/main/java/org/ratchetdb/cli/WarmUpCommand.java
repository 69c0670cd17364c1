package org.ratchetdb.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.ratchetdb.engine.api.EngineProvider;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.jdbc.RatchetDriver;
import org.ratchetdb.pgwire.PgServer;
import org.ratchetdb.pgwire.PgServerOptions;
import picocli.CommandLine.Command;

/**
 * {@code ratchet warm-up}: a server in memory, a session or two, and out again. The launcher runs
 * it once after a build to record which classes {@code serve} and {@code sql} load.
 */
@Command(
    name = "warm-up",
    hidden = true,
    description = "Loads the classes that the other commands need, and ends.")
final class WarmUpCommand implements Callable<Integer> {
  @Override
  public Integer call() throws SQLException {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    try (Instance instance = EngineProvider.load().openMemory(InstanceOptions.DEFAULT)) {
      ServeCommand.prepare(instance, true, nowhere);
      try (PgServer server = new PgServer(instance, PgServerOptions.DEFAULT.withPort(0))) {
        server.start();
        session(server.port(), ServeCommand.GOOGLESQL_DATABASE, "SingerId", nowhere);
        session(server.port(), ServeCommand.POSTGRESQL_DATABASE, "singer_id", nowhere);
      }
    }
    return 0;
  }

  private static void session(int port, String database, String key, PrintWriter out)
      throws SQLException {
    String url = "jdbc:ratchet://127.0.0.1:" + port + "/" + database;
    try (Connection connection = new RatchetDriver().connect(url, new Properties())) {
      if (connection == null) {
        return;
      }
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT * FROM Singers WHERE " + key + " = 1")) {
        new TablePrinter().rows(rows, out);
      }
    }
  }
}
