package org.ratchetdb.tests.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.engine.api.BackupInfo;
import org.ratchetdb.engine.api.CheckFinding;
import org.ratchetdb.engine.api.CheckReport;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.backup.BackupStore;
import org.ratchetdb.engine.database.RatchetInstance;
import org.ratchetdb.tests.crash.CrashJournal.State;

/** Opens what a crash has left and compares it with the journal. */
final class CrashVerifier {
  private final Path directory;
  private final CrashJournal journal;

  CrashVerifier(Path directory, CrashJournal journal) {
    this.directory = directory;
    this.journal = journal;
  }

  void verify() {
    assertThat(journal.errors()).as("what the process could not do").isEmpty();
    try (RatchetInstance instance = CrashDatabase.open(directory, JdkThreads.INSTANCE)) {
      try (Session session = CrashDatabase.session(instance)) {
        // Every schema change first finishes, or takes back, what an earlier one has left.
        CrashDatabase.run(session, "DROP INDEX IF EXISTS NoSuchIndex");
        orders(session);
        counters(session);
        schema(session);
      }
      databases(instance);
      snapshots(instance);
    }
    backups();
  }

  private void orders(Session session) {
    Set<Long> found = CrashDatabase.column(session, "SELECT Id FROM Orders WHERE Writer < 4");
    assertThat(found).as("acknowledged orders").containsAll(journal.ordersThatAre(State.PRESENT));
    Set<Long> allowed = new HashSet<>(journal.ordersThatAre(State.PRESENT));
    allowed.addAll(journal.ordersThatAre(State.EITHER));
    assertThat(allowed).as("orders that somebody began to insert").containsAll(found);
    Set<Long> indexed =
        CrashDatabase.column(session, "SELECT Id FROM Orders@{FORCE_INDEX=ByTag} WHERE Writer < 4");
    assertThat(indexed).as("orders by the index").isEqualTo(found);
    Set<Long> whole =
        CrashDatabase.column(
            session,
            "SELECT l.Id FROM Lines l JOIN Orders o ON o.Id = l.Id WHERE o.Writer < 4"
                + " GROUP BY l.Id HAVING COUNT(*) = "
                + CrashDatabase.LINES);
    assertThat(whole).as("orders with all their lines").isEqualTo(found);
    journal.settleOrders(found);
  }

  private static void counters(Session session) {
    List<List<Long>> counted =
        CrashDatabase.numbers(
            session,
            "SELECT c.Writer, c.N, (SELECT COUNT(*) FROM Orders o WHERE o.Writer = c.Writer)"
                + " FROM Counter c");
    assertThat(counted)
        .hasSize(CrashDatabase.WRITERS + 1)
        .allSatisfy(
            row ->
                assertThat(row.get(2)).as("orders of writer %d", row.get(0)).isEqualTo(row.get(1)));
  }

  private void schema(Session session) {
    there("ByNote", exists(session, "SELECT COUNT(*) FROM Lines@{FORCE_INDEX=ByNote}"));
    there("Extra", exists(session, "SELECT COUNT(Extra) FROM Orders"));
    assertThat(exists(session, "SELECT COUNT(*) FROM Twins@{FORCE_INDEX=ByTwin}"))
        .as("index that cannot be")
        .isFalse();
  }

  private void there(String thing, boolean present) {
    State state = journal.thing(thing);
    if (state != State.EITHER) {
      assertThat(present).as(thing).isEqualTo(state == State.PRESENT);
    }
  }

  private static boolean exists(Session session, String sql) {
    try {
      CrashDatabase.numbers(session, sql);
      return true;
    } catch (DbException e) {
      assertThat(e.code())
          .as("%s", e)
          .isIn(ErrorCode.UNDEFINED_COLUMN, ErrorCode.OBJECT_NOT_FOUND, ErrorCode.INVALID_ARGUMENT);
      return false;
    }
  }

  private void databases(RatchetInstance instance) {
    assertThat(instance.databaseNames()).contains(CrashDatabase.NAME);
    assertThat(instance.databaseNames()).containsAll(journal.presentThings("database"));
    for (String name : instance.databaseNames()) {
      CheckReport report = instance.database(name).check(ProgressListener.NONE);
      assertThat(report.isClean()).as("CHECK DATABASE %s: %s", name, report.findings()).isTrue();
    }
  }

  private void snapshots(RatchetInstance instance) {
    assertThat(instance.snapshots().stream().map(s -> s.name()))
        .containsAll(journal.presentThings("snapshot"));
  }

  private void backups() {
    Path backups = CrashDatabase.backups(directory);
    if (!Files.exists(backups)) {
      assertThat(journal.presentThings("backup")).isEmpty();
      return;
    }
    BackupStore store = new BackupStore(JdkThreads.INSTANCE);
    assertThat(store.list(backups).stream().map(BackupInfo::id).map(String::valueOf))
        .containsAll(journal.presentThings("backup"));
    assertThat(store.verify(backups, 0, ProgressListener.NONE))
        .filteredOn(finding -> finding.severity() != CheckFinding.Severity.INFO)
        .isEmpty();
  }
}
