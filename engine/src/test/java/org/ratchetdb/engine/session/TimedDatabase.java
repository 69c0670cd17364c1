package org.ratchetdb.engine.session;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.time.ManualClock;
import org.ratchetdb.common.time.ManualScheduler;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.value.Values;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.api.StatementResult;
import org.ratchetdb.engine.api.TimestampBound;
import org.ratchetdb.engine.database.RatchetInstance;
import org.ratchetdb.storage.txn.StoreEnvironment;

/** A database on disk whose clock moves when told, with one session. */
final class TimedDatabase implements AutoCloseable {
  final ManualClock clock = new ManualClock();
  private final Path directory;
  private ManualScheduler scheduler = new ManualScheduler(clock);
  private RatchetInstance instance;
  Session session;

  TimedDatabase(Path directory, Dialect dialect) {
    this.directory = directory;
    this.instance = open();
    this.session = instance.createDatabase("db", dialect).openSession(SessionOptions.DEFAULT);
  }

  private RatchetInstance open() {
    return RatchetInstance.openDirectory(
        directory,
        InstanceOptions.DEFAULT,
        new StoreEnvironment(clock, clock, scheduler, JdkThreads.INSTANCE));
  }

  void reopen() {
    close();
    scheduler = new ManualScheduler(clock);
    instance = open();
    session = instance.database("db").openSession(SessionOptions.DEFAULT);
  }

  Session another() {
    return instance.database("db").openSession(SessionOptions.DEFAULT);
  }

  /** Moves the clock and does what becomes due. */
  void pass(Duration time) {
    scheduler.advance(time);
  }

  void run(String... statements) {
    for (String sql : statements) {
      clock.advanceMicros(1);
      session.execute(sql).close();
    }
  }

  /** Runs a statement and returns its commit timestamp. */
  CommitTimestamp commit(String sql) {
    run(sql);
    CommitTimestamp timestamp = session.commitTimestamp();
    if (timestamp == null) {
      throw new AssertionError("No commit timestamp");
    }
    return timestamp;
  }

  /** A timestamp after all that was done so far. */
  CommitTimestamp now() {
    clock.advanceMicros(1_000);
    return new CommitTimestamp(clock.nowMicros());
  }

  List<String> rows(String sql) {
    return rows(session, sql);
  }

  static List<String> rows(Session session, String sql) {
    List<String> rows = new ArrayList<>();
    try (StatementResult result = session.execute(sql)) {
      ResultCursor cursor = result.cursor();
      while (cursor != null && cursor.next()) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < cursor.columns().size(); i++) {
          cells.add(
              cursor.isNull(i)
                  ? "NULL"
                  : Values.format(cursor.getValue(i), session.dialect(), ZoneOffset.UTC));
        }
        rows.add(String.join("|", cells));
      }
    }
    return rows;
  }

  void staleness(@Nullable TimestampBound bound) {
    session.set("spanner.read_only_staleness", bound == null ? "STRONG" : bound.text());
  }

  /** Rows of a query at an exact timestamp, outside a transaction. */
  List<String> rowsAt(CommitTimestamp timestamp, String sql) {
    staleness(new TimestampBound.ReadTimestamp(timestamp));
    try {
      return rows(sql);
    } finally {
      staleness(null);
    }
  }

  static ErrorCode code(Throwable e) {
    return ((DbException) e).code();
  }

  @Override
  public void close() {
    session.close();
    instance.close();
  }
}
