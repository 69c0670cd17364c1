package org.ratchetdb.engine.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.Snapshot;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The snapshots in a data directory:
 *
 * <pre>
 *   snapshots/NAME/            a store that nobody opens for writing; shares its tables with the database
 *   snapshots/NAME/SNAPSHOT    written last; a directory without it is left over from a crash
 *
 *   database=NAME
 *   dialect=POSTGRESQL
 *   timestamp=MICROSECONDS     of the last commit in it
 *   created=2026-01-02T03:04:05.678Z
 * </pre>
 */
final class SnapshotDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotDirectory.class);
  private static final String MARK = "SNAPSHOT";

  private final Path dataDirectory;
  private final Path root;

  SnapshotDirectory(Path dataDirectory) {
    this.dataDirectory = dataDirectory;
    this.root = dataDirectory.resolve("snapshots");
  }

  /** Where the files of a snapshot are, or are to be. */
  Path directory(String name) {
    return root.resolve(name);
  }

  /** Makes the directory of all snapshots. */
  void prepare() {
    if (Files.isDirectory(root)) {
      return;
    }
    try {
      Files.createDirectories(root);
    } catch (IOException e) {
      throw DurableFiles.error("The data directory cannot be used: " + dataDirectory, e);
    }
    DurableFiles.force(dataDirectory);
  }

  /** The snapshots that are complete; removes what others left. */
  List<Snapshot> existing() {
    List<Snapshot> snapshots = new ArrayList<>();
    if (!Files.isDirectory(root)) {
      return snapshots;
    }
    for (Path entry : DurableFiles.list(root)) {
      if (Files.exists(entry.resolve(MARK))) {
        readInto(entry, snapshots);
      } else {
        DurableFiles.deleteRecursively(entry);
      }
    }
    return snapshots;
  }

  /** Says that the files of a snapshot are complete and on disk. */
  void complete(Snapshot snapshot) {
    DurableFiles.force(root);
    DurableFiles.write(
        directory(snapshot.name()).resolve(MARK),
        "database="
            + snapshot.database()
            + "\ndialect="
            + snapshot.dialect()
            + "\ntimestamp="
            + snapshot.timestamp().micros()
            + "\ncreated="
            + snapshot.created()
            + "\n");
  }

  /** Removes a snapshot, or what there is of it. */
  void delete(String name) {
    if (!Files.exists(directory(name))) {
      return;
    }
    try {
      // Without its mark it is no snapshot any more, whatever happens before all of it is gone.
      Files.deleteIfExists(directory(name).resolve(MARK));
    } catch (IOException e) {
      throw DurableFiles.error("The snapshot cannot be deleted: " + directory(name), e);
    }
    DurableFiles.force(directory(name));
    DurableFiles.deleteRecursively(directory(name));
  }

  /** Leaves out, but does not touch, one whose record cannot be read. */
  private static void readInto(Path directory, List<Snapshot> snapshots) {
    try {
      snapshots.add(read(directory));
    } catch (DbException e) {
      if (e.code() != ErrorCode.CORRUPT_DATA) {
        throw e;
      }
      LOG.error("Snapshot {} cannot be used: {}", directory.getFileName(), e.message());
    }
  }

  private static Snapshot read(Path directory) {
    Path mark = directory.resolve(MARK);
    Map<String, String> values = new HashMap<>();
    try {
      for (String line : Files.readAllLines(mark, UTF_8)) {
        String[] parts = line.split("=", 2);
        values.put(parts[0], parts.length == 2 ? parts[1] : "");
      }
      return new Snapshot(
          directory.getFileName().toString(),
          value(values, "database"),
          Dialect.valueOf(value(values, "dialect")),
          new CommitTimestamp(Long.parseLong(value(values, "timestamp"))),
          Instant.parse(value(values, "created")));
    } catch (IOException e) {
      throw DurableFiles.error("The snapshot cannot be read: " + directory, e);
    } catch (IllegalArgumentException | DateTimeException e) {
      throw new DbException(ErrorCode.CORRUPT_DATA, "The snapshot's record is damaged: " + mark, e)
          .hint("Remove the snapshot's directory to do without it.");
    }
  }

  private static String value(Map<String, String> values, String name) {
    @Nullable String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("There is no " + name);
    }
    return value;
  }
}
