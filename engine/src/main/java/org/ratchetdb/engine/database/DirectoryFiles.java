package org.ratchetdb.engine.database;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.engine.api.Database;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.api.ProgressUnit;
import org.ratchetdb.engine.api.Snapshot;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.rocksdb.RocksFiles;
import org.ratchetdb.storage.rocksdb.RocksKvStore;
import org.ratchetdb.storage.rocksdb.RocksResources;
import org.ratchetdb.storage.rocksdb.RocksRewind;
import org.ratchetdb.storage.rocksdb.RocksStoreOptions;

/**
 * Stores in a directory:
 *
 * <pre>
 *   LOCK                     held by the process that has the instance open
 *   spill/                   files of queries that ran out of memory; emptied at every start
 *   snapshots/               see {@link SnapshotDirectory}
 *   databases/NAME/          the store of one database
 *   databases/NAME/CREATED   there once the database is complete; a directory without it is left over from a crash
 *                            while it was created or dropped, and is removed at the next start
 *   databases/NAME.new/      what NAME is to become: it replaces NAME once that is NAME.old
 *   databases/.copy-N/       copied into a backup, then deleted
 *   databases/NAME.old/      what NAME was, about to be deleted
 * </pre>
 *
 * A restart brings a replacement to its end if NAME is gone already, and else undoes it.
 */
final class DirectoryFiles implements DatabaseFiles {
  private static final String COMPLETE = "CREATED";
  private static final String NEW = ".new";
  private static final String OLD = ".old";

  /** Names of copies for backups begin so; those of databases begin with a letter. */
  private static final String COPY = ".copy-";

  /** Free room with which a store can be opened and some writes taken. */
  private static final long ROOM_BYTES = 8L << 20;

  private final AtomicLong copies = new AtomicLong();
  private final Path databases;
  private final SnapshotDirectory snapshots;
  private final FileChannel lockChannel;
  private final InstanceResources resources;
  private final RocksResources rocks;

  private DirectoryFiles(
      Path directory, FileChannel lockChannel, InstanceResources resources, RocksResources rocks) {
    this.databases = directory.resolve("databases");
    this.snapshots = new SnapshotDirectory(directory);
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
      throw DurableFiles.error("The data directory cannot be used: " + directory, e);
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
    return new DirectoryFiles(directory, lockChannel, resources, rocks);
  }

  @Override
  public List<String> existing() {
    finishReplacements();
    List<String> names = new ArrayList<>();
    for (Path entry : DurableFiles.list(databases)) {
      if (!Files.isDirectory(entry)) {
        continue;
      }
      if (isComplete(entry)) {
        names.add(entry.getFileName().toString());
      } else {
        DurableFiles.deleteRecursively(entry);
      }
    }
    return names;
  }

  private static boolean isComplete(Path database) {
    return Files.exists(database.resolve(COMPLETE));
  }

  private void finishReplacements() {
    for (Path entry : DurableFiles.list(databases)) {
      String name = entry.getFileName().toString();
      if (name.endsWith(NEW)) {
        Path database = databases.resolve(name.substring(0, name.length() - NEW.length()));
        if (isComplete(entry) && !Files.exists(database)) {
          DurableFiles.rename(entry, database);
        } else {
          DurableFiles.deleteRecursively(entry);
        }
      }
    }
    for (Path entry : DurableFiles.list(databases)) {
      if (entry.getFileName().toString().endsWith(OLD)) {
        DurableFiles.deleteRecursively(entry);
      }
    }
  }

  @Override
  public KvStore openStore(String name, long timestampFloorMicros) {
    if (!Files.isDirectory(databases)) {
      throw new DbException(ErrorCode.IO_ERROR, "The data directory has vanished: " + databases)
          .hint("Restore it from a backup, or start with a new directory.");
    }
    RocksStoreOptions options =
        RocksStoreOptions.DEFAULT
            .withStore(resources.storeOptions())
            .withSync(resources.options().syncCommits())
            .withTimestampFloorMicros(timestampFloorMicros);
    return RocksKvStore.open(databases.resolve(name), rocks, options, resources.storeEnvironment());
  }

  @Override
  public boolean hasRoom(String name) {
    Path probe = databases.resolve(COPY + copies.incrementAndGet());
    try {
      // What is in logs goes to tables when the store is opened, before a log can be dropped.
      long needed = ROOM_BYTES + 2 * RocksFiles.logBytes(databases.resolve(name));
      if (Files.getFileStore(databases).getUsableSpace() < needed) {
        return false;
      }
      Files.createDirectory(probe);
      // Free space may be somebody else's; only a write tells.
      return DurableFiles.canWrite(probe.resolve("room"), ROOM_BYTES / 2);
    } catch (IOException e) {
      return false;
    } finally {
      DurableFiles.deleteRecursively(probe);
    }
  }

