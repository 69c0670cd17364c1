package org.ratchetdb.tests.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.tests.process.ServerProcess;
import org.ratchetdb.tests.process.ServerSpec;

/**
 * What was acknowledged on one connection is seen by every strong read that begins afterwards on
 * another, however it reads.
 */
class RealTimeOrderIT {
  private static final int ROWS = 8;
  private static final int WRITERS = 4;
  private static final int READERS = 4;
  private static final int WRITES = 500;

  /** Opens a connection to the same database each time. */
  @FunctionalInterface
  private interface Door {
    Connection open() throws SQLException;
  }

  @Test
  void embedded(@TempDir Path directory) throws Exception {
    String url = "jdbc:ratchet:file:" + directory.resolve("data");
    try (Connection keep = DriverManager.getConnection(url)) {
      assertThat(keep.isValid(1)).isTrue();
      run(() -> DriverManager.getConnection(url));
    }
  }

  @Test
  void overTheWire(@TempDir Path directory) throws Exception {
    try (ServerProcess server = ServerProcess.start(directory, ServerSpec.DEFAULT)) {
      String address = "127.0.0.1:" + server.port() + "/gsql";
      SplittableRandom random = new SplittableRandom(1);
      run(
          () -> {
            synchronized (random) {
              return DriverManager.getConnection(
                  random.nextBoolean()
                      ? "jdbc:ratchet://" + address
                      : "jdbc:postgresql://" + address + "?user=tester");
            }
          });
    }
  }

  private static void run(Door door) throws Exception {
    try (Connection setup = door.open()) {
      ServedInstance.execute(
          setup,
          "CREATE TABLE T (K INT64 NOT NULL, V INT64 NOT NULL) PRIMARY KEY (K)",
          "CREATE INDEX ByV ON T (V DESC)");
      for (int key = 0; key < ROWS; key++) {
        ServedInstance.execute(setup, "INSERT INTO T (K, V) VALUES (" + key + ", 0)");
      }
    }
    long seed = new SplittableRandom().nextLong();
    System.out.println("RealTimeOrderIT seed " + seed);
    // The largest value of each row that any writer has been told is committed.
    AtomicLongArray acknowledged = new AtomicLongArray(ROWS);
    ExecutorService pool = Executors.newCachedThreadPool();
    try {
      List<Future<Long>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        writers.add(pool.submit(() -> write(door, writer, acknowledged)));
      }
      List<Future<Long>> readers = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        int reader = i;
        readers.add(
            pool.submit(
                () -> {
                  SplittableRandom random = new SplittableRandom(seed + reader);
                  return read(door, reader, random, acknowledged, writers);
                }));
      }
      for (Future<Long> writer : writers) {
        assertThat(writer.get(300, TimeUnit.SECONDS)).isEqualTo(WRITES);
      }
      long reads = 0;
      for (Future<Long> reader : readers) {
        reads += reader.get(300, TimeUnit.SECONDS);
      }
      System.out.println("real-time order held in " + reads + " reads");
      assertThat(reads).isGreaterThan(WRITES);
    } finally {
      pool.shutdownNow();
    }
  }

  /** Each writer has rows of its own, which only grow. */
  private static long write(Door door, int writer, AtomicLongArray acknowledged)
      throws SQLException {
    try (Connection connection = door.open();
        PreparedStatement update =
            connection.prepareStatement("UPDATE T SET V = V + 1 WHERE K = ?")) {
      for (int i = 0; i < WRITES; i++) {
        int key = writer * (ROWS / WRITERS) + i % (ROWS / WRITERS);
        update.setLong(1, key);
        assertThat(update.executeUpdate()).isEqualTo(1);
        acknowledged.incrementAndGet(key);
      }
    }
    return WRITES;
  }

  private static long read(
      Door door,
      int reader,
      SplittableRandom random,
      AtomicLongArray acknowledged,
      List<Future<Long>> writers)
      throws SQLException {
    long reads = 0;
    try (Connection connection = door.open();
        PreparedStatement byKey = connection.prepareStatement("SELECT V FROM T WHERE K = ?");
        PreparedStatement byIndex =
            connection.prepareStatement("SELECT V FROM T@{FORCE_INDEX=ByV} WHERE K = ?")) {
      if (reader == 1) {
        connection.setReadOnly(true);
        connection.setAutoCommit(false);
      } else if (reader == 2) {
        connection.setAutoCommit(false);
      }
      while (!writers.stream().allMatch(Future::isDone)) {
        int key = random.nextInt(ROWS);
        PreparedStatement select = random.nextInt(4) == 0 ? byIndex : byKey;
        long atLeast = acknowledged.get(key);
        try {
          select.setLong(1, key);
          try (ResultSet row = select.executeQuery()) {
            assertThat(row.next()).isTrue();
            assertThat(row.getLong(1))
                .as("row %d, reader %d", key, reader)
                .isGreaterThanOrEqualTo(atLeast);
          }
          reads++;
        } catch (SQLException e) {
          assertThat(e.getSQLState()).as("%s", e).isEqualTo("40001");
        } finally {
          if (!connection.getAutoCommit()) {
            connection.rollback();
          }
        }
      }
    }
    return reads;
  }
}
