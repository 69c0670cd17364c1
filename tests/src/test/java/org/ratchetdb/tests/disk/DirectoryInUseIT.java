package org.ratchetdb.tests.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.EngineProvider;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.tests.process.ServerProcess;
import org.ratchetdb.tests.process.ServerSpec;

/** A directory that another process has open, or that cannot be written. */
class DirectoryInUseIT {
  private static Instance open(Path directory) {
    return EngineProvider.load().openDirectory(directory, InstanceOptions.DEFAULT);
  }

  @Test
  void secondProcessIsRefusedUntilTheFirstHasEnded(@TempDir Path directory) throws Exception {
    try (ServerProcess server = ServerProcess.start(directory, ServerSpec.DEFAULT)) {
      assertThatThrownBy(() -> open(directory).close())
          .isInstanceOf(DbException.class)
          .hasMessageContaining("The data directory is in use by another process")
          .hasMessageContaining(directory.toString())
          .satisfies(
              e -> {
                assertThat(((DbException) e).code()).isEqualTo(ErrorCode.UNAVAILABLE);
                assertThat(((DbException) e).hint())
                    .hasValueSatisfying(
                        hint -> assertThat(hint).contains("Stop the other process"));
              });
      assertThatThrownBy(() -> ServerProcess.start(directory).close())
          .as("ratchet serve")
          .isInstanceOf(IOException.class)
          .hasMessageContaining("The data directory is in use by another process")
          .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\tat "));
      assertThat(server.isAlive()).isTrue();
      server.kill();
      try (Instance instance = open(directory)) {
        assertThat(instance.databaseNames()).contains("gsql", "pg");
      }
    }
  }

  @Test
  void secondOpeningWithinAProcessIsRefused(@TempDir Path directory) {
    try (Instance instance = open(directory)) {
      assertThat(instance.databaseNames()).isEmpty();
      assertThatThrownBy(() -> open(directory).close())
          .isInstanceOf(DbException.class)
          .hasMessageContaining("in use");
    }
    open(directory).close();
  }

  @Test
  void placeWhereNothingCanBeWrittenIsTold() {
    assertThatThrownBy(() -> open(Path.of("/proc/ratchet")).close())
        .isInstanceOf(DbException.class)
        .hasMessageContaining("The data directory cannot be used: /proc/ratchet")
        .satisfies(e -> assertThat(((DbException) e).code()).isEqualTo(ErrorCode.IO_ERROR));
  }

  @Test
  void fileInPlaceOfTheDirectoryIsTold(@TempDir Path directory) throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    assertThatThrownBy(() -> open(file).close())
        .isInstanceOf(DbException.class)
        .hasMessageContaining("The data directory cannot be used: " + file);
  }

  @Test
  void directoryThatBecameReadOnlyIsToldAndOpensAgainLater(@TempDir Path directory)
      throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), 48)) {
      Path data = disk.root().resolve("data");
      try (Instance instance = open(data)) {
        instance.createDatabase("d", Dialect.GOOGLE_STANDARD_SQL);
        try (Session session = instance.database("d").openSession(SessionOptions.DEFAULT)) {
          session.execute("CREATE TABLE T (Id INT64 NOT NULL) PRIMARY KEY (Id)").close();
          session.execute("INSERT INTO T (Id) VALUES (1), (2)").close();
        }
      }
      disk.setReadOnly(true);
      assertThatThrownBy(() -> open(data).close())
          .isInstanceOf(DbException.class)
          .hasMessageContaining("The data directory cannot be used")
          .satisfies(
              e -> {
                assertThat(((DbException) e).code()).isEqualTo(ErrorCode.IO_ERROR);
                assertThat(((DbException) e).detail())
                    .hasValueSatisfying(detail -> assertThat(detail).contains("Read-only"));
              });
      disk.setReadOnly(false);
      try (Instance instance = open(data);
          Session session = instance.database("d").openSession(SessionOptions.DEFAULT);
          var rows = session.execute("SELECT Id FROM T")) {
        assertThat(Objects.requireNonNull(rows.cursor()).next()).isTrue();
        assertThat(rows.cursor().next()).isTrue();
        assertThat(rows.cursor().next()).isFalse();
      }
    }
  }
}
