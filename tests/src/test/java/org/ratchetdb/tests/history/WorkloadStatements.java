package org.ratchetdb.tests.history;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs the operations of the workload on one connection. Writes are noted before they are sent, as
 * an error says nothing on whether they arrived; reads when they have been answered. Owned by one
 * thread.
 */
final class WorkloadStatements implements AutoCloseable {
  /** Makes tables grow, so that splits divide. */
  private static final String PAD = "p".repeat(120);

  private final Connection connection;
  private final Workload workload;
  private final Tables tables;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();
  private boolean stale;

  WorkloadStatements(Connection connection, Workload workload) {
    this.connection = connection;
    this.workload = workload;
    this.tables = workload.tables();
  }

  // ---- the session

  /** Microseconds since the epoch of what {@code SHOW} tells, or unknown. */
  long shownMicros(String variable) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(tables.show(variable))) {
      String text = row.next() ? row.getString(1) : null;
      return text == null || text.equals("NULL")
          ? TransactionRecord.UNKNOWN
          : ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(text));
    }
  }

  /** What reads outside read-write transactions see from now on. */
  void setStaleness(String bound) throws SQLException {
    set("read_only_staleness", bound);
    stale = !bound.equals("STRONG");
  }

  void setOptimistic() throws SQLException {
    set("read_lock_mode", "OPTIMISTIC");
  }

  private void set(String variable, String value) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(tables.set(variable, value));
    }
  }

  // ---- operations

  private PreparedStatement prepare(String sql) throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      prepared.put(sql, statement);
    }
    return statement;
  }

  private static void one(PreparedStatement statement) throws SQLException {
    int rows = statement.executeUpdate();
    if (rows != 1) {
      throw new SQLException("a write changed " + rows + " rows instead of one: " + statement);
    }
  }

  void appendText(long id, String column, List<Operation> done) throws SQLException {
    long value = workload.nextValue();
    PreparedStatement statement = prepare(tables.appendText(column));
    statement.setString(1, "," + value);
    statement.setLong(2, id);
    done.add(new Operation.Append("text/" + id + "/" + column, value));
    workload.appended();
    one(statement);
  }

  void readText(long id, String column, List<Operation> done) throws SQLException {
    PreparedStatement statement = prepare(tables.readText(column));
    statement.setLong(1, id);
    try (ResultSet rows = statement.executeQuery()) {
      String text = hasRow(rows, statement) ? rows.getString(1) : null;
      done.add(new Operation.ReadList("text/" + id + "/" + column, parse(text)));
    }
  }

  /** A stale read may look at a time before the row was made; nobody has written to it then. */
  private boolean hasRow(ResultSet rows, PreparedStatement statement) throws SQLException {
    boolean found = rows.next();
    if (!found && !stale) {
      throw new SQLException("the row is gone: " + statement);
    }
    return found;
  }

  private static List<Long> parse(@Nullable String text) {
    List<Long> values = new ArrayList<>();
    if (text != null) {
      for (String part : text.substring(1).split(",")) {
        values.add(Long.parseLong(part));
      }
    }
    return values;
  }

  void appendItem(long id, List<Operation> done) throws SQLException {
    long value = workload.nextValue();
    PreparedStatement statement = prepare(tables.appendItem());
    statement.setLong(1, id);
    statement.setLong(2, value);
    statement.setString(3, PAD);
    statement.setLong(4, id);
    done.add(new Operation.Append("item/" + id, value));
    workload.appended();
    one(statement);
  }

  void readItems(long id, List<Operation> done) throws SQLException {
    done.add(new Operation.ReadList("item/" + id, values(prepare(tables.readItems()), id)));
  }

  private static List<Long> values(PreparedStatement statement, long id) throws SQLException {
    statement.setLong(1, id);
    List<Long> values = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        values.add(rows.getLong(1));
      }
    }
    return values;
  }

  void appendEntry(long id, List<Operation> done) throws SQLException {
    long value = workload.nextValue();
    PreparedStatement statement = prepare(tables.appendEntry());
    statement.setLong(1, value);
    statement.setLong(2, id);
    statement.setString(3, PAD);
    statement.setLong(4, id);
    done.add(new Operation.Append("entry/" + id, value));
    workload.appended();
    one(statement);
  }

  void readEntries(long id, boolean ofTable, List<Operation> done) throws SQLException {
    String sql = ofTable ? tables.readEntriesOfTable() : tables.readEntries();
    done.add(new Operation.ReadList("entry/" + id, values(prepare(sql), id)));
  }

  void writeRegister(long id, String column, List<Operation> done) throws SQLException {
    long value = workload.nextValue();
    PreparedStatement statement = prepare(tables.writeRegister(column));
    statement.setLong(1, value);
    statement.setLong(2, id);
    done.add(new Operation.Write(register(id, column), value));
    one(statement);
  }

  void readRegister(long id, String column, List<Operation> done) throws SQLException {
    PreparedStatement statement = prepare(tables.readRegister(column));
    statement.setLong(1, id);
    try (ResultSet rows = statement.executeQuery()) {
      done.add(read(register(id, column), hasRow(rows, statement) ? rows.getLong(1) : 0));
    }
  }

  /** Overwrites all registers of a row. */
  void writeRow(long id, List<Operation> done) throws SQLException {
    PreparedStatement statement = prepare(tables.writeRow());
    statement.setLong(1, id);
    for (int i = 0; i < Tables.REGISTERS.size(); i++) {
      long value = workload.nextValue();
      statement.setLong(2 + i, value);
      done.add(new Operation.Write(register(id, Tables.REGISTERS.get(i)), value));
    }
    one(statement);
  }

  void readRow(long id, List<Operation> done) throws SQLException {
    PreparedStatement statement = prepare(tables.readRow());
    statement.setLong(1, id);
    try (ResultSet rows = statement.executeQuery()) {
      boolean found = hasRow(rows, statement);
      for (int i = 0; i < Tables.REGISTERS.size(); i++) {
        done.add(read(register(id, Tables.REGISTERS.get(i)), found ? rows.getLong(1 + i) : 0));
      }
    }
  }

  private static String register(long id, String column) {
    return "register/" + id + "/" + column;
  }

  /** No register is ever zero. */
  private static Operation.Read read(String register, long value) {
    return new Operation.Read(register, value == 0 ? null : value);
  }

  @Override
  public void close() throws SQLException {
    for (PreparedStatement statement : prepared.values()) {
      statement.close();
    }
  }
}
