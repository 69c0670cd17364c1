package org.ratchetdb.engine.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.InstanceOptions;

/** Directories in which nothing can be done: the error says which, and what to do. */
final class DataDirectoryTest {
  @TempDir Path root;

  private RatchetInstance open(Path directory) {
    return RatchetInstance.openDirectory(directory, InstanceOptions.DEFAULT);
  }

  private static void assertFails(ErrorCode code, String text, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DbException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.message()).contains(text);
            });
  }

  @Test
  void directoryThatIsOpenElsewhereIsRefusedByNameAndFreeAfterwards() {
    Path directory = root.resolve("data");
    try (RatchetInstance first = open(directory)) {
      assertFails(ErrorCode.UNAVAILABLE, directory.toString(), () -> open(directory));
      assertThat(first.databaseNames()).isEmpty();
    }
    open(directory).close();
  }

  @Test
  void fileInTheWayOfTheDirectoryIsNamed() throws IOException {
    Path file = Files.writeString(root.resolve("file"), "in the way");
    assertFails(ErrorCode.IO_ERROR, file.toString(), () -> open(file));
    assertFails(ErrorCode.IO_ERROR, "file", () -> open(file.resolve("below")));
  }

  @Test
  void fileInTheWayOfWhatIsInTheDirectoryIsNamed() throws IOException {
    Path directory = Files.createDirectories(root.resolve("data"));
    Path spill = directory.resolve("spill");
    Files.createDirectories(directory.resolve("databases"));
    Files.createSymbolicLink(spill, root.resolve("nowhere/at/all"));
    assertFails(ErrorCode.IO_ERROR, directory.toString(), () -> open(directory));
    Files.delete(spill);
    open(directory).close();
  }

  @Test
  void directoryThatVanishedIsNamedWhenADatabaseIsToBeMade() throws IOException {
    Path directory = root.resolve("data");
    try (RatchetInstance instance = open(directory)) {
      DurableFiles.deleteRecursively(directory);
      assertFails(
          ErrorCode.IO_ERROR,
          directory.toString(),
          () -> instance.createDatabase("d", Dialect.POSTGRESQL));
      assertThat(instance.databaseNames()).isEmpty();
    }
  }

  @Test
  void snapshotWithADamagedRecordDoesNotKeepTheRestClosed() throws IOException {
    Path directory = root.resolve("data");
    try (RatchetInstance instance = open(directory)) {
      instance.createDatabase("d", Dialect.POSTGRESQL);
      instance.createSnapshot("s", "d");
    }
    Path mark = directory.resolve("snapshots").resolve("s").resolve("SNAPSHOT");
    String text = Files.readString(mark);
    Files.writeString(mark, text.replace("dialect=", "what="));
    try (RatchetInstance instance = open(directory)) {
      assertThat(instance.snapshots()).isEmpty();
      assertThat(instance.databaseNames()).containsExactly("d");
    }
    Files.writeString(mark, text);
    try (RatchetInstance instance = open(directory)) {
      assertThat(instance.snapshots()).hasSize(1);
    }
  }
}
