package org.ratchetdb.engine.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.BackupInfo;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;

/** Backups of databases in memory, and of those on disk restored into memory. */
class MemoryBackupTest {
  private static final int ROWS = 10_000;

  @TempDir private Path root;
  private RatchetInstance memory;
  private RatchetInstance disk;
  private Path directory;

  @BeforeEach
  void open() {
    memory = RatchetInstance.openMemory(InstanceOptions.DEFAULT);
    disk = RatchetInstance.openDirectory(root.resolve("data"), InstanceOptions.DEFAULT);
    directory = root.resolve("backups");
  }

  @AfterEach
  void close() {
    memory.close();
    disk.close();
  }

  private static void run(RatchetInstance instance, String database, String sql) {
    try (Session session = instance.database(database).openSession(SessionOptions.DEFAULT)) {
      session.execute(sql).close();
    }
  }

  private static String rows(RatchetInstance instance, String database, String sql) {
    try (Session session = instance.database(database).openSession(SessionOptions.DEFAULT)) {
      return String.join(", ", TestRows.of(session, sql));
    }
  }

  /** A table with an index, a sequence, old versions and deleted rows. */
  private static void fill(RatchetInstance instance) {
    instance.createDatabase("d", Dialect.GOOGLE_STANDARD_SQL);
    run(instance, "d", "CREATE TABLE T (Id INT64 NOT NULL, V STRING(MAX)) PRIMARY KEY (Id)");
    run(instance, "d", "CREATE INDEX ByV ON T (V)");
    run(
        instance,
        "d",
        "INSERT INTO T (Id, V) SELECT x, CONCAT('v', CAST(x AS STRING))"
            + " FROM UNNEST(GENERATE_ARRAY(1, "
            + ROWS
            + ")) x");
    run(instance, "d", "UPDATE T SET V = 'new' WHERE Id = 1");
    run(instance, "d", "DELETE FROM T WHERE Id = 2");
  }

  private static void assertSame(RatchetInstance from, RatchetInstance to, String name) {
    for (String sql :
        List.of(
            "SELECT COUNT(*), SUM(Id), MIN(V), MAX(V) FROM T",
            "SELECT Id FROM T@{FORCE_INDEX=ByV} WHERE V = 'new'",
            "SHOW DDL")) {
      assertThat(rows(to, name, sql).replace("`" + name + "`", "`d`"))
          .as(sql)
          .isEqualTo(rows(from, "d", sql));
    }
    assertThat(rows(to, name, "CHECK DATABASE")).startsWith("INFO");
    run(to, name, "INSERT INTO T (Id, V) VALUES (-1, 'writable')");
  }

  private List<String> leftovers() throws IOException {
    List<String> left = new ArrayList<>();
    try (Stream<Path> files = Files.list(memory.spillDirectory())) {
      files.forEach(file -> left.add(file.getFileName().toString()));
    }
    return left;
  }

  @Test
  void memoryToMemoryAndToDisk() throws IOException {
    fill(memory);
    run(memory, "d", "BACKUP DATABASE TO '" + directory + "'");
    assertThat(rows(memory, "d", "VERIFY BACKUP IN '" + directory + "'"))
        .startsWith("INFO | backup 1 | NULL | Sound");
    run(memory, "d", "RESTORE DATABASE r FROM '" + directory + "'");
    assertSame(memory, memory, "r");
    disk.restoreBackup("r", directory, 0, null, ProgressListener.NONE);
    assertSame(memory, disk, "r");
    assertThat(leftovers()).isEmpty();
  }

  @Test
  void diskToMemory() throws IOException {
    fill(disk);
    // What is not in tables yet is in the log of the backup.
    run(disk, "d", "INSERT INTO T (Id, V) VALUES (20000, 'logged')");
    disk.backupDatabase("d", directory, false, ProgressListener.NONE);
    memory.restoreBackup("r", directory, 0, null, ProgressListener.NONE);
    assertSame(disk, memory, "r");
    assertThat(leftovers()).isEmpty();
  }

  @Test
  void incrementalBackupsCanBeRestoredByThemselves() {
    fill(memory);
    memory.backupDatabase("d", directory, false, ProgressListener.NONE);
    run(memory, "d", "INSERT INTO T (Id, V) VALUES (20000, 'second')");
    BackupInfo second = memory.backupDatabase("d", directory, true, ProgressListener.NONE);
    assertThat(second.baseId()).isEqualTo(1);
    run(memory, "d", "DROP BACKUP 1 IN '" + directory + "'");
    run(memory, "d", "RESTORE DATABASE r FROM '" + directory + "'");
    assertSame(memory, memory, "r");
  }

  @Test
  void backupIsRestoredAsOfAnyTimeInIt() {
    fill(memory);
    CommitTimestamp before =
        ((RatchetDatabase) memory.database("d")).context().store().appliedTimestamp();
    run(memory, "d", "DELETE FROM T WHERE true");
    memory.backupDatabase("d", directory, false, ProgressListener.NONE);
    memory.restoreBackup("past", directory, 0, before, ProgressListener.NONE);
    assertThat(rows(memory, "past", "SELECT COUNT(*) FROM T")).isEqualTo("" + (ROWS - 1));
    memory.restoreBackup("now", directory, 0, null, ProgressListener.NONE);
    assertThat(rows(memory, "now", "SELECT COUNT(*) FROM T")).isEqualTo("0");
  }

  @Test
  void stoppingAtAnyPhaseLeavesNothing() throws IOException {
    fill(memory);
    for (String phase : List.of("unload", "backup")) {
      assertThatThrownBy(() -> memory.backupDatabase("d", directory, false, stopAt(phase)))
          .as(phase)
          .hasMessage("stopped at " + phase);
      assertThat(directory).doesNotExist();
    }
    memory.backupDatabase("d", directory, false, ProgressListener.NONE);
    for (String phase : List.of("verify", "restore", "load")) {
      assertThatThrownBy(() -> memory.restoreBackup("r", directory, 0, null, stopAt(phase)))
          .as(phase)
          .hasMessage("stopped at " + phase);
      assertThat(memory.hasDatabase("r")).isFalse();
    }
    assertThat(leftovers()).isEmpty();
    memory.restoreBackup("r", directory, 0, null, ProgressListener.NONE);
    assertSame(memory, memory, "r");
  }

  private static ProgressListener stopAt(String wanted) {
    return (phase, unit, done, total) -> {
      if (phase.equals(wanted)) {
        throw new DbException(ErrorCode.CANCELLED, "stopped at " + phase);
      }
    };
  }
}
