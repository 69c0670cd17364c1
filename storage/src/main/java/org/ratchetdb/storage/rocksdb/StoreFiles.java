package org.ratchetdb.storage.rocksdb;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/**
 * Looks at the files of a store that RocksDB believes too readily: the name of the manifest, the
 * manifest, the logs. Tables are left to RocksDB, which checks each block it reads.
 */
final class StoreFiles {
  private static final String CURRENT = "CURRENT";
  private static final String LOG_SUFFIX = ".log";
  private static final Pattern MANIFEST_NAME = Pattern.compile("MANIFEST-[0-9]+\n");

  private StoreFiles() {}

  /** Before a store is opened: fails with {@code CORRUPT_DATA}, naming the file. */
  static void check(Path directory) {
    List<DbException> damage = new ArrayList<>();
    find(directory, (file, problem) -> damage.add(damaged(file, problem)));
    if (!damage.isEmpty()) {
      DbException first = damage.get(0);
      damage.subList(1, damage.size()).forEach(first::addSuppressed);
      throw first;
    }
  }

  private static DbException damaged(Path file, String problem) {
    return new DbException(
            ErrorCode.CORRUPT_DATA,
            "File " + file.getFileName() + " of the database is damaged: " + problem)
        .with("file", file)
        .detail("File " + file + ".")
        .hint("Restore a backup, or mend the file; the database was not touched.");
  }

  /** Tells of every file that is damaged, and how. */
  static void find(Path directory, BiConsumer<Path, String> damage) {
    List<Path> files = list(directory);
    Path current = directory.resolve(CURRENT);
    try {
      if (Files.exists(current)) {
        String name = Files.readString(current, ISO_8859_1);
        Path manifest = directory.resolve(name.strip());
        if (!MANIFEST_NAME.matcher(name).matches() || !Files.exists(manifest)) {
          damage.accept(current, "it does not name a manifest");
        } else {
          tell(manifest, LogFileScan.ofManifest(manifest), damage);
        }
      } else if (files.stream().anyMatch(StoreFiles::isFromAStore)) {
        // RocksDB would begin a new, empty store, and delete these files.
        damage.accept(current, "it is missing");
      }
      for (Path file : files) {
        if (isLog(file)) {
          tell(file, LogFileScan.ofLog(file, number(file)), damage);
        }
      }
    } catch (IOException e) {
      throw new DbException(ErrorCode.IO_ERROR, "The database directory cannot be read", e)
          .with("directory", directory)
          .detail(String.valueOf(e));
    }
  }

  /**
   * Why a store cannot be opened: RocksDB does not always say which table it met, so all are read.
   */
  static DbException explain(DbException failure, Path directory) {
    if (!Files.isDirectory(directory)) {
      return failure;
    }
    List<String> damaged = new ArrayList<>();
    for (Path file : list(directory)) {
      if (RocksFiles.isTable(file.getFileName().toString())) {
        try {
          RocksFiles.verifyTable(file);
        } catch (DbException e) {
          damaged.add(file.getFileName().toString());
        }
      }
    }
    if (damaged.isEmpty()) {
      return failure;
    }
    return new DbException(
            ErrorCode.CORRUPT_DATA, "The database has damaged files: " + damaged, failure)
        .detail(failure.detail().orElse(failure.message()))
        .hint("Restore a backup; the database was not touched.");
  }

  private static void tell(Path file, @Nullable String problem, BiConsumer<Path, String> damage) {
    if (problem != null) {
      damage.accept(file, problem);
    }
  }

  /** Names of the logs, for messages. */
  static String logs(Path directory) {
    List<String> names = new ArrayList<>();
    for (Path file : Files.isDirectory(directory) ? list(directory) : List.<Path>of()) {
      if (isLog(file)) {
        names.add(file.getFileName().toString());
      }
    }
    return String.join(", ", names);
  }

  private static boolean isLog(Path file) {
    return file.getFileName().toString().matches("[0-9]+\\.log");
  }

  private static boolean isFromAStore(Path file) {
    return isLog(file) || RocksFiles.isTable(file.getFileName().toString());
  }

  private static long number(Path file) {
    String name = file.getFileName().toString();
    return Long.parseLong(name.substring(0, name.length() - LOG_SUFFIX.length()));
  }

  private static List<Path> list(Path directory) {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.sorted().toList();
    } catch (IOException e) {
      throw new DbException(ErrorCode.IO_ERROR, "The database directory cannot be read", e)
          .with("directory", directory)
          .detail(String.valueOf(e));
    }
  }
}
