package org.ratchetdb.tests.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sixteen sessions move money between few accounts, so that they meet all the time. The sum is
 * conserved, every session gets on, and together they do more than one alone.
 */
class ConflictingTransfersIT {
  private static final int SESSIONS = 16;
  private static final int ACCOUNTS = 100;
  private static final long START_BALANCE = 1_000;
  private static final Duration TOGETHER = Duration.ofSeconds(30);
  private static final Duration ALONE = Duration.ofSeconds(8);

  @Test
  void sumIsConservedAndSessionsTogetherOutrunOne(@TempDir Path directory) throws Exception {
    long seed = new SplittableRandom().nextLong();
    System.out.println("ConflictingTransfersIT seed " + seed);
    String url = "jdbc:ratchet:file:" + directory.resolve("data");
    try (Connection keep = DriverManager.getConnection(url)) {
      createAccounts(keep);
      List<Worker> warmUp = run(url, 2, Duration.ofSeconds(4), seed + 1);
      List<Worker> alone = run(url, 1, ALONE, seed + 2);
      List<Worker> together = run(url, SESSIONS, TOGETHER, seed + 3);
      assertThat(sum(keep)).isEqualTo(ACCOUNTS * START_BALANCE);
      assertThat(together)
          .as("every session commits, and none waits for longer than the idle timeout")
          .allSatisfy(
              worker -> {
                assertThat(worker.commits).isPositive();
                assertThat(worker.longestNanos).isLessThan(TimeUnit.SECONDS.toNanos(10));
              });
      double aloneRate = rate(alone, ALONE);
      double togetherRate = rate(together, TOGETHER);
      System.out.println(
          "transfers per second: one session "
              + Math.round(aloneRate)
              + ", "
              + SESSIONS
              + " sessions "
              + Math.round(togetherRate)
              + " (aborted and run again: "
              + together.stream().mapToLong(worker -> worker.aborts).sum()
              + ")");
      assertThat(warmUp).allSatisfy(worker -> assertThat(worker.commits).isPositive());
      assertThat(togetherRate).isGreaterThan(aloneRate);
    }
  }

  private static void createAccounts(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE Account (Id INT64 NOT NULL, Balance INT64 NOT NULL) PRIMARY KEY (Id)");
    }
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO Account (Id, Balance) VALUES (?, ?)")) {
      for (int i = 0; i < ACCOUNTS; i++) {
        insert.setLong(1, i);
        insert.setLong(2, START_BALANCE);
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private static List<Worker> run(String url, int sessions, Duration duration, long seed)
      throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(sessions);
    try {
      List<Future<Worker>> futures = new ArrayList<>();
      for (int i = 0; i < sessions; i++) {
        Worker worker = new Worker(new SplittableRandom(seed * 1_000 + i));
        futures.add(pool.submit(() -> worker.run(url, duration)));
      }
      List<Worker> done = new ArrayList<>();
      for (Future<Worker> future : futures) {
        done.add(future.get(duration.toSeconds() + 60, TimeUnit.SECONDS));
      }
      return done;
    } finally {
      pool.shutdownNow();
    }
  }

  private static double rate(List<Worker> workers, Duration duration) {
    return workers.stream().mapToLong(worker -> worker.commits).sum()
        / (double) duration.toSeconds();
  }

  private static long sum(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT SUM(Balance) FROM Account")) {
      assertThat(row.next()).isTrue();
      return row.getLong(1);
    }
  }

  /** One session that transfers until its time is up. */
  private static final class Worker {
    private final SplittableRandom random;
    private long commits;
    private long aborts;
    private long longestNanos;

    Worker(SplittableRandom random) {
      this.random = random;
    }

    Worker run(String url, Duration duration) throws SQLException {
      try (Connection connection = DriverManager.getConnection(url);
          PreparedStatement read =
              connection.prepareStatement("SELECT Balance FROM Account WHERE Id = ?");
          PreparedStatement write =
              connection.prepareStatement("UPDATE Account SET Balance = ? WHERE Id = ?")) {
        connection.setAutoCommit(false);
        long end = System.nanoTime() + duration.toNanos();
        while (System.nanoTime() < end) {
          long begin = System.nanoTime();
          transfer(connection, read, write);
          longestNanos = Math.max(longestNanos, System.nanoTime() - begin);
        }
      }
      return this;
    }

    private void transfer(Connection connection, PreparedStatement read, PreparedStatement write)
        throws SQLException {
      long from = random.nextLong(ACCOUNTS);
      long to = (from + 1 + random.nextLong(ACCOUNTS - 1)) % ACCOUNTS;
      long amount = random.nextLong(1, 100);
      while (true) {
        try {
          long fromBalance = balance(read, from);
          long toBalance = balance(read, to);
          set(write, from, fromBalance - amount);
          set(write, to, toBalance + amount);
          connection.commit();
          commits++;
          return;
        } catch (SQLException e) {
          connection.rollback();
          if (!"40001".equals(e.getSQLState())) {
            throw e;
          }
          aborts++;
        }
      }
    }

    private static long balance(PreparedStatement read, long id) throws SQLException {
      read.setLong(1, id);
      try (ResultSet row = read.executeQuery()) {
        assertThat(row.next()).isTrue();
        return row.getLong(1);
      }
    }

    private static void set(PreparedStatement write, long id, long balance) throws SQLException {
      write.setLong(1, balance);
      write.setLong(2, id);
      assertThat(write.executeUpdate()).isEqualTo(1);
    }
  }
}
