package org.ratchetdb.engine.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.ManualClock;
import org.ratchetdb.common.time.ManualScheduler;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.storage.txn.StoreEnvironment;

/**
 * CREATE and DROP DATABASE as statements. A wait for other sessions runs what a test has put down
 * for it, instead of time going by.
 */
final class DatabaseStatementsTest {
  @TempDir Path directory;

  private final ManualClock clock = new ManualClock();
  private final ManualScheduler scheduler = new ManualScheduler(clock);
  private final Deque<Runnable> duringWaits = new ArrayDeque<>();
  private int waits;

  @SuppressWarnings("NullAway.Init")
  private RatchetInstance instance;

  @SuppressWarnings("NullAway.Init")
  private Session mine;

  @SuppressWarnings("NullAway.Init")
  private Session other;

  private final class ScriptedThreads extends JdkThreads {
    @Override
    public void parkNanos(Object blocker, long nanos) {
      if (blocker instanceof RatchetDatabase) {
        waits++;
        scheduler.advance(Duration.ofNanos(nanos));
        Runnable action = duringWaits.poll();
        if (action != null) {
          action.run();
        }
      } else {
        super.parkNanos(blocker, nanos);
      }
    }
  }

  @BeforeEach
  void open() {
    instance =
        RatchetInstance.openDirectory(
            directory,
            InstanceOptions.DEFAULT,
            new StoreEnvironment(clock, clock, scheduler, new ScriptedThreads()));
    mine = instance.createDatabase("mine", Dialect.POSTGRESQL).openSession(SessionOptions.DEFAULT);
    other =
        instance
            .createDatabase("other", Dialect.GOOGLE_STANDARD_SQL)
            .openSession(SessionOptions.DEFAULT);
  }

  @AfterEach
  void close() {
    instance.close();
  }

  private void drop() {
    mine.execute("DROP DATABASE other").close();
  }

  private static void assertFails(ErrorCode code, ThrowingCallable work) {
    assertThatThrownBy(work)
        .isInstanceOfSatisfying(DbException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void unusedDatabaseIsDroppedWithoutAWait() {
    other.close();
    drop();
    assertThat(waits).isZero();
    assertThat(instance.databaseNames()).containsExactly("mine");
  }

  @Test
  void dropWaitsForASessionThatIsAboutToEnd() {
    duringWaits.add(() -> {});
    duringWaits.add(other::close);
    drop();
    assertThat(waits).isEqualTo(2);
    assertThat(instance.databaseNames()).containsExactly("mine");
  }

  @Test
  void dropGivesUpAfterFiveSeconds() {
    long before = clock.nanos();
    assertFails(ErrorCode.OBJECT_IN_USE, this::drop);
    assertThat(Duration.ofNanos(clock.nanos() - before)).isEqualTo(Duration.ofSeconds(5));
    assertThat(instance.hasDatabase("other")).isTrue();
    assertThat(other.isOpen()).isTrue();
  }

  @Test
  void forceDoesNotWait() {
    mine.execute("DROP DATABASE other WITH (FORCE)").close();
    assertThat(waits).isZero();
    assertThat(instance.hasDatabase("other")).isFalse();
  }

  @Test
  void cancelEndsTheWait() {
    duringWaits.add(mine::cancel);
    assertFails(ErrorCode.CANCELLED, this::drop);
    assertThat(waits).isEqualTo(1);
    assertThat(instance.hasDatabase("other")).isTrue();
  }

  @Test
  void databaseThatSomebodyElseDropsMeanwhileIsNotFound() {
    duringWaits.add(() -> instance.dropDatabase("other"));
    assertFails(ErrorCode.DATABASE_NOT_FOUND, this::drop);
  }

  @Test
  void newDatabaseHasTheDialectThatItsOptionsSay() {
    Session googleSql = other;
    mine.execute("CREATE DATABASE a").close();
    mine.execute("CREATE DATABASE b OPTIONS (dialect = 'GOOGLE_STANDARD_SQL')").close();
    mine.execute("CREATE DATABASE c WITH DIALECT = googlesql").close();
    googleSql.execute("CREATE DATABASE d").close();
    googleSql.execute("CREATE DATABASE e OPTIONS (dialect = 'postgresql')").close();
    assertThat(instance.database("a").dialect()).isEqualTo(Dialect.POSTGRESQL);
    assertThat(instance.database("b").dialect()).isEqualTo(Dialect.GOOGLE_STANDARD_SQL);
    assertThat(instance.database("c").dialect()).isEqualTo(Dialect.GOOGLE_STANDARD_SQL);
    assertThat(instance.database("d").dialect()).isEqualTo(Dialect.GOOGLE_STANDARD_SQL);
    assertThat(instance.database("e").dialect()).isEqualTo(Dialect.POSTGRESQL);
  }
}
