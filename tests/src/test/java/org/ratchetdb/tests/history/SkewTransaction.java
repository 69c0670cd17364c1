package org.ratchetdb.tests.history;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Reads one row and writes another. Owned by one thread. */
final class SkewTransaction {
  private final Connection connection;
  private final long reads;
  private final long writes;
  private final List<TransactionRecord> history;
  private final List<Operation> operations = new ArrayList<>();
  private final long invoked = System.nanoTime();

  SkewTransaction(Connection connection, long reads, long writes, List<TransactionRecord> history) {
    this.connection = connection;
    this.reads = reads;
    this.writes = writes;
    this.history = history;
  }

  void read() throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT Busy FROM Duty WHERE Id = ?")) {
      statement.setLong(1, reads);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        long value = row.getLong(1);
        operations.add(new Operation.Read("duty/" + reads, value == 0 ? null : value));
      }
    }
  }

  void write() throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("UPDATE Duty SET Busy = 1 WHERE Id = ?")) {
      statement.setLong(1, writes);
      statement.executeUpdate();
      operations.add(new Operation.Write("duty/" + writes, 1));
    }
  }

  void commit() throws SQLException {
    connection.commit();
    history.add(
        new TransactionRecord(
            (int) reads,
            TransactionRecord.Level.REPEATABLE_READ,
            operations,
            invoked,
            System.nanoTime(),
            TransactionRecord.Outcome.COMMITTED,
            TransactionRecord.UNKNOWN,
            TransactionRecord.UNKNOWN));
  }
}
