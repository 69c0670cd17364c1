package org.ratchetdb.engine.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.BackupInfo;
import org.ratchetdb.engine.api.Backups;
import org.ratchetdb.engine.api.CheckFinding;
import org.ratchetdb.engine.api.Database;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.backup.BackupStore;

/** Backups into a directory, and databases made from them. */
class BackupTest {
  private static final String ROWS = "SELECT k, v FROM T ORDER BY k";

  /** The next step of this name fails. */
  private final StepFailure failure = new StepFailure();

  private final Backups backups = new BackupStore(JdkThreads.INSTANCE);

  @TempDir private Path root;
  private Path directory;
  private RatchetInstance instance;
  private Session session;

  /** Fails at a step. */
  private static final class StepFailure extends JdkThreads {
    private volatile String point = "";

    @Override
    public void step(String name) {
      if (name.equals(point)) {
        point = "";
        throw new IllegalStateException("Failed at " + name);
      }
    }
  }

  @BeforeEach
  void open() {
    directory = root.resolve("backups");
    instance =
        RatchetInstance.openDirectory(root.resolve("data"), InstanceOptions.DEFAULT, failure);
    instance.createDatabase("d", Dialect.GOOGLE_STANDARD_SQL);
    session = instance.database("d").openSession(SessionOptions.DEFAULT);
    run("CREATE TABLE T (k INT64 NOT NULL, v STRING(MAX)) PRIMARY KEY (k)");
    run("CREATE INDEX ByV ON T (v)");
    for (int i = 0; i < 50; i++) {
      run("INSERT INTO T (k, v) VALUES (" + i + ", 'v" + i % 7 + "')");
    }
  }

  @AfterEach
  void close() {
    instance.close();
  }

  private void run(String sql) {
    session.execute(sql).close();
  }

  private List<String> rows(String database, String sql) {
    try (Session other = instance.database(database).openSession(SessionOptions.DEFAULT)) {
      return TestRows.of(other, sql);
    }
  }

  private BackupInfo backup(boolean incremental) {
    return instance.backupDatabase("d", directory, incremental, ProgressListener.NONE);
  }

  private void restore(String name, long id) {
    instance.restoreBackup(name, directory, id, null, ProgressListener.NONE);
  }

  private void assertClean(String database) {
    assertThat(
            instance.database(database).check(ProgressListener.NONE).findings().stream()
                .filter(finding -> finding.severity() != CheckFinding.Severity.INFO))
        .isEmpty();
  }

  private List<Path> filesOf(Path where) throws IOException {
    try (Stream<Path> walk = Files.walk(where)) {
      return walk.filter(Files::isRegularFile).sorted().toList();
    }
  }

  @Test
  void restoredDatabaseHoldsRowsIndexesSchemaAndHistory() {
    run("UPDATE T SET v = 'new' WHERE k = 7");
    BackupInfo made = backup(false);
    run("DELETE FROM T WHERE k < 20");
    run("DROP INDEX ByV");

    restore("r", 0);

    assertThat(made.id()).isEqualTo(1);
    assertThat(made.isIncremental()).isFalse();
    assertThat(rows("r", ROWS)).hasSize(50).contains("7 | new");
    assertThat(rows("r", "SELECT k FROM T@{FORCE_INDEX=ByV} WHERE v = 'new'")).containsExactly("7");
    assertThat(rows("d", ROWS)).hasSize(30);
    assertClean("r");
    assertClean("d");
  }

  @Test
  void restoredDatabaseOutlivesARestart() {
    backup(false);
    restore("r", 1);
    instance.close();
    instance = RatchetInstance.openDirectory(root.resolve("data"), InstanceOptions.DEFAULT);

    assertThat(instance.databaseNames()).containsExactly("d", "r");
    assertThat(rows("r", ROWS)).hasSize(50);
  }

