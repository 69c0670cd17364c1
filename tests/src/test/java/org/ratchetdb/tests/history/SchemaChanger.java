package org.ratchetdb.tests.history;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Beside the clients: makes new keys when the lists have grown, changes the schema there and back,
 * and lets splits divide. Owned by one thread.
 */
final class SchemaChanger implements Runnable {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Workload workload;
  private final SplittableRandom random;

  /** What brings the schema back to where it was, when a change is in effect. */
  private @Nullable String undo;

  SchemaChanger(Workload workload, SplittableRandom random) {
    this.workload = workload;
    this.random = random;
  }

  @Override
  public void run() {
    while (!workload.isStopped()) {
      try (Connection connection = workload.connect(-1)) {
        work(connection);
      } catch (SQLException e) {
        if (!SqlStates.isDisconnect(e)) {
          workload.unexpected("schema", e);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void work(Connection connection) throws SQLException {
    while (!workload.isStopped()) {
      if (workload.needsGeneration()) {
        workload.newGeneration(connection);
      }
      if (workload.options().schemaChanges()) {
        try (Statement statement = connection.createStatement()) {
          change(statement);
        }
      }
      LockSupport.parkNanos(this, PAUSE_NANOS);
    }
  }

  private void change(Statement statement) throws SQLException {
    if (random.nextInt(4) == 0) {
      statement.execute("ANALYZE");
      return;
    }
    if (undo != null) {
      String sql = undo;
      undo = null;
      statement.execute(sql);
    } else {
      List<List<String>> changes = workload.tables().changes();
      List<String> change = changes.get(random.nextInt(changes.size()));
      // A crash may leave a change done that nobody was told of; undone is where it starts from.
      executeLeniently(statement, change.get(1));
      statement.execute(change.get(0));
      undo = change.get(1);
    }
    workload.changedSchema();
  }

  private static void executeLeniently(Statement statement, String sql) throws SQLException {
    try {
      statement.execute(sql);
    } catch (SQLException e) {
      if (SqlStates.isDisconnect(e)) {
        throw e;
      }
    }
  }
}
