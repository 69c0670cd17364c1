package org.ratchetdb.tests.history;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.ratchetdb.tests.process.ServerProcess;
import org.ratchetdb.tests.process.ServerSpec;

/** A server that is killed and started again, while clients keep coming. Thread-safe. */
final class KilledServer implements AutoCloseable {
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(50);
  private static final int ATTEMPTS_MAX = 1_200;

  private final Path data;
  private final ServerSpec spec;
  private volatile ServerProcess process;
  private final AtomicInteger kills = new AtomicInteger();

  KilledServer(Path data, ServerSpec spec) throws IOException, InterruptedException {
    this.data = data;
    this.spec = spec;
    this.process = ServerProcess.start(data, spec);
  }

  int kills() {
    return kills.get();
  }

  /** Called by one thread at a time. */
  void killAndRestart() throws IOException, InterruptedException {
    process.kill();
    kills.incrementAndGet();
    process = ServerProcess.start(data, spec);
  }

  /** Connects, when the server is up again at the latest; every third client by our driver. */
  Connection connect(String database, int client) throws SQLException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      String address = "127.0.0.1:" + process.port() + "/" + database;
      String url =
          client % 3 == 2
              ? "jdbc:ratchet://" + address
              : "jdbc:postgresql://" + address + "?user=tester";
      try {
        return DriverManager.getConnection(url);
      } catch (SQLException e) {
        if (!SqlStates.isDisconnect(e) || attempt == ATTEMPTS_MAX) {
          throw e;
        }
      }
      if (!HistoryIT.pause(BETWEEN_ATTEMPTS)) {
        throw new InterruptedException();
      }
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
