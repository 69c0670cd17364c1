package org.ratchetdb.tests.simulation.workload;

import java.util.List;
import java.util.SplittableRandom;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.database.SimulatedDatabase;
import org.ratchetdb.tests.simulation.world.SimulatedProcess;

/** Makes and drops indexes, columns and tables, one after the other. */
final class DdlClient {
  private static final List<String> INDEXES = List.of("ia", "us", "ca", "ix");

  private static final List<String> OTHERS =
      List.of(
          "ALTER TABLE T ADD COLUMN x INT64 DEFAULT (7)",
          "ALTER TABLE T DROP COLUMN x",
          "CREATE TABLE U (k INT64) PRIMARY KEY (k)",
          "DROP TABLE U",
          "ALTER TABLE T ALTER COLUMN s SET OPTIONS (allow_commit_timestamp = null)",
          "ALTER TABLE T ALTER COLUMN a INT64 NOT NULL");

  private final SimulatedProcess process;
  private final SimulatedDatabase database;
  private final SchemaExpectations schema;
  private final SplittableRandom random;

  DdlClient(SimulatedProcess process, SimulatedDatabase database, SchemaExpectations schema) {
    this.process = process;
    this.database = database;
    this.schema = schema;
    this.random = process.world().newRandom();
  }

  void run() {
    try (Session session = database.database().openSession(SessionOptions.DEFAULT)) {
      for (int i = 1 + random.nextInt(5); i > 0; i--) {
        process.world().sleep(random.nextLong(20_000_000));
        if (random.nextInt(4) == 0) {
          execute(session, OTHERS.get(random.nextInt(OTHERS.size())));
        } else {
          changeIndex(session, INDEXES.get(random.nextInt(INDEXES.size())));
        }
      }
    }
  }

  private void changeIndex(Session session, String index) {
    boolean there = database.context().schemas().current().findIndex(index).isPresent();
    boolean present = !there;
    schema.may(index, present);
    if (execute(session, present ? create(index) : "DROP INDEX " + index)) {
      schema.is(index, present);
    }
  }

  private static String create(String index) {
    return switch (index) {
      case "ia" -> "CREATE INDEX ia ON T (a) STORING (s)";
      case "us" -> "CREATE UNIQUE INDEX us ON T (s)";
      case "ca" -> "CREATE INDEX ca ON C (id, v DESC), INTERLEAVE IN T";
      default -> "CREATE UNIQUE INDEX ix ON T (a)";
    };
  }

  private boolean execute(Session session, String sql) {
    try {
      session.execute(sql).close();
      process.world().note("did " + sql);
      return true;
    } catch (DbException e) {
      process.world().note("refused " + sql + ": " + e.code() + " " + e.getMessage());
      requireForUsers(e);
      return false;
    }
  }

  /** Fails when an error says that the database itself has gone wrong. */
  static void requireForUsers(DbException e) {
    if (e.code() == ErrorCode.INTERNAL
        || e.code() == ErrorCode.CORRUPT_DATA
        || e.code() == ErrorCode.IO_ERROR) {
      throw new AssertionError("The database has gone wrong", e);
    }
  }
}