  @Override
  public void branch(KvStore origin, String name) {
    // RocksDB makes it beside its place and moves it there.
    DurableFiles.deleteRecursively(databases.resolve(name));
    resources.threads().step("branch.checkpoint");
    origin.checkpoint(databases.resolve(name));
    resources.threads().step("branch.copied");
  }

  @Override
  public void branch(Snapshot snapshot, String name) {
    copy(snapshot, databases.resolve(name));
  }

  private void copy(Snapshot snapshot, Path target) {
    DurableFiles.deleteRecursively(target);
    RocksFiles.copy(snapshots.directory(snapshot.name()), target, rocks, resources.threads());
    resources.threads().step("branch.copied");
  }

  @Override
  public <T> T withCopy(
      Consumer<Path> checkpoint, Function<Path, T> work, ProgressListener progress) {
    // Has no mark, and is removed at the next start if this process does not come so far.
    Path copy = databases.resolve(COPY + copies.incrementAndGet());
    try {
      checkpoint.accept(copy);
      return work.apply(copy);
    } finally {
      DurableFiles.deleteRecursively(copy);
    }
  }

  @Override
  public void receive(String name, Consumer<Path> work, ProgressListener progress) {
    DurableFiles.deleteRecursively(databases.resolve(name));
    work.accept(databases.resolve(name));
  }

  @Override
  public void rewind(String name, CommitTimestamp at, ProgressListener progress) {
    RocksRewind.run(
        databases.resolve(name),
        rocks,
        at.micros(),
        entries -> progress.progress("rewind", ProgressUnit.ENTRIES, entries, 0));
  }

  @Override
  public void markComplete(String name) {
    markComplete(databases.resolve(name));
  }

  private void markComplete(Path database) {
    try {
      Files.createFile(database.resolve(COMPLETE));
    } catch (IOException e) {
      throw DurableFiles.error("The database directory cannot be written: " + database, e);
    }
    // The files are on disk already, so the mark is never there without them.
    DurableFiles.force(database);
    DurableFiles.force(databases);
    resources.threads().step("branch.marked");
  }

  @Override
  public void replace(String name, Snapshot snapshot) {
    Path next = databases.resolve(name + NEW);
    Path current = databases.resolve(name);
    Path old = databases.resolve(name + OLD);
    copy(snapshot, next);
    RocksFiles.force(next);
    markComplete(next);
    DurableFiles.rename(current, old);
    try {
      resources.threads().step("branch.moved");
      DurableFiles.rename(next, current);
    } catch (RuntimeException e) {
      if (!Files.exists(current)) {
        DurableFiles.rename(old, current);
      }
      throw e;
    }
    resources.threads().step("branch.replaced");
    DurableFiles.deleteRecursively(old);
  }

  @Override
  public void delete(String name) {
    Path directory = databases.resolve(name);
    if (!Files.exists(directory)) {
      return;
    }
    try {
      // Without its mark a directory is no database any more, whatever happens before all of it is
      // gone.
      Files.deleteIfExists(directory.resolve(COMPLETE));
    } catch (IOException e) {
      throw DurableFiles.error("The database directory cannot be deleted: " + directory, e);
    }
    DurableFiles.force(directory);
    DurableFiles.deleteRecursively(directory);
  }

  @Override
  public List<Snapshot> existingSnapshots() {
    return snapshots.existing();
  }

  @Override
  public Snapshot createSnapshot(String name, Database database, KvStore store) {
    snapshots.prepare();
    Path directory = snapshots.directory(name);
    DurableFiles.deleteRecursively(directory);
    resources.threads().step("snapshot.checkpoint");
    try {
      store.checkpoint(directory);
      resources.threads().step("snapshot.copied");
      // Opens it, so a snapshot that cannot be used is not made.
      CommitTimestamp timestamp = RocksFiles.lastTimestamp(directory, rocks);
      Instant created = Instant.EPOCH.plus(resources.clock().nowMicros(), ChronoUnit.MICROS);
      Snapshot snapshot =
          new Snapshot(name, database.name(), database.dialect(), timestamp, created);
      snapshots.complete(snapshot);
      resources.threads().step("snapshot.marked");
      return snapshot;
    } catch (RuntimeException e) {
      try {
        snapshots.delete(name);
      } catch (RuntimeException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  @Override
  public void deleteSnapshot(String name) {
    snapshots.delete(name);
  }

  @Override
  public void close() {
    rocks.close();
    try {
      lockChannel.close();
    } catch (IOException e) {
      throw DurableFiles.error(
          "The data directory cannot be released: " + databases.getParent(), e);
    }
  }
}
