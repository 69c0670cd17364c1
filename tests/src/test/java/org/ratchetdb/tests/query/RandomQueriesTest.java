package org.ratchetdb.tests.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Every way to plan a query must give the same rows. With {@code
 * -Dratchet.oracle=jdbc:postgresql:...} the rows must also be those of that PostgreSQL, in which
 * tables t0, t1 and t2 are made anew.
 *
 * <p>A failure names the seed of its query; {@code -Dratchet.seed} begins with another.
 */
final class RandomQueriesTest {
  private static final int QUERIES = 300;
  private static final List<String> HINTS =
      List.of(
          "",
          "/*@ JOIN_METHOD=HASH_JOIN */ ",
          "/*@ JOIN_METHOD=APPLY_JOIN */ ",
          "/*@ JOIN_METHOD=MERGE_JOIN */ ",
          "/*@ FORCE_JOIN_ORDER=TRUE */ ");
  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE t0 (a bigint PRIMARY KEY, b bigint, c varchar, d bigint NOT NULL)",
          "CREATE TABLE t1 (a bigint, b bigint, c bigint, e varchar, PRIMARY KEY (a, b))",
          "CREATE TABLE t2 (k varchar PRIMARY KEY, b bigint, f bigint)",
          "CREATE INDEX i0 ON t0 (b)",
          "CREATE INDEX i1 ON t1 (c) INCLUDE (e)",
          "CREATE UNIQUE INDEX i2 ON t2 (b, f)");

  @Test
  void allWaysToPlanAQueryGiveTheSameRows() throws SQLException {
    long first = Long.getLong("ratchet.seed", 1);
    String oracleUrl = System.getProperty("ratchet.oracle");
    try (Connection ours = DriverManager.getConnection("jdbc:ratchet:mem:?dialect=postgresql")) {
      fill(ours);
      if (oracleUrl == null) {
        compare(ours, ours, first);
        return;
      }
      try (Connection oracle = DriverManager.getConnection(oracleUrl)) {
        try (Statement statement = oracle.createStatement()) {
          statement.execute("DROP TABLE IF EXISTS t0, t1, t2");
        }
        fill(oracle);
        compare(oracle, ours, first);
      }
    }
  }

  private static void compare(Connection reference, Connection ours, long first)
      throws SQLException {
    for (long seed = first; seed < first + QUERIES; seed++) {
      String query = RandomQuery.of(seed);
      boolean ordered = query.lastIndexOf(" ORDER BY ") > query.lastIndexOf(')');
      List<String> expected = rows(reference, query, ordered);
      for (String hint : HINTS) {
        assertThat(rows(ours, hint + query, ordered))
            .as("seed %d: %s%s", seed, hint, query)
            .isEqualTo(expected);
      }
    }
  }

  private static List<String> rows(Connection connection, String query, boolean ordered)
      throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          row.add(String.valueOf(result.getObject(i)));
        }
        rows.add(row.toString());
      }
    } catch (SQLException e) {
      throw new SQLException("Failed: " + query, e);
    }
    if (!ordered) {
      Collections.sort(rows);
    }
    return rows;
  }

  private static void fill(Connection connection) throws SQLException {
    SplittableRandom random = new SplittableRandom(5);
    try (Statement statement = connection.createStatement()) {
      for (String table : TABLES) {
        statement.execute(table);
      }
      for (int i = 0; i < 8; i++) {
        insert(statement, "t0", i, nullable(random), text(random), random.nextInt(5));
      }
      for (int i = 0; i < 14; i++) {
        insert(statement, "t1", random.nextInt(7), i, nullable(random), text(random));
      }
      for (int i = 0; i < 7; i++) {
        insert(statement, "t2", "'" + (char) ('a' + i) + "'", random.nextInt(6), i);
      }
    }
  }

  private static void insert(Statement statement, String table, Object... values)
      throws SQLException {
    List<String> texts = new ArrayList<>();
    for (Object value : values) {
      texts.add(value.toString());
    }
    statement.execute("INSERT INTO " + table + " VALUES (" + String.join(", ", texts) + ")");
  }

  private static String nullable(SplittableRandom random) {
    return random.nextInt(5) == 0 ? "NULL" : "" + random.nextInt(6);
  }

  private static String text(SplittableRandom random) {
    return random.nextInt(5) == 0 ? "NULL" : "'" + (char) ('a' + random.nextInt(4)) + "'";
  }
}
