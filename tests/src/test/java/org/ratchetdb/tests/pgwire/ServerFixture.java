package org.ratchetdb.tests.pgwire;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.EngineProvider;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.pgwire.PgServer;
import org.ratchetdb.pgwire.PgServerOptions;

/** An instance in memory with a database of each dialect, {@code pg} and {@code gsql}, served. */
final class ServerFixture implements AutoCloseable {
  private static final long PSQL_SECONDS_MAX = 60;

  private final Instance instance;
  private final PgServer server;

  ServerFixture() {
    instance = EngineProvider.load().openMemory(InstanceOptions.DEFAULT);
    instance.createDatabase("pg", Dialect.POSTGRESQL);
    instance.createDatabase("gsql", Dialect.GOOGLE_STANDARD_SQL);
    server = new PgServer(instance, PgServerOptions.DEFAULT.withPort(0));
    server.start();
  }

  Connection connect(String database, String parameters) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", "tester");
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + server.port() + "/" + database + "?" + parameters,
        properties);
  }

  static boolean hasPsql() {
    return Files.isExecutable(Path.of("/usr/bin/psql"));
  }

  /** Output of psql, errors included, for commands given one by one with -c. */
  String psql(String database, String... commands) throws IOException, InterruptedException {
    List<String> line =
        new ArrayList<>(
            List.of(
                "psql",
                "-X",
                "-A",
                "-h",
                "127.0.0.1",
                "-p",
                Integer.toString(server.port()),
                "-U",
                "tester",
                "-d",
                database));
    for (String command : commands) {
      line.add("-c");
      line.add(command);
    }
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(PSQL_SECONDS_MAX, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException("psql did not end");
    }
    return output;
  }

  @Override
  public void close() {
    server.close();
    instance.close();
  }
}
