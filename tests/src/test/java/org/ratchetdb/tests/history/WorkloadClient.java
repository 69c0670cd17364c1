package org.ratchetdb.tests.history;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.ratchetdb.tests.history.TransactionRecord.Level;
import org.ratchetdb.tests.history.TransactionRecord.Outcome;

/** One client: transaction after transaction, each recorded. Owned by one thread. */
final class WorkloadClient implements Runnable {
  private static final int OPERATIONS_MAX = 5;
  private static final int STALENESS_MICROS_MAX = 100_000;
  private static final int TRANSACTIONS_PER_CONNECTION = 200;

  private final Workload workload;
  private final int number;
  private final SplittableRandom random;

  /** Of the keys of this transaction, whose snapshot may be older than the next generation. */
  private int generation;

  WorkloadClient(Workload workload, int number, SplittableRandom random) {
    this.workload = workload;
    this.number = number;
    this.random = random;
  }

  @Override
  public void run() {
    while (!workload.isStopped()) {
      try (Connection connection = workload.connect(number);
          WorkloadStatements statements = new WorkloadStatements(connection, workload)) {
        if (random.nextInt(3) == 0) {
          statements.setOptimistic();
        }
        for (int i = 0; i < TRANSACTIONS_PER_CONNECTION && !workload.isStopped(); i++) {
          transaction(connection, statements);
        }
      } catch (SQLException e) {
        if (!SqlStates.isDisconnect(e)) {
          workload.unexpected("client " + number, e);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void transaction(Connection connection, WorkloadStatements statements)
      throws SQLException {
    WorkloadOptions options = workload.options();
    generation = workload.generation();
    int kind = random.nextInt(100) - options.single();
    if (kind < 0) {
      single(connection, statements);
      return;
    }
    kind -= options.readOnly();
    if (kind < 0) {
      several(connection, statements, Level.STRONG_READ);
      return;
    }
    kind -= options.stale();
    if (kind < 0) {
      stale(connection, statements);
      return;
    }
    kind -= options.repeatable();
    several(connection, statements, kind < 0 ? Level.REPEATABLE_READ : Level.SERIALIZABLE);
  }

  /** Is told the end of a transaction once. */
  private final class Recorder {
    final List<Operation> operations = new ArrayList<>();
    final long invoked = System.nanoTime();

    void end(Level level, Outcome outcome) {
      record(level, outcome, System.nanoTime(), TransactionRecord.UNKNOWN);
    }

    /** As {@link #end}, for one that committed; asks for its timestamp. */
    void committed(Level level, WorkloadStatements statements) throws SQLException {
      long completed = System.nanoTime();
      boolean writes =
          operations.stream()
              .anyMatch(o -> o instanceof Operation.Append || o instanceof Operation.Write);
      long micros = TransactionRecord.UNKNOWN;
      try {
        if (isReadOnly(level)) {
          micros = statements.shownMicros("read_timestamp");
        } else if (writes) {
          micros = statements.shownMicros("commit_timestamp");
          workload.committedAt(micros);
        }
      } finally {
        // It did commit, even if its timestamp cannot be learned any more.
        record(level, Outcome.COMMITTED, completed, micros);
      }
    }

    private void record(Level level, Outcome outcome, long completed, long micros) {
      workload.record(
          new TransactionRecord(
              number,
              level,
              operations,
              invoked,
              completed,
              outcome,
              isReadOnly(level) ? TransactionRecord.UNKNOWN : micros,
              isReadOnly(level) ? micros : TransactionRecord.UNKNOWN));
    }
  }

  private static boolean isReadOnly(Level level) {
    return level == Level.STRONG_READ || level == Level.STALE_READ;
  }

  private void single(Connection connection, WorkloadStatements statements) throws SQLException {
    connection.setAutoCommit(true);
    boolean reads = random.nextBoolean();
    Level level = reads ? Level.STRONG_READ : Level.SERIALIZABLE;
    Recorder recorder = new Recorder();
    try {
      operation(statements, recorder.operations, reads, !reads);
    } catch (SQLException e) {
      boolean certain = SqlStates.isAborted(e) || SqlStates.isUniqueViolation(e);
      recorder.end(level, certain ? Outcome.FAILED : Outcome.UNKNOWN);
      judge("single statement", e, false);
      return;
    }
    recorder.committed(level, statements);
  }

  /** Reads at a time that lies a little back, or exactly at, or just before, a commit. */
  private void stale(Connection connection, WorkloadStatements statements) throws SQLException {
    long commit = workload.lastCommitMicros();
    if (commit - workload.firstCommitMicros() < STALENESS_MICROS_MAX) {
      return; // at the oldest time that is read there may be no tables
    }
    long micros = commit - random.nextInt(3) * random.nextLong(1, STALENESS_MICROS_MAX / 2);
    String bound =
        random.nextInt(3) == 0
            ? "EXACT_STALENESS " + random.nextInt(1, 100) + "ms"
            : "READ_TIMESTAMP " + Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    connection.setAutoCommit(true);
    statements.setStaleness(bound);
    several(connection, statements, Level.STALE_READ);
    statements.setStaleness("STRONG");
  }

  private void several(Connection connection, WorkloadStatements statements, Level level)
      throws SQLException {
    connection.setAutoCommit(true);
    connection.setReadOnly(isReadOnly(level));
    int isolation =
        level == Level.REPEATABLE_READ
            ? Connection.TRANSACTION_REPEATABLE_READ
            : Connection.TRANSACTION_SERIALIZABLE;
    if (connection.getTransactionIsolation() != isolation) {
      connection.setTransactionIsolation(isolation);
    }
    connection.setAutoCommit(false);
    boolean committing = false;
    boolean committed = false;
    Recorder recorder = new Recorder();
    try {
      int count = random.nextInt(1, OPERATIONS_MAX + 1);
      for (int i = 0; i < count; i++) {
        operation(statements, recorder.operations, isReadOnly(level), false);
      }
      if (random.nextInt(12) == 0) {
        connection.rollback();
        recorder.end(level, isReadOnly(level) ? Outcome.COMMITTED : Outcome.FAILED);
        return;
      }
      committing = true;
      connection.commit();
      committed = true;
      recorder.committed(level, statements);
    } catch (SQLException e) {
      if (!committed) {
        boolean certain = !committing || SqlStates.isAborted(e);
        recorder.end(level, certain ? Outcome.FAILED : Outcome.UNKNOWN);
      }
      judge(level + (committing ? " commit" : " statement"), e, level == Level.REPEATABLE_READ);
      connection.rollback();
    } finally {
      leaveMode(connection);
    }
  }

  /** Back to what single statements want; of a broken connection the next call tells. */
  private static void leaveMode(Connection connection) throws SQLException {
    if (!connection.isClosed()) {
      connection.setAutoCommit(true);
      connection.setReadOnly(false);
    }
  }

  /** Disconnects end the connection; aborts are part of life; anything else is a fault. */
  private void judge(String where, SQLException e, boolean mayCollide) throws SQLException {
    if (SqlStates.isDisconnect(e)) {
      throw e;
    }
    if (!SqlStates.isAborted(e) && !(mayCollide && SqlStates.isUniqueViolation(e))) {
      workload.unexpected(where, e);
    }
  }

  // ---- operations

  private int keyNumber() {
    return random.nextInt(100) < 60
        ? random.nextInt(Workload.HOT_KEYS)
        : Workload.HOT_KEYS + random.nextInt(Workload.COLD_KEYS);
  }

  private void operation(
      WorkloadStatements statements, List<Operation> done, boolean onlyReads, boolean onlyWrites)
      throws SQLException {
    boolean writes = onlyWrites || (!onlyReads && random.nextInt(100) < 45);
    long id = Workload.id(generation, keyNumber());
    boolean first = random.nextBoolean();
    switch (random.nextInt(6)) {
      case 0 -> {
        if (writes) {
          statements.appendText(id, first ? "A" : "B", done);
        } else {
          statements.readText(id, first ? "A" : "B", done);
        }
      }
      case 1 -> {
        if (writes) {
          statements.appendItem(id, done);
        } else {
          statements.readItems(id, done);
        }
      }
      case 2 -> {
        if (writes) {
          statements.appendEntry(id, done);
        } else {
          // A locking scan of the whole table would leave nothing else to run.
          statements.readEntries(id, onlyReads && random.nextInt(4) == 0, done);
        }
      }
      case 3 -> {
        if (writes) {
          statements.writeRow(id, done);
        } else {
          statements.readRow(id, done);
        }
      }
      default -> {
        String column = Tables.REGISTERS.get(random.nextInt(Tables.REGISTERS.size()));
        if (writes) {
          statements.writeRegister(id, column, done);
        } else {
          statements.readRegister(id, column, done);
        }
      }
    }
  }

  /** Reads every key of every generation, so that nothing acknowledged can be missing unseen. */
  void readEverything() throws SQLException, InterruptedException {
    try (Connection connection = workload.connect(number);
        WorkloadStatements statements = new WorkloadStatements(connection, workload)) {
      for (int made = 0; made <= workload.generation(); made++) {
        for (int key = 0; key < Workload.HOT_KEYS + Workload.COLD_KEYS; key++) {
          readAll(statements, Workload.id(made, key));
        }
      }
    }
  }

  private void readAll(WorkloadStatements statements, long id) throws SQLException {
    for (String column : List.of("A", "B")) {
      Recorder recorder = new Recorder();
      statements.readText(id, column, recorder.operations);
      recorder.end(Level.STRONG_READ, Outcome.COMMITTED);
    }
    for (boolean ofTable : List.of(false, true)) {
      Recorder recorder = new Recorder();
      statements.readEntries(id, ofTable, recorder.operations);
      recorder.end(Level.STRONG_READ, Outcome.COMMITTED);
    }
    Recorder items = new Recorder();
    statements.readItems(id, items.operations);
    items.end(Level.STRONG_READ, Outcome.COMMITTED);
    for (String column : Tables.REGISTERS) {
      Recorder recorder = new Recorder();
      statements.readRegister(id, column, recorder.operations);
      recorder.end(Level.STRONG_READ, Outcome.COMMITTED);
    }
  }
}
