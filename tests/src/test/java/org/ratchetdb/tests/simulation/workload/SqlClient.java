package org.ratchetdb.tests.simulation.workload;

import java.util.SplittableRandom;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.database.SimulatedDatabase;
import org.ratchetdb.tests.simulation.world.SimulatedProcess;

/** Writes rows of its own and increments one that all share. */
final class SqlClient {
  private static final int ROWS = 6;

  private final SimulatedProcess process;
  private final SimulatedDatabase database;
  private final int number;
  private final RowExpectations rows;
  private final SplittableRandom random;
  private int values;

  SqlClient(
      SimulatedProcess process, SimulatedDatabase database, int number, RowExpectations rows) {
    this.process = process;
    this.database = database;
    this.number = number;
    this.rows = rows;
    this.random = process.world().newRandom();
  }

  void run() {
    try (Session session = database.database().openSession(SessionOptions.DEFAULT)) {
      for (int i = 3 + random.nextInt(8); i > 0; i--) {
        if (random.nextInt(4) == 0) {
          process.world().sleep(random.nextLong(50_000_000));
        }
        one(session);
      }
    }
  }

  private void one(Session session) {
    long id = number * 1_000L + random.nextInt(ROWS);
    String value = process.name() + "-" + number + "-" + ++values;
    int a = random.nextInt(5);
    String state = RowExpectations.state(a, value);
    switch (random.nextInt(6)) {
      case 0, 1 ->
          write(
              session,
              id,
              state,
              "INSERT OR UPDATE INTO T (id, a, s) VALUES (" + id + ", " + a + ", '" + value + "')");
      case 2 -> write(session, id, RowExpectations.ABSENT, "DELETE FROM T WHERE id = " + id);
      case 3 -> increment(session);
      case 4 -> child(session, id);
      default -> two(session, id, state, a, value);
    }
  }

  private void write(Session session, long id, String state, String sql) {
    rows.may(id, state);
    if (execute(session, sql)) {
      rows.is(id, state);
    }
  }

  private void increment(Session session) {
    rows.mayIncrement();
    try {
      session.execute("UPDATE T SET a = a + 1 WHERE id = 0").close();
      process.world().note("incremented");
      rows.didIncrement();
    } catch (DbException e) {
      note(e);
      if (!DatabaseSimulation.isUncertain(e)) {
        rows.didNotIncrement();
      }
    }
  }

  private void child(Session session, long id) {
    execute(
        session,
        "INSERT OR UPDATE INTO C (id, n, v) VALUES ("
            + id
            + ", "
            + random.nextInt(3)
            + ", "
            + random.nextInt(5)
            + ")");
  }

  /** A row and the shared one in one transaction: both or neither. */
  private void two(Session session, long id, String state, int a, String value) {
    rows.may(id, state);
    rows.mayIncrement();
    try {
      session.execute("BEGIN TRANSACTION").close();
      session
          .execute(
              "INSERT OR UPDATE INTO T (id, a, s) VALUES (" + id + ", " + a + ", '" + value + "')")
          .close();
      session.execute("UPDATE T SET a = a + 1 WHERE id = 0").close();
      session.commit();
      process.world().note("committed");
      rows.is(id, state);
      rows.didIncrement();
    } catch (DbException e) {
      note(e);
      session.rollback();
    }
  }

  private boolean execute(Session session, String sql) {
    try {
      session.execute(sql).close();
      process.world().note("did " + sql);
      return true;
    } catch (DbException e) {
      note(e);
      return false;
    }
  }

  /** An error is fine, as long as it is one for users. */
  private void note(DbException e) {
    process.world().note("error " + e.code() + ": " + e.getMessage());
    DdlClient.requireForUsers(e);
  }
}
