package org.ratchetdb.tests.simulation.workload;

import java.util.SplittableRandom;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.database.SimulatedDatabase;
import org.ratchetdb.tests.simulation.world.SimulatedProcess;

/**
 * Writes rows of its own, increments columns of one that all share, and puts keys with their commit
 * timestamp.
 */
final class SqlClient {
  private static final int ROWS = 6;

  /** Of the shared row. */
  private static final int COUNTERS = 3;

  private final SimulatedProcess process;
  private final SimulatedDatabase database;
  private final int number;
  private final RowExpectations rows;
  private final boolean mayBeLazy;
  private final SplittableRandom random;
  private int values;

  /**
   * Creates a client.
   *
   * @param mayBeLazy whether it may have commits acknowledged that are not yet on disk
   */
  SqlClient(
      SimulatedProcess process,
      SimulatedDatabase database,
      int number,
      RowExpectations rows,
      boolean mayBeLazy) {
    this.mayBeLazy = mayBeLazy;
    this.process = process;
    this.database = database;
    this.number = number;
    this.rows = rows;
    this.random = process.world().newRandom();
  }

  void run() {
    try (Session session = database.database().openSession(SessionOptions.DEFAULT)) {
      configure(session);
      for (int i = 3 + random.nextInt(8); i > 0; i--) {
        if (random.nextInt(4) == 0) {
          process.world().sleep(random.nextLong(50_000_000));
        }
        one(session);
      }
    }
  }

  private void configure(Session session) {
    if (random.nextInt(3) == 0) {
      set(session, "read_lock_mode", "OPTIMISTIC");
    }
    if (random.nextInt(4) == 0) {
      set(session, "max_commit_delay", random.nextInt(100) + "ms");
    }
    if (random.nextInt(4) == 0) {
      set(session, "statement_timeout", 1 + random.nextInt(100) + "ms");
    }
    if (mayBeLazy && random.nextInt(2) == 0) {
      set(session, "synchronous_commit", "off");
    }
  }

  private static void set(Session session, String setting, String value) {
    session.execute("SET " + setting + " = '" + value + "'").close();
  }

  private void one(Session session) {
    long id = number * 1_000L + random.nextInt(ROWS);
    String value = process.name() + "-" + number + "-" + ++values;
    int a = random.nextInt(5);
    String state = RowExpectations.state(a, value);
    switch (random.nextInt(8)) {
      case 0, 1 ->
          write(
              session,
              id,
              state,
              "INSERT OR UPDATE INTO T (id, a, s) VALUES (" + id + ", " + a + ", '" + value + "')");
      case 2 -> write(session, id, RowExpectations.ABSENT, "DELETE FROM T WHERE id = " + id);
      case 3 -> increment(session);
      case 4 -> child(session, id);
      case 5 -> stamp(session);
      case 6 -> increment(session);
      default -> two(session, id, state, a, value);
    }
  }

  private void write(Session session, long id, String state, String sql) {
    rows.may(id, state);
    if (execute(session, sql)) {
      rows.is(id, state);
    }
  }

  private String counter() {
    return "c" + (1 + random.nextInt(COUNTERS));
  }

  private static String increment(String counter) {
    return "UPDATE S SET " + counter + " = " + counter + " + 1 WHERE id = 0";
  }

  private void increment(Session session) {
    String counter = counter();
    rows.mayIncrement(counter);
    try {
      session.execute(increment(counter)).close();
      process.world().note("incremented");
      rows.didIncrement(counter);
    } catch (DbException e) {
      note(e);
      if (!DatabaseSimulation.isUncertain(e)) {
        rows.didNotIncrement(counter);
      }
    }
  }

  /** Puts a key that holds its commit timestamp, as does the row. */
  private void stamp(Session session) {
    long id = rows.newStamp();
    try {
      session
          .execute(
              "INSERT INTO E (ts, id, seen) VALUES (PENDING_COMMIT_TIMESTAMP(), "
                  + id
                  + ", PENDING_COMMIT_TIMESTAMP())")
          .close();
      process.world().note("stamped " + id);
      rows.didStamp(id);
    } catch (DbException e) {
      note(e);
      if (!DatabaseSimulation.isUncertain(e)) {
        rows.didNotStamp(id);
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

  /** A row and the shared one in one transaction: both or neither, and nothing taken back. */
  private void two(Session session, long id, String state, int a, String value) {
    String counter = counter();
    rows.may(id, state);
    rows.mayIncrement(counter);
    try {
      session.execute("BEGIN TRANSACTION").close();
      if (random.nextInt(2) == 0) {
        takeBack(session, id);
      }
      session
          .execute(
              "INSERT OR UPDATE INTO T (id, a, s) VALUES (" + id + ", " + a + ", '" + value + "')")
          .close();
      session.execute(increment(counter)).close();
      session.commit();
      process.world().note("committed");
      rows.is(id, state);
      rows.didIncrement(counter);
    } catch (DbException e) {
      note(e);
      session.rollback();
    }
  }

  /** Writes that a savepoint undoes. */
  private void takeBack(Session session, long id) {
    session.execute("SAVEPOINT s").close();
    session.execute(increment(counter())).close();
    session.execute("DELETE FROM T WHERE id = " + id).close();
    session
        .execute(
            "INSERT INTO E (ts, id, seen) VALUES (PENDING_COMMIT_TIMESTAMP(), -1,"
                + " PENDING_COMMIT_TIMESTAMP())")
        .close();
    session.execute("ROLLBACK TO s").close();
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
