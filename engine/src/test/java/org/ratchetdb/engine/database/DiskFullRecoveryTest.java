package org.ratchetdb.engine.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.common.error.CanonicalStatus;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.ManualClock;
import org.ratchetdb.common.time.ManualScheduler;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.storage.txn.StoreEnvironment;

/** A commit that finds no room, and what comes when there is room again. */
class DiskFullRecoveryTest {
  /** Fails commits as RocksDB does when the disk is full, while told to. */
  private static final class FullDisk extends JdkThreads {
    private volatile boolean full;
    private volatile ErrorCode code = ErrorCode.DISK_FULL;

    @Override
    public void step(String point) {
      if (full && point.equals("engine.write")) {
        throw new DbException(code, "Writing a commit failed: the disk is full");
      }
    }
  }

  @TempDir private Path root;
  private final FullDisk disk = new FullDisk();
  private final ManualClock clock = new ManualClock();
  private final ManualScheduler scheduler = new ManualScheduler(clock);
  private RatchetInstance instance;
  private Session session;

  @BeforeEach
  void open() {
    instance =
        RatchetInstance.openDirectory(
            root.resolve("data"),
            InstanceOptions.DEFAULT,
            new StoreEnvironment(clock, clock, scheduler, disk));
    instance.createDatabase("d", Dialect.GOOGLE_STANDARD_SQL);
    session = instance.database("d").openSession(SessionOptions.DEFAULT);
    run("CREATE TABLE T (Id INT64 NOT NULL) PRIMARY KEY (Id)");
    run("INSERT INTO T (Id) VALUES (1)");
  }

  @AfterEach
  void close() {
    disk.full = false;
    instance.close();
  }

  private void run(String sql) {
    session.execute(sql).close();
  }

  private void assertRefused(String sql, ErrorCode code) {
    assertThatThrownBy(() -> run(sql))
        .isInstanceOfSatisfying(DbException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void writesGoOnByThemselvesOnceThereIsRoom() {
    disk.full = true;
    assertRefused("INSERT INTO T (Id) VALUES (2)", ErrorCode.DISK_FULL);
    disk.full = false;
    // The failure is remembered, for nobody knows what is on the disk.
    assertRefused("INSERT INTO T (Id) VALUES (3)", ErrorCode.DISK_FULL);
    assertThat(ErrorCode.DISK_FULL.status()).isEqualTo(CanonicalStatus.RESOURCE_EXHAUSTED);
    assertThat(TestRows.of(session, "SELECT Id FROM T")).containsExactly("1");

    scheduler.advance(Duration.ofSeconds(2));
    run("INSERT INTO T (Id) VALUES (4)");
    assertThat(TestRows.of(session, "SELECT Id FROM T ORDER BY Id")).containsExactly("1", "4");
    assertThat(TestRows.of(session, "CHECK DATABASE")).hasSize(1);

    disk.full = true;
    assertRefused("INSERT INTO T (Id) VALUES (5)", ErrorCode.DISK_FULL);
    disk.full = false;
    scheduler.advance(Duration.ofSeconds(2));
    run("INSERT INTO T (Id) VALUES (6)");
  }

  @Test
  void openTransactionIsLostAndSaysSo() {
    run("BEGIN");
    run("INSERT INTO T (Id) VALUES (2)");
    try (Session other = instance.database("d").openSession(SessionOptions.DEFAULT)) {
      disk.full = true;
      assertThatThrownBy(() -> other.execute("INSERT INTO T (Id) VALUES (3)").close())
          .hasMessageContaining("the disk is full");
    }
    disk.full = false;
    scheduler.advance(Duration.ofSeconds(2));
    assertRefused("INSERT INTO T (Id) VALUES (4)", ErrorCode.TRANSACTION_ABORTED);
    run("ROLLBACK");
    run("INSERT INTO T (Id) VALUES (4)");
  }

  @Test
  void otherFailuresStayUntilSomebodyLooks() {
    disk.code = ErrorCode.IO_ERROR;
    disk.full = true;
    assertRefused("INSERT INTO T (Id) VALUES (2)", ErrorCode.IO_ERROR);
    disk.full = false;
    scheduler.advance(Duration.ofSeconds(5));
    assertRefused("INSERT INTO T (Id) VALUES (3)", ErrorCode.IO_ERROR);
  }
}
