package org.ratchetdb.tests.splits;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.common.value.Values;
import org.ratchetdb.engine.api.EngineProvider;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.PreparedQuery;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.api.StatementResult;

/**
 * A table that outgrows the size limit lies in several splits, and nobody who queries it can tell.
 */
class SplitDivisionTest {
  private static final int ORDERS = 400;
  private static final int LINES = 3;
  private static final InstanceOptions SMALL_SPLITS =
      InstanceOptions.DEFAULT.withSplitSizeBytesMax(64 << 10);

  @Test
  void grownTableDividesBetweenRowTreesAndAnswersAsBefore(@TempDir Path directory) {
    try (Instance instance = EngineProvider.load().openDirectory(directory, SMALL_SPLITS);
        Session session = newSession(instance)) {
      load(session);
      assertThat(rows(session, "SHOW SPLITS")).hasSize(1);

      session.execute("ANALYZE").close();

      List<List<String>> splits = rows(session, "SHOW SPLITS");
      assertThat(splits).hasSizeGreaterThan(3);
      assertThat(splits.get(0).get(1)).isEqualTo("<begin>");
      assertThat(splits.get(splits.size() - 1).get(2)).isEqualTo("<end>");
      assertThat(splits.subList(1, splits.size()))
          .as("boundaries are rows of the root table, or entries of the index")
          .allSatisfy(split -> assertThat(split.get(1)).matches("(Orders|ByNote)\\(.*\\)"));
      checkAnswers(session);
    }
    try (Instance instance = EngineProvider.load().openDirectory(directory, SMALL_SPLITS);
        Session session = instance.database("d").openSession(SessionOptions.DEFAULT)) {
      assertThat(rows(session, "SHOW SPLITS")).as("after a restart").hasSizeGreaterThan(3);
      checkAnswers(session);
    }
  }

  @Test
  void readsAndWritesAreCountedPerSplit(@TempDir Path directory) {
    try (Instance instance = EngineProvider.load().openDirectory(directory, SMALL_SPLITS);
        Session session = newSession(instance)) {
      load(session);
      session.execute("ANALYZE").close();
      List<String> before = rows(session, "SHOW SPLITS FOR TABLE Orders").get(0);
      for (int i = 0; i < 50; i++) {
        assertThat(rows(session, "SELECT Note FROM Orders WHERE Id = 0")).hasSize(1);
      }
      session.execute("UPDATE Orders SET Note = 'new' WHERE Id = 0").close();
      List<String> after = rows(session, "SHOW SPLITS FOR TABLE Orders").get(0);

      assertThat(Long.parseLong(after.get(5)) - Long.parseLong(before.get(5)))
          .as("reads of the first split")
          .isGreaterThanOrEqualTo(50);
      assertThat(Long.parseLong(after.get(6)) - Long.parseLong(before.get(6)))
          .as("writes of the first split")
          .isGreaterThanOrEqualTo(1);
    }
  }

  @Test
  void plansShowScansThatRunPerSplit(@TempDir Path directory) {
    try (Instance instance = EngineProvider.load().openDirectory(directory, SMALL_SPLITS);
        Session session = newSession(instance)) {
      String plan =
          String.join(
              "\n",
              rows(session, "EXPLAIN SELECT * FROM Orders").stream().map(r -> r.get(0)).toList());
      assertThat(plan).contains("Distributed Union").contains("Table Scan");
    }
  }

  private static Session newSession(Instance instance) {
    Session session =
        instance
            .createDatabase("d", Dialect.GOOGLE_STANDARD_SQL)
            .openSession(SessionOptions.DEFAULT);
    session
        .execute("CREATE TABLE Orders (Id INT64 NOT NULL, Note STRING(MAX)) PRIMARY KEY (Id)")
        .close();
    session
        .execute(
            "CREATE TABLE Lines (Id INT64 NOT NULL, Line INT64 NOT NULL, Note STRING(MAX))"
                + " PRIMARY KEY (Id, Line DESC), INTERLEAVE IN PARENT Orders ON DELETE CASCADE")
        .close();
    session.execute("CREATE INDEX ByNote ON Orders (Note)").close();
    return session;
  }

  private static void load(Session session) {
    PreparedQuery order =
        session.prepare("INSERT INTO Orders (Id, Note) VALUES (?, ?)", Collections.emptyList());
    PreparedQuery line =
        session.prepare(
            "INSERT INTO Lines (Id, Line, Note) VALUES (?, ?, ?)", Collections.emptyList());
    List<List<Value>> orders = new ArrayList<>();
    List<List<Value>> lines = new ArrayList<>();
    for (int id = 0; id < ORDERS; id++) {
      orders.add(List.of(new Value.Int64(id), new Value.Str("order " + "x".repeat(200) + id)));
      for (int n = 0; n < LINES; n++) {
        lines.add(
            List.of(
                new Value.Int64(id), new Value.Int64(n), new Value.Str("line " + "y".repeat(200))));
      }
    }
    order.executeBatch(orders);
    line.executeBatch(lines);
  }

  private static void checkAnswers(Session session) {
    assertThat(rows(session, "SELECT COUNT(*), SUM(Id) FROM Orders"))
        .containsExactly(List.of("400", "79800"));
    assertThat(rows(session, "SELECT COUNT(*), SUM(Line) FROM Lines"))
        .containsExactly(List.of("1200", "1200"));
    List<List<String>> ascending = rows(session, "SELECT Id FROM Orders ORDER BY Id");
    assertThat(ascending).hasSize(ORDERS);
    assertThat(ascending.get(0)).containsExactly("0");
    assertThat(ascending.get(ORDERS - 1)).containsExactly("399");
    List<List<String>> descending = rows(session, "SELECT Id FROM Orders ORDER BY Id DESC LIMIT 3");
    assertThat(descending).containsExactly(List.of("399"), List.of("398"), List.of("397"));
    assertThat(rows(session, "SELECT Id, Line FROM Lines WHERE Id BETWEEN 100 AND 101"))
        .containsExactly(
            List.of("100", "2"),
            List.of("100", "1"),
            List.of("100", "0"),
            List.of("101", "2"),
            List.of("101", "1"),
            List.of("101", "0"));
    assertThat(
            rows(
                session,
                "SELECT COUNT(*) FROM Orders o JOIN Lines l ON l.Id = o.Id WHERE o.Id >= 200"))
        .containsExactly(List.of("600"));
  }

  private static List<List<String>> rows(Session session, String sql) {
    List<List<String>> rows = new ArrayList<>();
    try (StatementResult result = session.execute(sql)) {
      ResultCursor cursor = result.cursor();
      while (cursor != null && cursor.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 0; i < cursor.columns().size(); i++) {
          Value value = cursor.getValue(i);
          row.add(
              value.isNull() ? "NULL" : Values.format(value, session.dialect(), ZoneId.of("UTC")));
        }
        rows.add(row);
      }
    }
    return rows;
  }
}
