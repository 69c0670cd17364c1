package org.ratchetdb.engine.database;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
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
import org.ratchetdb.storage.rocksdb.RocksTransfer;

/**
 * Stores in a file system in memory, which vanishes with the instance. Every store has a directory
 * of its own, which is never used again.
 */
final class MemoryFiles implements DatabaseFiles {
  private static final Path ROOT = Path.of("/");

  /** Memory for blocks, and for unflushed rows, of a store that is copied to or from a disk. */
  private static final long TRANSFER_BYTES = 16L << 20;

  private final InstanceResources resources;
  private final RocksResources rocks;
  private final AtomicLong directories = new AtomicLong();
  private final Map<String, Path> databases = new ConcurrentHashMap<>();
  private final Map<String, Path> snapshots = new ConcurrentHashMap<>();

  MemoryFiles(InstanceResources resources) {
    this.resources = resources;
    this.rocks =
        RocksResources.inMemory(
            resources.options().cacheBytes(), resources.options().writeBufferBytes());
  }

  private Path newDirectory() {
    return ROOT.resolve(Long.toString(directories.incrementAndGet()));
  }

  @Override
  public List<String> existing() {
    return List.of();
  }

  @Override
  public KvStore openStore(String name, long timestampFloorMicros) {
    Path directory = databases.computeIfAbsent(name, absent -> newDirectory());
    RocksStoreOptions options =
        RocksStoreOptions.DEFAULT
            .withStore(resources.storeOptions())
            .withTimestampFloorMicros(timestampFloorMicros);
    return RocksKvStore.open(directory, rocks, options, resources.storeEnvironment());
  }

  @Override
  public boolean hasRoom(String name) {
    return true;
  }

  @Override
  public void branch(KvStore origin, String name) {
    Path directory = newDirectory();
    origin.checkpoint(directory);
    databases.put(name, directory);
  }

  @Override
  public void branch(Snapshot snapshot, String name) {
    databases.put(name, copy(snapshot));
  }

  private Path copy(Snapshot snapshot) {
    Path directory = newDirectory();
    RocksFiles.copy(find(snapshots, snapshot.name()), directory, rocks, resources.threads());
    return directory;
  }

  @Override
  public <T> T withCopy(
      Consumer<Path> checkpoint, Function<Path, T> work, ProgressListener progress) {
    Path copy = newDirectory();
    checkpoint.accept(copy);
    try {
      return withTransfer(
          (directory, disk) -> {
            RocksTransfer.copy(copy, rocks, directory, disk, entries("unload", progress));
            return work.apply(directory);
          });
    } finally {
      RocksFiles.delete(copy, rocks);
    }
  }

  @Override
  public void receive(String name, Consumer<Path> work, ProgressListener progress) {
    withTransfer(
        (directory, disk) -> {
          work.accept(directory);
          Path target = newDirectory();
          databases.put(name, target);
          RocksTransfer.copy(directory, disk, target, rocks, entries("load", progress));
          return name;
        });
  }

  private static RocksTransfer.Progress entries(String phase, ProgressListener progress) {
    return done -> progress.progress(phase, ProgressUnit.ENTRIES, done, 0);
  }

  /** Runs work with a directory of the machine's file system, which is gone afterwards. */
  private <T> T withTransfer(BiFunction<Path, RocksResources, T> work) {
    Path directory =
        resources.spillDirectory().resolve("transfer-" + directories.incrementAndGet());
    try (RocksResources disk = new RocksResources(TRANSFER_BYTES, TRANSFER_BYTES)) {
      return work.apply(directory, disk);
    } finally {
      DurableFiles.deleteRecursively(directory);
    }
  }

  @Override
  public void rewind(String name, CommitTimestamp at, ProgressListener progress) {
    RocksRewind.run(
        find(databases, name),
        rocks,
        at.micros(),
        entries -> progress.progress("rewind", ProgressUnit.ENTRIES, entries, 0));
  }

  @Override
  public void markComplete(String name) {
    // Nothing of it outlives the process.
  }

  @Override
  public void replace(String name, Snapshot snapshot) {
    Path copy = copy(snapshot);
    Path before = find(databases, name);
    databases.put(name, copy);
    RocksFiles.delete(before, rocks);
  }

  @Override
  public void delete(String name) {
    Path directory = databases.remove(name);
    if (directory != null) {
      RocksFiles.delete(directory, rocks);
    }
  }

  @Override
  public List<Snapshot> existingSnapshots() {
    return List.of();
  }

  @Override
  public Snapshot createSnapshot(String name, Database database, KvStore store) {
    Path directory = newDirectory();
    store.checkpoint(directory);
    CommitTimestamp timestamp = RocksFiles.lastTimestamp(directory, rocks);
    snapshots.put(name, directory);
    Instant created = Instant.EPOCH.plus(resources.clock().nowMicros(), ChronoUnit.MICROS);
    return new Snapshot(name, database.name(), database.dialect(), timestamp, created);
  }

  @Override
  public void deleteSnapshot(String name) {
    RocksFiles.delete(find(snapshots, name), rocks);
    snapshots.remove(name);
  }

  private static Path find(Map<String, Path> paths, String name) {
    Path path = paths.get(name);
    if (path == null) {
      throw new IllegalStateException("Nothing in memory is named " + name);
    }
    return path;
  }

  @Override
  public void close() {
    rocks.close();
  }
}