  @Test
  void backupBesideWritersHoldsAllCommitsUpToItsTimestampAndNoOther() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    AtomicLong inserted = new AtomicLong(1000);
    List<Throwable> failures = new ArrayList<>();
    Thread writer =
        new Thread(
            () -> {
              try (Session own = instance.database("d").openSession(SessionOptions.DEFAULT)) {
                while (!stop.get()) {
                  long k = inserted.getAndIncrement();
                  own.execute("INSERT INTO T (k, v) VALUES (" + k + ", 'w')").close();
                }
              } catch (RuntimeException e) {
                failures.add(e);
              }
            });
    writer.start();
    List<BackupInfo> made = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      long seen = inserted.get();
      while (inserted.get() < seen + 5 && writer.isAlive()) {
        Thread.onSpinWait();
      }
      made.add(backup(i > 0));
    }
    stop.set(true);
    writer.join();
    assertThat(failures).isEmpty();

    List<String> all = rows("d", "SELECT k FROM T WHERE k >= 1000 ORDER BY k");
    for (BackupInfo each : made) {
      restore("r" + each.id(), each.id());
      List<String> some = rows("r" + each.id(), "SELECT k FROM T WHERE k >= 1000 ORDER BY k");
      assertThat(all.subList(0, some.size())).isEqualTo(some);
      assertThat(some).isNotEmpty();
      assertClean("r" + each.id());
    }
  }

  @Test
  void incrementalBackupSharesFilesAndOutlivesItsBase() {
    BackupInfo full = backup(false);
    run("INSERT INTO T (k, v) VALUES (100, 'later')");
    BackupInfo second = backup(true);
    BackupInfo third = backup(true);

    assertThat(second.baseId()).isEqualTo(full.id());
    assertThat(third.newBytes()).isLessThan(third.bytes());
    assertThat(backups.list(directory)).extracting(BackupInfo::id).containsExactly(1L, 2L, 3L);

    backups.delete(directory, full.id());
    backups.delete(directory, second.id());

    assertThat(damage(0)).isEmpty();
    restore("r", third.id());
    assertThat(rows("r", ROWS)).hasSize(51);
    assertThatThrownBy(() -> restore("x", full.id()))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OBJECT_NOT_FOUND));
  }

  @Test
  void deletingTheLastBackupLeavesNoFiles() throws IOException {
    backup(false);
    backup(true);
    backups.delete(directory, 1);
    backups.delete(directory, 2);

    assertThat(filesOf(directory.resolve("files"))).isEmpty();
    assertThat(backups.list(directory)).isEmpty();
  }

  @Test
  void interruptedBackupIsNoneAndItsPiecesGoWithTheNext() throws IOException {
    backup(false);
    for (String point : List.of("backup.checkpoint", "backup.file", "backup.record")) {
      failure.point = point;
      assertThatThrownBy(() -> backup(false)).hasMessageContaining(point);
      assertThat(backups.list(directory)).hasSize(1);
    }
    // What a killed process leaves.
    Files.write(directory.resolve("files").resolve("000002-000099.sst"), new byte[100]);
    Files.write(directory.resolve("000002.backup.part"), new byte[10]);
    assertThat(damage(0)).isEmpty();

    BackupInfo second = backup(false);

    assertThat(second.id()).isEqualTo(2);
    assertThat(filesOf(directory)).noneMatch(file -> file.toString().endsWith(".part"));
    assertThat(directory.resolve("files").resolve("000002-000099.sst")).doesNotExist();
    assertThat(filesOf(root.resolve("data").resolve("databases")))
        .noneMatch(file -> file.toString().contains(".copy-"));
    restore("r", 0);
    assertThat(rows("r", ROWS)).hasSize(50);
  }

  @Test
  void stoppedBackupLeavesNothing() throws IOException {
    AtomicLong done = new AtomicLong();
    assertThatThrownBy(
            () ->
                instance.backupDatabase(
                    "d",
                    directory,
                    false,
                    (phase, unit, bytes, total) -> {
                      done.set(bytes);
                      assertThat(bytes).isLessThanOrEqualTo(total);
                      if (bytes > 0) {
                        throw new DbException(ErrorCode.CANCELLED, "enough");
                      }
                    }))
        .hasMessage("enough");

    assertThat(done.get()).isPositive();
    assertThat(directory).doesNotExist();
    backup(false);
  }

  @Test
  void directoryThatHoldsSomethingElseIsRefused() throws IOException {
    Files.createDirectories(directory);
    Files.write(directory.resolve("letters.txt"), new byte[1]);

    assertThatThrownBy(() -> backup(false))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FAILED_PRECONDITION))
        .hasMessageContaining("something other than backups");
    assertThat(filesOf(directory)).hasSize(1);
    Path data = root.resolve("data");
    assertThatThrownBy(() -> instance.backupDatabase("d", data, false, ProgressListener.NONE))
        .hasMessageContaining("something other than backups");
  }

  @Test
  void backupsOfAnotherDatabaseAreRefused() {
    backup(false);
    instance.createDatabase("other", Dialect.POSTGRESQL);

    assertThatThrownBy(
            () -> instance.backupDatabase("other", directory, true, ProgressListener.NONE))
        .hasMessageContaining("another database, \"d\"");
  }

  @Test
  void incrementalNeedsABase() {
    assertThatThrownBy(() -> backup(true)).hasMessageContaining("no backup that an incremental");
    assertThat(directory).doesNotExist();
  }

  @Test
  void fileWhereTheDirectoryShouldBeIsAClearError() throws IOException {
    Files.write(root.resolve("file"), new byte[1]);

    assertThatThrownBy(
            () -> instance.backupDatabase("d", root.resolve("file"), false, ProgressListener.NONE))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IO_ERROR));
    run("INSERT INTO T (k) VALUES (999)");
  }

  @Test
  void everyFlippedBitIsFoundAndNamedAndNothingIsRestored() throws IOException {
    backup(false);
    run("INSERT INTO T (k, v) VALUES (100, 'later')");
    backup(true);
    Random random = new Random(4711);
    for (Path file : filesOf(directory)) {
      int size = (int) Files.size(file);
      Set<Integer> positions = new HashSet<>();
      for (int i = 0; i < 12 && size > 0; i++) {
        positions.add(random.nextInt(size));
      }
      for (int position : positions) {
        byte[] bytes = Files.readAllBytes(file);
        int bit = 1 << random.nextInt(8);
        bytes[position] ^= (byte) bit;
        Files.write(file, bytes);

        assertThat(damage(0))
            .as("bit %s of byte %s of %s", bit, position, file)
            .extracting(CheckFinding::object)
            .filteredOn(object -> !object.startsWith("backup "))
            .containsExactly("file " + file);
        if (!file.getFileName().toString().startsWith("000001")) {
          assertThatThrownBy(() -> restore("r", 2))
              .as("bit %s of byte %s of %s", bit, position, file)
              .isInstanceOfSatisfying(
                  DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_DATA))
              .hasMessageContaining(file.getFileName().toString());
          assertThat(root.resolve("data").resolve("databases").resolve("r")).doesNotExist();
        }

        bytes[position] ^= (byte) bit;
        Files.write(file, bytes);
      }
    }
    assertThat(damage(0)).isEmpty();
    assertThat(instance.databaseNames()).containsExactly("d");
  }

  private List<CheckFinding> damage(long id) {
    return backups.verify(directory, id, ProgressListener.NONE).stream()
        .filter(finding -> finding.severity() != CheckFinding.Severity.INFO)
        .toList();
  }

  @Test
  void verificationHasARowForEachBackup() throws IOException {
    backup(false);
    run("INSERT INTO T (k, v) VALUES (100, 'later')");
    backup(true);
    backup(false);
    assertThat(backups.verify(directory, 0, ProgressListener.NONE))
        .extracting(CheckFinding::object)
        .containsExactly("backup 1", "backup 2", "backup 3");
    assertThat(backups.verify(directory, 2, ProgressListener.NONE))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(CheckFinding.Severity.INFO);
              assertThat(finding.problem())
                  .matches("Sound: its [0-9]+ files with [0-9]+ bytes have their checksums");
            });

    Path shared =
        filesOf(directory.resolve("files")).stream()
            .filter(file -> file.getFileName().toString().matches("000001-.*sst"))
            .findFirst()
            .orElseThrow();
    Files.delete(shared);
    Files.write(directory.resolve("000003.backup"), new byte[] {1, 2, 3});
    assertThat(backups.verify(directory, 0, ProgressListener.NONE))
        .extracting(finding -> finding.severity() + " " + finding.object())
        .containsExactlyInAnyOrder(
            "ERROR file " + directory.resolve("000003.backup"),
            "ERROR file " + shared,
            "ERROR backup 1",
            "ERROR backup 2",
            "ERROR backup 3");
  }

  @Test
  void refusedFirstBackupLeavesTheDirectoryAsItWas() throws IOException {
    Path deep = root.resolve("new/deep/backups");
    assertThatThrownBy(() -> instance.backupDatabase("d", deep, true, ProgressListener.NONE))
        .hasMessageContaining("no backup that an incremental one could build on");
    assertThat(root.resolve("new")).doesNotExist();

    Files.createDirectories(deep);
    failure.point = "backup.file";
    assertThatThrownBy(() -> instance.backupDatabase("d", deep, false, ProgressListener.NONE))
        .hasMessageContaining("backup.file");
    assertThat(deep).isEmptyDirectory();
    failure.point = "";
    instance.backupDatabase("d", deep, false, ProgressListener.NONE);
    instance.backupDatabase("d", deep, true, ProgressListener.NONE);
  }

  @Test
  void missingFileIsNamed() throws IOException {
    backup(false);
    Path file = filesOf(directory.resolve("files")).get(0);
    Files.delete(file);

    assertThat(damage(1))
        .extracting(CheckFinding::problem)
        .first()
        .isEqualTo(file.getFileName() + " is missing");
    assertThatThrownBy(() -> restore("r", 1)).hasMessageContaining("is missing");
  }

  @Test
  void failedRestoreLeavesNothingAndAnUnfinishedOneIsRemovedAtTheNextStart() throws IOException {
    backup(false);
    for (String point : List.of("restore.file", "restore.files", "branch.marked")) {
      failure.point = point;
      assertThatThrownBy(() -> restore("r", 1)).hasMessageContaining(point);
      assertThat(root.resolve("data").resolve("databases").resolve("r")).doesNotExist();
    }
    instance.close();
    Path left = root.resolve("data").resolve("databases").resolve("left");
    Files.createDirectories(left);
    Files.write(left.resolve("CURRENT"), new byte[] {1});
    instance =
        RatchetInstance.openDirectory(root.resolve("data"), InstanceOptions.DEFAULT, failure);

    assertThat(instance.databaseNames()).containsExactly("d");
    assertThat(left).doesNotExist();
    restore("r", 1);
    assertThat(rows("r", ROWS)).hasSize(50);
  }

  @Test
  void restoreRefusesANameInUse() {
    backup(false);

    assertThatThrownBy(() -> restore("d", 1))
        .isInstanceOfSatisfying(
            DbException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.DATABASE_ALREADY_EXISTS));
  }

  @Test
  void sequencesAndTimestampsGoOnBehindWhatTheBackupHas() {
    run("CREATE SEQUENCE S OPTIONS (sequence_kind = 'bit_reversed_positive')");
    run(
        "CREATE TABLE N (id INT64 NOT NULL DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE S)), x INT64)"
            + " PRIMARY KEY (id)");
    for (int i = 0; i < 30; i++) {
      run("INSERT INTO N (x) VALUES (" + i + ")");
    }
    BackupInfo made = backup(false);

    Database restored = instance.restoreBackup("r", directory, 0, null, ProgressListener.NONE);
    try (Session other = restored.openSession(SessionOptions.DEFAULT)) {
      for (int i = 0; i < 30; i++) {
        other.execute("INSERT INTO N (x) VALUES (" + i + ")").close();
      }
    }

    assertThat(rows("r", "SELECT id FROM N")).hasSize(60).doesNotHaveDuplicates();
    assertThat(instance.databaseNames()).contains("r");
    long applied = ((RatchetDatabase) restored).context().store().appliedTimestamp().micros();
    assertThat(applied).isGreaterThan(made.timestamp().micros());
  }

  @Test
  void postgresDatabaseKeepsItsDialect() {
    instance.createDatabase("p", Dialect.POSTGRESQL);
    try (Session other = instance.database("p").openSession(SessionOptions.DEFAULT)) {
      other.execute("CREATE TABLE t (k bigint PRIMARY KEY)").close();
      other.execute("INSERT INTO t VALUES (1)").close();
      Path own = root.resolve("own");
      other.execute("BACKUP DATABASE TO '" + own + "'").close();
      other.execute("BACKUP DATABASE p TO '" + own + "' INCREMENTAL").close();
      assertThat(TestRows.of(other, "SHOW BACKUPS IN '" + own + "'")).hasSize(2);
      assertThat(TestRows.of(other, "VERIFY BACKUP IN '" + own + "'"))
          .hasSize(2)
          .allMatch(row -> row.startsWith("INFO | backup "));
      other.execute("DROP BACKUP 1 IN '" + own + "'").close();
      other.execute("RESTORE DATABASE q FROM '" + own + "'").close();
    }

    assertThat(instance.database("q").dialect()).isEqualTo(Dialect.POSTGRESQL);
    assertThat(rows("q", "SELECT k FROM t")).containsExactly("1");
  }
}
