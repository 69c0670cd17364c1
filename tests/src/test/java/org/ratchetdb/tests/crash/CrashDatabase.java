package org.ratchetdb.tests.crash;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.api.StatementResult;
import org.ratchetdb.engine.database.RatchetInstance;

/** The database that processes crash over: its layout, and how to open and ask it. */
final class CrashDatabase {
  static final String NAME = "main";
  static final int WRITERS = 4;
  static final int LINES = 3;

  /** Rows to begin with, so that filling an index takes several chunks. */
  private static final int FIRST_ORDERS = 400;

  /** More than a chunk of a backfill, the last two alike. */
  private static final int TWINS = 600;

  /** Small splits, and history that is dropped while one looks. */
  private static final InstanceOptions OPTIONS =
      new InstanceOptions(
          16L << 20,
          16L << 20,
          24L << 10,
          64L << 20,
          Duration.ofSeconds(10),
          Duration.ofSeconds(2),
          true,
          "UTC");

  private CrashDatabase() {}

  static RatchetInstance open(Path directory, Threads threads) {
    return RatchetInstance.openDirectory(directory.resolve("data"), OPTIONS, threads);
  }

  static Path backups(Path directory) {
    return directory.resolve("backups").toAbsolutePath();
  }

  static Session session(RatchetInstance instance) {
    return instance.database(NAME).openSession(SessionOptions.DEFAULT);
  }

  static void create(RatchetInstance instance) {
    instance.createDatabase(NAME, Dialect.GOOGLE_STANDARD_SQL);
    try (Session session = session(instance)) {
      run(
          session,
          "CREATE TABLE Orders (Id INT64 NOT NULL, Writer INT64 NOT NULL, Tag STRING(40) NOT NULL)"
              + " PRIMARY KEY (Id)");
      run(
          session,
          "CREATE TABLE Lines (Id INT64 NOT NULL, Line INT64 NOT NULL, Note STRING(100))"
              + " PRIMARY KEY (Id, Line), INTERLEAVE IN PARENT Orders ON DELETE CASCADE");
      run(session, "CREATE UNIQUE INDEX ByTag ON Orders (Tag)");
      run(
          session,
          "CREATE TABLE Counter (Writer INT64 NOT NULL, N INT64 NOT NULL) PRIMARY KEY (Writer)");
      run(session, "CREATE TABLE Twins (Id INT64 NOT NULL, V INT64) PRIMARY KEY (Id)");
      run(session, "BEGIN");
      for (int i = 0; i < TWINS; i++) {
        run(
            session,
            "INSERT INTO Twins (Id, V) VALUES (" + i + ", " + Math.min(i, TWINS - 2) + ")");
      }
      for (int writer = 0; writer <= WRITERS; writer++) {
        run(session, "INSERT INTO Counter (Writer, N) VALUES (" + writer + ", 0)");
      }
      // Of a writer that never writes again.
      for (int i = 1; i <= FIRST_ORDERS; i++) {
        insertOrder(session, i, WRITERS);
      }
      run(session, "COMMIT");
    }
  }

  /** An order, its lines, and one more for its writer. */
  static void insertOrder(Session session, long id, int writer) {
    run(
        session,
        "INSERT INTO Orders (Id, Writer, Tag) VALUES ("
            + id
            + ", "
            + writer
            + ", '"
            + tag(id)
            + "')");
    StringBuilder lines = new StringBuilder("INSERT INTO Lines (Id, Line, Note) VALUES ");
    for (int line = 0; line < LINES; line++) {
      lines.append(line == 0 ? "" : ", ");
      lines.append('(').append(id).append(", ").append(line).append(", 'note ").append(id % 7);
      lines.append("')");
    }
    run(session, lines.toString());
    run(session, "UPDATE Counter SET N = N + 1 WHERE Writer = " + writer);
  }

  static void deleteOrder(Session session, long id, int writer) {
    run(session, "DELETE FROM Orders WHERE Id = " + id);
    run(session, "UPDATE Counter SET N = N - 1 WHERE Writer = " + writer);
  }

  static String tag(long id) {
    return "tag-" + Long.toHexString(id);
  }

  static void run(Session session, String sql) {
    session.execute(sql).close();
  }

  /** Rows of numbers. */
  static List<List<Long>> numbers(Session session, String sql) {
    List<List<Long>> rows = new ArrayList<>();
    try (StatementResult result = session.execute(sql)) {
      ResultCursor cursor = result.cursor();
      while (cursor != null && cursor.next()) {
        List<Long> row = new ArrayList<>();
        for (int i = 0; i < cursor.columns().size(); i++) {
          row.add(((Value.Int64) cursor.getValue(i)).value());
        }
        rows.add(row);
      }
    }
    return rows;
  }

  /** The first column. */
  static Set<Long> column(Session session, String sql) {
    Set<Long> values = new TreeSet<>();
    numbers(session, sql).forEach(row -> values.add(row.get(0)));
    return values;
  }
}
