package org.ratchetdb.engine.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.api.Snapshot;

/** One database whose files are damaged: the others do not suffer, and it can be replaced. */
class DamagedDatabaseTest {
  @TempDir private Path root;
  private RatchetInstance instance;

  @BeforeEach
  void makeThreeOfWhichOneIsDamaged() throws IOException {
    open();
    for (String name : new String[] {"a", "b", "c"}) {
      instance.createDatabase(name, Dialect.GOOGLE_STANDARD_SQL);
      run(name, "CREATE TABLE T (Id INT64 NOT NULL) PRIMARY KEY (Id)");
      run(name, "INSERT INTO T (Id) VALUES (1), (2)");
    }
    run("a", "CREATE SNAPSHOT early OF DATABASE b");
    run("a", "CREATE SNAPSHOT mine");
    instance.backupDatabase("b", root.resolve("backups"), false, ProgressListener.NONE);
    run("b", "INSERT INTO T (Id) VALUES (3)");
    instance.close();
    flip(manifest());
    open();
  }

  @AfterEach
  void close() {
    instance.close();
  }

  private void open() {
    instance = RatchetInstance.openDirectory(root.resolve("data"), InstanceOptions.DEFAULT);
  }

  private void run(String database, String sql) {
    try (Session session = instance.database(database).openSession(SessionOptions.DEFAULT)) {
      session.execute(sql).close();
    }
  }

  private String rows(String database, String sql) {
    try (Session session = instance.database(database).openSession(SessionOptions.DEFAULT)) {
      return String.join(", ", TestRows.of(session, sql));
    }
  }

  private Path manifest() throws IOException {
    try (Stream<Path> files = Files.list(root.resolve("data/databases/b"))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("MANIFEST"))
          .findFirst()
          .orElseThrow();
    }
  }

  private static void flip(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 4;
    Files.write(file, bytes);
  }

  @Test
  void othersAreOpenAndTheDamagedOneIsListed() throws IOException {
    assertThat(instance.databaseNames()).containsExactly("a", "b", "c");
    assertThat(rows("a", "SHOW DATABASES")).isEqualTo("a | READY, b | DAMAGED, c | READY");
    run("a", "INSERT INTO T (Id) VALUES (9)");
    assertThat(rows("c", "SELECT Id FROM T ORDER BY Id")).isEqualTo("1, 2");
    assertThat(instance.hasDatabase("b")).isTrue();
    assertThat(instance.damage("b")).isPresent();
    assertThat(instance.damage("a")).isEmpty();
    String file = manifest().getFileName().toString();
    assertThatThrownBy(() -> instance.database("b"))
        .isInstanceOfSatisfying(
            DbException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_DATA);
              assertThat(e.message())
                  .startsWith("database \"b\" cannot be opened: ")
                  .contains(file);
              assertThat(e.detail()).hasValueSatisfying(text -> assertThat(text).contains(file));
              assertThat(e.hint()).hasValueSatisfying(text -> assertThat(text).contains("drop"));
            });
    for (String sql :
        new String[] {
          "CHECK DATABASE b",
          "CREATE SNAPSHOT s OF DATABASE b",
          "CREATE DATABASE d FROM DATABASE b",
          "BACKUP DATABASE b TO '" + root.resolve("new") + "'"
        }) {
      assertThatThrownBy(() -> run("a", sql)).as(sql).hasMessageContaining(file);
    }
    assertThat(root.resolve("new")).doesNotExist();
    assertThatThrownBy(() -> run("a", "CREATE DATABASE b"))
        .isInstanceOfSatisfying(
            DbException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.DATABASE_ALREADY_EXISTS));
  }

  @Test
  void afterADropTheNameIsFreeAndABackupCanBeRestored() {
    run("a", "DROP DATABASE b");
    assertThat(instance.hasDatabase("b")).isFalse();
    assertThat(root.resolve("data/databases/b")).doesNotExist();
    run("a", "RESTORE DATABASE b FROM '" + root.resolve("backups") + "'");
    assertThat(rows("b", "SELECT Id FROM T ORDER BY Id")).isEqualTo("1, 2");
    instance.close();
    open();
    assertThat(rows("b", "SHOW DATABASES")).isEqualTo("a | READY, b | READY, c | READY");
  }

  @Test
  void restoreFromItsSnapshotMakesItUsable() {
    assertThatThrownBy(() -> run("a", "RESTORE DATABASE b FROM SNAPSHOT mine"))
        .hasMessageContaining("is of the database \"a\"");
    run("a", "RESTORE DATABASE b FROM SNAPSHOT early");
    assertThat(rows("b", "SELECT Id FROM T ORDER BY Id")).isEqualTo("1, 2");
    assertThat(instance.damage("b")).isEmpty();
    run("b", "INSERT INTO T (Id) VALUES (3)");
    instance.close();
    open();
    assertThat(rows("b", "SELECT Id FROM T ORDER BY Id")).isEqualTo("1, 2, 3");
    assertThat(rows("b", "CHECK DATABASE")).startsWith("INFO");
  }

  @Test
  void mendedFileIsOpenedAtTheNextStart() throws IOException {
    flip(manifest());
    assertThat(instance.hasDatabase("b")).isTrue();
    instance.close();
    open();
    assertThat(rows("b", "SELECT Id FROM T ORDER BY Id")).isEqualTo("1, 2, 3");
  }

  @Test
  void snapshotWithADamagedRecordIsLeftOutAndKept() throws IOException {
    instance.close();
    Path record = root.resolve("data/snapshots/mine/SNAPSHOT");
    Files.writeString(record, "nonsense");
    open();
    assertThat(instance.snapshots()).extracting(Snapshot::name).containsExactly("early");
    assertThat(record).exists();
  }
}
