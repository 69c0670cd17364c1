package org.ratchetdb.storage.rocksdb;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.CommitTimestamp;
import org.rocksdb.Checkpoint;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;

/**
 * What can be done with the files of a store that nobody has open: copying by sharing, deleting.
 *
 * <p>A table file never changes once it is written, so two stores may have it under two names; each
 * drops its name when it needs the file no more. All other files are small, and copied.
 */
public final class RocksFiles {
  private static final String TABLE_SUFFIX = ".sst";

  private RocksFiles() {}

  /**
   * Copies a closed store into a new directory. The copy is on disk once it has been opened and its
   * directory synced; until then it is nothing to rely on. What a failure leaves behind is the
   * caller's to delete.
   *
   * @param threads steps at {@code branch.link} before every file
   */
  public static void copy(Path from, Path to, RocksResources resources, Threads threads) {
    if (resources.isInMemory()) {
      threads.step("branch.link");
      copyInMemory(from, to, resources);
      return;
    }
    try {
      Files.createDirectories(to);
      List<Path> files;
      try (Stream<Path> entries = Files.list(from)) {
        files = entries.sorted().toList();
      }
      for (Path file : files) {
        threads.step("branch.link");
        copyFile(file, to.resolve(file.getFileName()));
      }
    } catch (IOException e) {
      throw new DbException(ErrorCode.IO_ERROR, "The files of a database cannot be copied", e)
          .with("from", from)
          .with("to", to)
          .detail(String.valueOf(e.getMessage()));
    }
  }

  /** Syncs what {@link #copy} has made, for a store that is not opened at once. */
  public static void force(Path store) {
    try (Stream<Path> files = Files.list(store)) {
      for (Path file : files.filter(file -> isPart(file.getFileName().toString())).toList()) {
        forceFile(file);
      }
      forceFile(store);
    } catch (IOException e) {
      throw new DbException(ErrorCode.IO_ERROR, "The files of a database cannot be synced", e)
          .with("directory", store)
          .detail(String.valueOf(e.getMessage()));
    }
  }

  private static void copyFile(Path file, Path target) throws IOException {
    String name = file.getFileName().toString();
    if (name.endsWith(TABLE_SUFFIX)) {
      Files.createLink(target, file);
    } else if (isPart(name)) {
      // Not synced: a store writes both anew when it is opened, and what is in a log goes to
      // tables.
      Files.copy(file, target);
    }
  }

  /** Bytes of the logs of a store, open or closed: the most that opening it writes to tables. */
  public static long logBytes(Path store) throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.list(store)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".log")).toList()) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }

  /** Whether a copy of a store needs a file; the others are made anew when it is opened. */
  public static boolean isNeeded(String name) {
    return isTable(name) || isPart(name);
  }

  /** Whether a file that is no table is needed. */
  private static boolean isPart(String name) {
    return name.equals("CURRENT") || name.startsWith("MANIFEST-") || name.endsWith(".log");
  }

  private static void forceFile(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /**
   * A store in memory has no log, so its tables are all there is, and RocksDB's own copy of a store
   * opened for reading is complete.
   */
  private static void copyInMemory(Path from, Path to, RocksResources resources) {
    try (RocksDirectory source = RocksDirectory.openReadOnly(from, resources);
        Checkpoint checkpoint = Checkpoint.create(source.db)) {
      checkpoint.createCheckpoint(to.toString());
    } catch (RocksDBException e) {
      throw RocksErrors.convert("Copying the store", e).with("directory", to);
    }
  }

  /** The timestamp of the last commit in a closed store; fails when it cannot be opened. */
  public static CommitTimestamp lastTimestamp(Path directory, RocksResources resources) {
    try (RocksDirectory store = RocksDirectory.openReadOnly(directory, resources)) {
      return new CommitTimestamp(Math.max(0, RocksEngine.readTime(store)));
    }
  }

  /** Whether a file of a store is a table, which never changes once it is written. */
  public static boolean isTable(String name) {
    return name.endsWith(TABLE_SUFFIX);
  }

  /**
   * Reads a table file whole and compares every block with its checksum.
   *
   * @throws DbException CORRUPT_DATA naming the file
   */
  public static void verifyTable(Path file) {
    try (Options options = new Options();
        SstFileReader reader = new SstFileReader(options)) {
      reader.open(file.toString());
      reader.verifyChecksum();
    } catch (RocksDBException e) {
      throw RocksErrors.convert("Reading file " + file.getFileName(), e).with("file", file);
    }
  }

  /** Deletes a closed store and its directory; nothing happens when it is not there. */
  public static void delete(Path directory, RocksResources resources) {
    if (resources.isInMemory()) {
      try (Options options = new Options().setEnv(resources.env())) {
        RocksDB.destroyDB(directory.toString(), options);
      } catch (RocksDBException e) {
        throw RocksErrors.convert("Deleting a database", e);
      }
      return;
    }
    try {
      deleteRecursively(directory);
    } catch (IOException e) {
      throw new DbException(
              ErrorCode.IO_ERROR, "The files of a database cannot be deleted: " + directory, e)
          .detail(String.valueOf(e.getMessage()));
    }
  }

  private static void deleteRecursively(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    List<Path> paths;
    try (Stream<Path> walk = Files.walk(directory)) {
      paths = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : paths) {
      Files.deleteIfExists(path);
    }
  }
}
