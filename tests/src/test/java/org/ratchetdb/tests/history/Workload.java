package org.ratchetdb.tests.history;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.ratchetdb.common.type.Dialect;

/**
 * Clients of one database that append to lists, write registers and read both, and record it. Keys
 * come in generations, so that lists stay short. Thread-safe.
 */
final class Workload {
  static final int HOT_KEYS = 3;
  static final int COLD_KEYS = 40;
  private static final int APPENDS_PER_GENERATION = 600;
  private static final long IDS_PER_GENERATION = 1_000;
  private static final int ERRORS_MAX = 20;
  private static final long STOP_SECONDS_MAX = 120;

  /** Opens connections; may wait while the server is down. */
  @FunctionalInterface
  interface Connector {
    Connection connect(int client) throws SQLException, InterruptedException;
  }

  private final Tables tables;
  private final Connector connector;
  private final WorkloadOptions options;
  private final SplittableRandom seeds;
  private final List<TransactionRecord> history = Collections.synchronizedList(new ArrayList<>());
  private final List<String> errors = Collections.synchronizedList(new ArrayList<>());
  private final AtomicLong values = new AtomicLong();
  private final AtomicLong appends = new AtomicLong();
  private final AtomicLong schemaChanges = new AtomicLong();
  private final ExecutorService pool = Executors.newCachedThreadPool();
  private final List<Future<?>> running = new ArrayList<>();
  private final AtomicLong firstCommitMicros = new AtomicLong(Long.MAX_VALUE);
  private final AtomicLong lastCommitMicros = new AtomicLong();
  private volatile int generation = -1;
  private volatile boolean stopped;

  Workload(Dialect dialect, Connector connector, WorkloadOptions options, SplittableRandom random) {
    this.tables = new Tables(dialect);
    this.connector = connector;
    this.options = options;
    this.seeds = random;
  }

  void createTables() throws SQLException, InterruptedException {
    try (Connection connection = connector.connect(-1);
        Statement statement = connection.createStatement()) {
      for (String sql : tables.create()) {
        statement.execute(sql);
      }
      newGeneration(connection);
    }
  }

  void start() {
    for (int i = 0; i < options.clients(); i++) {
      WorkloadClient client = new WorkloadClient(this, i, seeds.split());
      running.add(pool.submit(client));
    }
    running.add(pool.submit(new SchemaChanger(this, seeds.split())));
  }

  /** Lets what runs come to its end, then reads every key once more. */
  void stop() throws Exception {
    stopped = true;
    for (Future<?> future : running) {
      future.get(STOP_SECONDS_MAX, TimeUnit.SECONDS);
    }
    WorkloadClient last = new WorkloadClient(this, options.clients(), seeds.split());
    last.readEverything();
    pool.shutdown();
  }

  // ---- for the clients

  Tables tables() {
    return tables;
  }

  WorkloadOptions options() {
    return options;
  }

  Connection connect(int client) throws SQLException, InterruptedException {
    return connector.connect(client);
  }

  boolean isStopped() {
    return stopped;
  }

  int generation() {
    return generation;
  }

  static long id(int generation, int number) {
    return generation * IDS_PER_GENERATION + number;
  }

  long nextValue() {
    return values.incrementAndGet();
  }

  void appended() {
    appends.incrementAndGet();
  }

  void record(TransactionRecord transaction) {
    history.add(transaction);
  }

  void committedAt(long micros) {
    firstCommitMicros.accumulateAndGet(micros, Math::min);
    lastCommitMicros.accumulateAndGet(micros, Math::max);
  }

  /** The oldest commit timestamp that a client was told; far in the future before the first. */
  long firstCommitMicros() {
    return firstCommitMicros.get();
  }

  /** The newest commit timestamp that a client was told, 0 before the first. */
  long lastCommitMicros() {
    return lastCommitMicros.get();
  }

  /** Notes a failure that no client should see; a few are enough to go by. */
  void unexpected(String where, Throwable failure) {
    if (errors.size() < ERRORS_MAX) {
      errors.add(where + ": " + failure);
    }
  }

  boolean needsGeneration() {
    return appends.get() >= (generation + 1L) * APPENDS_PER_GENERATION;
  }

  /** Makes rows for new keys and sends the clients there. */
  void newGeneration(Connection connection) throws SQLException {
    int next = generation + 1;
    connection.setAutoCommit(false);
    for (String sql : tables.newRow()) {
      try (PreparedStatement insert = connection.prepareStatement(sql)) {
        for (int number = 0; number < HOT_KEYS + COLD_KEYS; number++) {
          insert.setLong(1, id(next, number));
          insert.addBatch();
        }
        insert.executeBatch();
      }
    }
    connection.commit();
    connection.setAutoCommit(true);
    generation = next;
  }

  void changedSchema() {
    schemaChanges.incrementAndGet();
  }

  // ---- afterwards

  List<TransactionRecord> history() {
    synchronized (history) {
      return List.copyOf(history);
    }
  }

  long committed() {
    return count(history(), TransactionRecord.Outcome.COMMITTED);
  }

  List<String> errors() {
    synchronized (errors) {
      return List.copyOf(errors);
    }
  }

  /** One line on what happened. */
  String summary() {
    List<TransactionRecord> all = history();
    return all.size()
        + " transactions, "
        + count(all, TransactionRecord.Outcome.COMMITTED)
        + " committed, "
        + count(all, TransactionRecord.Outcome.FAILED)
        + " failed, "
        + count(all, TransactionRecord.Outcome.UNKNOWN)
        + " unknown, "
        + (generation + 1)
        + " generations of keys, "
        + schemaChanges
        + " schema changes";
  }

  private static long count(List<TransactionRecord> all, TransactionRecord.Outcome outcome) {
    return all.stream().filter(t -> t.outcome() == outcome).count();
  }
}
