package org.ratchetdb.tests.concurrency;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.database.RatchetInstance;
import org.ratchetdb.pgwire.PgServer;
import org.ratchetdb.pgwire.PgServerOptions;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.StoreStatistics;

/** A served instance in memory with one GoogleSQL database, whose store can be asked. */
final class ServedInstance implements AutoCloseable {
  private static final String DATABASE = "d";

  private final List<KvStore> stores = new CopyOnWriteArrayList<>();
  private final Instance instance;
  private final PgServer server;

  ServedInstance(InstanceOptions options) {
    instance =
        RatchetInstance.openMemory(
            options,
            JdkThreads.INSTANCE,
            store -> {
              stores.add(store);
              return store;
            });
    instance.createDatabase(DATABASE, Dialect.GOOGLE_STANDARD_SQL);
    server = new PgServer(instance, PgServerOptions.DEFAULT.withPort(0).withMaxConnections(200));
    server.start();
  }

  /** By pgjdbc. */
  Connection connect() throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + server.port() + "/" + DATABASE + "?user=tester");
  }

  /** By our own driver. */
  Connection connectByOwnDriver() throws SQLException {
    return DriverManager.getConnection(
        "jdbc:ratchet://127.0.0.1:" + server.port() + "/" + DATABASE);
  }

  StoreStatistics statistics() {
    return stores.get(0).statistics();
  }

  void execute(String... statements) throws SQLException {
    try (Connection connection = connect()) {
      execute(connection, statements);
    }
  }

  static void execute(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  @Override
  public void close() {
    server.close();
    instance.close();
  }
}
