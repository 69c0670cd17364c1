package org.ratchetdb.tests.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.BackupInfo;
import org.ratchetdb.engine.api.CheckFinding;
import org.ratchetdb.engine.api.EngineProvider;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;

/** Backups to a disk that is full or cannot be written. */
class BackupTargetIT {
  @TempDir private Path root;
  private Instance instance;
  private SmallDisk disk;
  private Path target;

  @BeforeEach
  void open() throws Exception {
    disk = SmallDisk.mount(root.resolve("disk"), 32);
    target = disk.root().resolve("all").resolve("backups");
    instance = EngineProvider.load().openDirectory(root.resolve("data"), InstanceOptions.DEFAULT);
    instance.createDatabase("d", Dialect.GOOGLE_STANDARD_SQL);
    run("CREATE TABLE T (Id INT64 NOT NULL, V STRING(MAX)) PRIMARY KEY (Id)");
    addRows(0);
  }

  @AfterEach
  void close() throws IOException {
    if (instance != null) {
      instance.close();
    }
    if (disk != null) {
      disk.close();
    }
  }

  private void run(String sql) {
    try (Session session = instance.database("d").openSession(SessionOptions.DEFAULT)) {
      session.execute(sql).close();
    }
  }

  /** About 3 MiB that do not compress to nothing. */
  private void addRows(int from) {
    run(
        "INSERT INTO T (Id, V) SELECT x, CONCAT(TO_HEX(SHA512(CAST(x AS STRING))),"
            + " TO_HEX(SHA512(CAST(-x AS STRING)))) FROM UNNEST(GENERATE_ARRAY("
            + from
            + ", "
            + (from + 11_999)
            + ")) x");
  }

  private BackupInfo backup(boolean incremental) {
    return instance.backupDatabase("d", target, incremental, ProgressListener.NONE);
  }

  private void assertRefused(boolean incremental, ErrorCode code, String text) {
    assertThatThrownBy(() -> backup(incremental))
        .isInstanceOfSatisfying(
            DbException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.message()).contains(text);
              assertThat(e.detail())
                  .hasValueSatisfying(detail -> assertThat(detail).contains(disk.root() + ""));
            });
  }

  private static List<String> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.map(Path::toString).filter(name -> !name.endsWith("ballast")).sorted().toList();
    }
  }

  private void assertSound(int backups) {
    assertThat(EngineProvider.load().backups().verify(target, 0, ProgressListener.NONE))
        .hasSize(backups)
        .allMatch(finding -> finding.severity() == CheckFinding.Severity.INFO);
  }

  @Test
  void fullDiskIsToldNothingIsLeftAndTheNextBackupWorks() throws IOException {
    disk.fill(1 << 20);
    assertRefused(false, ErrorCode.DISK_FULL, "the disk is full");
    assertThat(files(disk.root())).containsExactly(disk.root().toString());
    addRows(20_000); // the database goes on
    disk.makeRoom();
    backup(false);
    assertSound(1);

    addRows(40_000);
    List<String> before = files(target);
    disk.fill(1 << 20);
    assertRefused(true, ErrorCode.DISK_FULL, "the disk is full");
    assertThat(files(target)).isEqualTo(before);
    assertSound(1);
    disk.makeRoom();
    assertThat(backup(true).baseId()).isEqualTo(1);
    assertSound(2);
  }

  @Test
  void readOnlyDiskIsToldAndTheNextBackupWorks() throws Exception {
    disk.setReadOnly(true);
    assertRefused(false, ErrorCode.IO_ERROR, "the file system is read-only");
    disk.setReadOnly(false);
    assertThat(files(disk.root())).containsExactly(disk.root().toString());
    backup(false);
    List<String> before = files(target);
    disk.setReadOnly(true);
    assertRefused(true, ErrorCode.IO_ERROR, "the file system is read-only");
    disk.setReadOnly(false);
    assertThat(files(target)).isEqualTo(before);
    backup(true);
    assertSound(2);
  }
}
