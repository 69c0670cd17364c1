package org.ratchetdb.engine.database;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.rocksdb.RocksKvStore;
import org.ratchetdb.storage.rocksdb.RocksResources;
import org.ratchetdb.storage.rocksdb.RocksStoreOptions;

/**
 * Stores in a directory:
 *
 * <pre>
 *   LOCK                     held by the process that has the instance open
 *   spill/                   files of queries that ran out of memory; emptied at every start
 *   databases/NAME/          the store of one database
 *   databases/NAME/CREATED   there once the database is complete; a directory without it is left over from a crash
 *                            while it was created or dropped, and is removed at the next start
 * </pre>
 */
final class DirectoryFiles implements DatabaseFiles {
  private static final String COMPLETE = "CREATED";

  private final Path databases;
  private final FileChannel lockChannel;
  private final InstanceResources resources;
  private final RocksResources rocks;

  private DirectoryFiles(
      Path databases, FileChannel lockChannel, InstanceResources resources, RocksResources rocks) {
    this.databases = databases;
    this.lockChannel = lockChannel;
    this.resources = resources;
    this.rocks = rocks;
  }

  /** Takes the directory; fails with {@code UNAVAILABLE} when another process has it. */
  static FileChannel lock(Path directory) {
    try {
      Files.createDirectories(directory.resolve("databases"));
      FileChannel channel =
          FileChannel.open(
              directory.resolve("LOCK"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (tryLock(channel) == null) {
        channel.close();
        throw new DbException(
                ErrorCode.UNAVAILABLE,
                "The data directory is in use by another process: " + directory)
            .hint("Stop the other process, or connect to the server that has the directory open.");
      }
      return channel;
    } catch (IOException e) {
      throw ioError("The data directory cannot be used: " + directory, e);
    }
  }

  /** The lock, or null when somebody else has it. */
  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  static DirectoryFiles open(Path directory, FileChannel lockChannel, InstanceResources resources) {
    RocksResources rocks =
        new RocksResources(
            resources.options().cacheBytes(), resources.options().writeBufferBytes());
    return new DirectoryFiles(directory.resolve("databases"), lockChannel, resources, rocks);
  }

  @Override
  public List<String> existing() {
    List<String> names = new ArrayList<>();
    try (Stream<Path> entries = Files.list(databases)) {
      for (Path entry : entries.filter(Files::isDirectory).toList()) {
        if (Files.exists(entry.resolve(COMPLETE))) {
          names.add(entry.getFileName().toString());
        } else {
          InstanceResources.deleteRecursively(entry);
        }
      }
    } catch (IOException e) {
      throw ioError("The data directory cannot be read: " + databases, e);
    }
    return names;
  }

  @Override
  public KvStore openStore(String name) {
    RocksStoreOptions options =
        RocksStoreOptions.DEFAULT
            .withStore(resources.storeOptions())
            .withSync(resources.options().syncCommits());
    return RocksKvStore.open(databases.resolve(name), rocks, options, resources.storeEnvironment());
  }

  @Override
  public void markComplete(String name) {
    Path mark = databases.resolve(name).resolve(COMPLETE);
    try (FileChannel channel =
        FileChannel.open(mark, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.force(true);
    } catch (IOException e) {
      throw ioError("The database directory cannot be written: " + mark.getParent(), e);
    }
    forceDirectory(databases.resolve(name));
    forceDirectory(databases);
  }

  private static void forceDirectory(Path directory) {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      throw ioError("The directory cannot be synced: " + directory, e);
    }
  }

  @Override
  public void delete(String name) {
    Path directory = databases.resolve(name);
    try {
      // Without its mark a directory is no database any more, whatever happens before all of it is
      // gone.
      Files.deleteIfExists(directory.resolve(COMPLETE));
      forceDirectory(directory);
      InstanceResources.deleteRecursively(directory);
    } catch (IOException e) {
      throw ioError("The database directory cannot be deleted: " + directory, e);
    }
  }

  private static DbException ioError(String message, IOException cause) {
    return new DbException(ErrorCode.IO_ERROR, message, cause);
  }

  @Override
  public void close() {
    rocks.close();
    try {
      lockChannel.close();
    } catch (IOException e) {
      throw ioError("The data directory cannot be released: " + databases.getParent(), e);
    }
  }
}
