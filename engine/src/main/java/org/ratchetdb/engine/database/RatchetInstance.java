package org.ratchetdb.engine.database;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.activity.RunningJob;
import org.ratchetdb.engine.api.BackupInfo;
import org.ratchetdb.engine.api.Database;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.api.Snapshot;
import org.ratchetdb.engine.backup.BackupStore;
import org.ratchetdb.engine.core.DatabaseContext;
import org.ratchetdb.planner.QueryPlanner;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.txn.StoreEnvironment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The databases of one directory, or of memory. Every database is a store of its own in a directory
 * of its name; all share caches and threads. A new database is marked as complete last, so a crash
 * leaves no half database. Thread-safe.
 */
public final class RatchetInstance implements Instance {
  private static final Logger LOG = LoggerFactory.getLogger(RatchetInstance.class);

  /**
   * The first join of a process would wait for Calcite's classes; one instance loads them beside
   * its other work.
   */
  private static final AtomicBoolean PLANNER_WARM = new AtomicBoolean();

  private final InstanceResources resources;
  private final DatabaseFiles files;
  private final BackupStore backups;
  private final InstanceSnapshots snapshots;
  private final DiskFullRecovery recovery;
  private final AtomicInteger sessionIds = new AtomicInteger();

  /** Held shared while databases and snapshots are made, replaced and removed. */
  private final ReadWriteLock changes;

  /** Guards the fields below; held for moments only. */
  private final Lock lock;

  private final TreeMap<String, RatchetDatabase> databases = new TreeMap<>();

  /** Databases that are there but could not be opened, and why. */
  private final TreeMap<String, DbException> damaged = new TreeMap<>();

  /** Names of databases that somebody makes, restores or drops. */
  private final Set<String> busyDatabases = new HashSet<>();

  private boolean closed;

  /** Comes between a database and its store; only tests put anything there. */
  private final UnaryOperator<KvStore> stores;

  private RatchetInstance(
      InstanceResources resources, DatabaseFiles files, UnaryOperator<KvStore> stores) {
    this.resources = resources;
    this.stores = stores;
    this.backups = new BackupStore(resources.threads());
    this.changes = resources.threads().newReadWriteLock();
    this.lock = resources.threads().newLock();
    this.files = files;
    this.snapshots = new InstanceSnapshots(files, resources.threads());
    this.recovery = new DiskFullRecovery(files, resources.scheduler(), this::reopen);
  }

  /** Opens the instance of a directory, which is created when missing. */
  public static RatchetInstance openDirectory(Path directory, InstanceOptions options) {
    return openDirectory(directory, options, JdkThreads.INSTANCE);
  }

  /** With other threads than the JDK's, for tests that choose what happens at a step. */
  public static RatchetInstance openDirectory(
      Path directory, InstanceOptions options, Threads threads) {
    return openDirectory(
        directory, () -> new InstanceResources(options, directory.resolve("spill"), threads));
  }

  /**
   * With other time and threads than the machine's, for tests.
   *
   * @param environment its scheduler is closed with the instance
   */
  public static RatchetInstance openDirectory(
      Path directory, InstanceOptions options, StoreEnvironment environment) {
    return openDirectory(
        directory, () -> new InstanceResources(options, directory.resolve("spill"), environment));
  }

  private static RatchetInstance openDirectory(Path directory, Supplier<InstanceResources> opener) {
    FileChannel lock = DirectoryFiles.lock(directory);
    try {
      InstanceResources resources = opener.get();
      return open(
          resources, DirectoryFiles.open(directory, lock, resources), UnaryOperator.identity());
    } catch (RuntimeException | Error e) {
      closeQuietly(lock, e);
      throw e;
    }
  }

  /** Opens an empty instance in memory. */
  public static RatchetInstance openMemory(InstanceOptions options) {
    return openMemory(options, JdkThreads.INSTANCE);
  }

  /** With other threads than the JDK's, for tests that choose what happens at a step. */
  public static RatchetInstance openMemory(InstanceOptions options, Threads threads) {
    return openMemory(options, threads, UnaryOperator.identity());
  }

  /** With a wrapper around every store, for tests that break what a store promises. */
  public static RatchetInstance openMemory(
      InstanceOptions options, Threads threads, UnaryOperator<KvStore> stores) {
    Path spill;
    try {
      spill = Files.createTempDirectory("ratchet-spill");
    } catch (IOException e) {
      throw new DbException(ErrorCode.IO_ERROR, "No temporary directory can be made", e);
    }
    InstanceResources resources = new InstanceResources(options, spill, threads);
    return open(resources, new MemoryFiles(resources), stores);
  }

  private static void closeQuietly(FileChannel lock, Throwable failure) {
    try {
      lock.close();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /** Opens every database that is there. */
  private static RatchetInstance open(
      InstanceResources resources, DatabaseFiles files, UnaryOperator<KvStore> stores) {
    RatchetInstance instance = new RatchetInstance(resources, files, stores);
    try {
      instance.snapshots.open();
      for (String name : files.existing()) {
        instance.openExisting(name);
      }
      if (PLANNER_WARM.compareAndSet(false, true)) {
        resources.scheduler().schedule(Duration.ZERO, new QueryPlanner()::warmUp);
      }
      return instance;
    } catch (RuntimeException | Error e) {
      try {
        instance.close();
      } catch (RuntimeException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  /** One database that cannot be opened does not keep the others closed. */
  private void openExisting(String name) {
    try {
      databases.put(name, load(name, null, 0));
    } catch (DbException e) {
      if (e.code() == ErrorCode.DISK_FULL || e.code() == ErrorCode.UNAVAILABLE) {
        throw e; // nothing is wrong with the database
      }
      LOG.error(
          "Database {} cannot be opened: {} ({})",
          name,
          e.message(),
          e.detail().orElse("no detail"));
      damaged.put(name, e);
    }
  }

  /**
   * Opens the files of a database.
   *
   * @param floorMicros its commits get timestamps above this one
   */
  private RatchetDatabase load(String name, @Nullable Dialect newDialect, long floorMicros) {
    return RatchetDatabase.open(
        name, newDialect, openStore(name, floorMicros), resources, sessionIds, this);
  }

  private KvStore openStore(String name, long floorMicros) {
    return stores.apply(recovery.watched(name, files.openStore(name, floorMicros)));
  }

  /** Opens the store of a database again, whose writes have failed. */
  private void reopen(String name) {
    changing(
        () -> {
          RatchetDatabase database = take(name, true, false);
          try {
            database.restore(() -> {}, floor -> openStore(name, floor));
          } finally {
            release(busyDatabases, name);
          }
          return name;
        });
  }

  // ---- databases

  @Override
  public List<String> databaseNames() {
    lock.lock();
    try {
      TreeSet<String> names = new TreeSet<>(databases.keySet());
      names.addAll(damaged.keySet());
      return new ArrayList<>(names);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Database database(String name) {
    return find(name);
  }

  private RatchetDatabase find(String name) {
    lock.lock();
    try {
      requireOpen();
      RatchetDatabase database = databases.get(name);
      if (database == null) {
        DbException damage = damaged.get(name);
        throw damage == null
            ? DatabaseNames.notFound(name)
            : DatabaseNames.cannotBeOpened(name, damage);
      }
      return database;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Optional<DbException> damage(String name) {
    lock.lock();
    try {
      return Optional.ofNullable(damaged.get(name));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean hasDatabase(String name) {
    lock.lock();
    try {
      return databases.containsKey(name) || damaged.containsKey(name);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Database createDatabase(String name, Dialect dialect) {
    return create(name, dialect, () -> {}, made -> {});
  }

  @Override
  public Database branchDatabase(String name, String origin) {
    return create(name, null, () -> files.branch(find(origin).context().store(), name), made -> {});
  }

  @Override
  public Database createDatabaseFromSnapshot(String name, String snapshot) {
    return create(
        name,
        null,
        () -> snapshots.with(snapshot, source -> files.branch(source, name)),
        made -> {});
  }

  /**
   * Makes a database.
   *
   * @param newDialect of an empty one; null when its files say it
   * @param makeFiles puts its files where they belong
   * @param inspection may refuse the database before anybody sees it
   */
  private Database create(
      String name,
      @Nullable Dialect newDialect,
      Runnable makeFiles,
      Consumer<RatchetDatabase> inspection) {
    DatabaseNames.check(name);
    return changing(
        () -> {
          reserveDatabase(name);
          try {
            RatchetDatabase database = make(name, newDialect, makeFiles, inspection);
            lock.lock();
            try {
              databases.put(name, database);
            } finally {
              lock.unlock();
            }
            return database;
          } finally {
            release(busyDatabases, name);
          }
        });
  }

  private void reserveDatabase(String name) {
    lock.lock();
    try {
      if (databases.containsKey(name) || damaged.containsKey(name) || !busyDatabases.add(name)) {
        throw new DbException(
            ErrorCode.DATABASE_ALREADY_EXISTS, "database \"" + name + "\" already exists");
      }
    } finally {
      lock.unlock();
    }
  }

  /** Makes a database whole, or leaves nothing of it. */
  private RatchetDatabase make(
      String name,
      @Nullable Dialect newDialect,
      Runnable makeFiles,
      Consumer<RatchetDatabase> inspection) {
    RatchetDatabase database = null;
    try {
      makeFiles.run();
      database = load(name, newDialect, 0);
      inspection.accept(database);
      files.markComplete(name);
      return database;
    } catch (RuntimeException | Error e) {
      RuntimeException second = null;
      if (database != null) {
        second = closing(second, database::close);
      }
      second = closing(second, () -> files.delete(name));
      if (second != null) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  @Override
  public void dropDatabase(String name) {
    drop(name, true);
  }

  @Override
  public void dropUnusedDatabase(String name) {
    drop(name, false);
  }

  @Override
  public void awaitUnused(String name, Duration patience, Runnable check) {
    RatchetDatabase database;
    lock.lock();
    try {
      database = databases.get(name);
    } finally {
      lock.unlock();
    }
    if (database != null) {
      database.awaitUnused(patience, check);
    }
  }

  private void drop(String name, boolean evenIfInUse) {
    changing(
        () -> {
          if (takeDamaged(name)) {
            try {
              files.delete(name);
              forgetDamage(name);
            } finally {
              release(busyDatabases, name);
            }
            return name;
          }
          RatchetDatabase database = take(name, evenIfInUse, true);
          try {
            database.close();
          } finally {
            files.delete(name);
            release(busyDatabases, name);
          }
          return name;
        });
  }

  /** Reserves a database that could not be opened for a change; false when it is no such one. */
  private boolean takeDamaged(String name) {
    lock.lock();
    try {
      if (!damaged.containsKey(name)) {
        return false;
      }
      requireIdle(name);
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void forgetDamage(String name) {
    lock.lock();
    try {
      damaged.remove(name);
    } finally {
      lock.unlock();
    }
  }

  /** Reserves the name; the lock is held. */
  private void requireIdle(String name) {
    if (!busyDatabases.add(name)) {
      throw new DbException(
          ErrorCode.OBJECT_IN_USE, "database \"" + name + "\" is being changed by another session");
    }
  }

  /**
   * Reserves a database for a change.
   *
   * @param evenIfInUse whether it may have sessions
   * @param remove whether nobody shall find it any more
   */
  private RatchetDatabase take(String name, boolean evenIfInUse, boolean remove) {
    lock.lock();
    try {
      RatchetDatabase database = databases.get(name);
      if (database == null) {
        throw DatabaseNames.notFound(name);
      }
      if (!evenIfInUse && database.isInUse()) {
        throw new DbException(
                ErrorCode.OBJECT_IN_USE,
                "database \"" + name + "\" is being accessed by other users")
            .hint("Close their sessions, or drop it WITH (FORCE).");
      }
      requireIdle(name);
      if (remove) {
        databases.remove(name);
      }
      return database;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void restoreDatabase(String name, String snapshot) {
    changing(
        () -> {
          if (takeDamaged(name)) {
            try {
              snapshots.with(snapshot, source -> replaceDamaged(name, source));
            } finally {
              release(busyDatabases, name);
            }
            return name;
          }
          RatchetDatabase database = take(name, true, false);
          try {
            snapshots.with(
                snapshot,
                source -> {
                  requireOf(source, name, database.dialect());
                  database.restore(
                      () -> files.replace(name, source), floor -> openStore(name, floor));
                });
          } finally {
            release(busyDatabases, name);
          }
          return name;
        });
  }

  /** Puts a snapshot in the place of a database that could not be opened, and opens that. */
  private void replaceDamaged(String name, Snapshot source) {
    requireOf(source, name, source.dialect());
    files.replace(name, source);
    // What the damaged one has handed out is not known; its commits lie behind us.
    RatchetDatabase database = load(name, null, resources.clock().nowMicros());
    lock.lock();
    try {
      damaged.remove(name);
      databases.put(name, database);
    } finally {
      lock.unlock();
    }
  }

  /** What another database was is no state of this one, even if both began as one. */
  private static void requireOf(Snapshot snapshot, String database, Dialect dialect) {
    if (!snapshot.database().equals(database) || snapshot.dialect() != dialect) {
      throw new DbException(
              ErrorCode.FAILED_PRECONDITION,
              String.format(
                  Locale.ROOT,
                  "snapshot \"%s\" is of the database \"%s\" (%s), not of \"%s\" (%s)",
                  snapshot.name(),
                  snapshot.database(),
                  snapshot.dialect(),
                  database,
                  dialect))
          .hint("CREATE DATABASE ... FROM SNAPSHOT makes a new database of it.");
    }
  }

  // ---- backups

  @Override
  public BackupInfo backupDatabase(
      String name, Path directory, boolean incremental, ProgressListener progress) {
    return changing(
        () -> {
          DatabaseContext origin = find(name).context();
          try (RunningJob job = begin(RunningJob.Kind.BACKUP, name, progress)) {
            return backups.create(
                directory,
                name,
                origin.dialect(),
                incremental,
                resources.clock().nowMicros(),
                work -> withCopy(origin, work, job),
                job);
          }
        });
  }

  private BackupInfo withCopy(
      DatabaseContext origin,
      Function<BackupStore.Copy, BackupInfo> work,
      ProgressListener progress) {
    KvStore store = origin.store();
    AtomicReference<CommitTimestamp> moment = new AtomicReference<>(CommitTimestamp.ZERO);
    return files.withCopy(
        directory ->
            moment.set(
                origin.schemaGate().whileUnchanged(() -> store.checkpointExactly(directory))),
        directory ->
            work.apply(
                new BackupStore.Copy(
                    directory,
                    Objects.requireNonNull(moment.get()),
                    store.oldestReadableTimestamp())),
        progress);
  }

  @Override
  public Database restoreBackup(
      String name,
      Path directory,
      long backupId,
      @Nullable CommitTimestamp at,
      ProgressListener progress) {
    try (RunningJob job = begin(RunningJob.Kind.RESTORE, name, progress)) {
      if (at == null) {
        return create(
            name,
            null,
            () ->
                files.receive(
                    name, target -> backups.copyOut(directory, backupId, target, job), job),
            made -> {});
      }
      PastDatabase past = new PastDatabase(files, name, at, job);
      return create(
          name,
          null,
          () -> {
            BackupInfo backup = backups.info(directory, backupId);
            past.requireIn(backup);
            files.receive(
                name, target -> backups.copyOut(directory, backup.id(), target, job), job);
            past.rewind();
          },
          past::requireSound);
    }
  }

  @Override
  public Database rewindDatabase(
      String name, String origin, CommitTimestamp at, ProgressListener progress) {
    try (RunningJob job = begin(RunningJob.Kind.REWIND, name, progress)) {
      PastDatabase past = new PastDatabase(files, name, at, job);
      return create(name, null, () -> past.copyOf(find(origin).context()), past::requireSound);
    }
  }

  private RunningJob begin(RunningJob.Kind kind, String name, ProgressListener progress) {
    return resources.jobs().begin(kind, name, whileOpen(progress));
  }

  /** Long work ends when the instance is closed. */
  private ProgressListener whileOpen(ProgressListener progress) {
    return (phase, unit, done, total) -> {
      lock.lock();
      try {
        requireOpen();
      } finally {
        lock.unlock();
      }
      progress.progress(phase, unit, done, total);
    };
  }

  /** Where what is needed for a while only is put; for tests. */
  Path spillDirectory() {
    return resources.spillDirectory();
  }

  // ---- snapshots

  @Override
  public List<Snapshot> snapshots() {
    return snapshots.all();
  }

  @Override
  public Snapshot createSnapshot(String name, String database) {
    DatabaseNames.checkSnapshot(name);
    return changing(() -> snapshots.create(name, find(database)));
  }

  @Override
  public void dropSnapshot(String name) {
    changing(
        () -> {
          snapshots.drop(name);
          return name;
        });
  }

  // ---- life

  /** Runs work that changes what there is; closing waits for it. */
  private <T> T changing(Supplier<T> work) {
    Lock shared = changes.readLock();
    shared.lock();
    try {
      lock.lock();
      try {
        requireOpen();
      } finally {
        lock.unlock();
      }
      return work.get();
    } finally {
      shared.unlock();
    }
  }

  private void release(Set<String> busy, String name) {
    lock.lock();
    try {
      busy.remove(name);
    } finally {
      lock.unlock();
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new DbException(ErrorCode.UNAVAILABLE, "The database server is shutting down");
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
    } finally {
      lock.unlock();
    }
    Lock exclusive = changes.writeLock();
    exclusive.lock();
    try {
      recovery.close();
      RuntimeException failure = null;
      for (RatchetDatabase database : databases.values()) {
        failure = closing(failure, database::close);
      }
      failure = closing(failure, files::close);
      failure = closing(failure, resources::close);
      if (failure != null) {
        throw failure;
      }
    } finally {
      exclusive.unlock();
    }
  }

  /** Runs one step of closing; the first failure is kept and later ones hang on it. */
  static @Nullable RuntimeException closing(@Nullable RuntimeException earlier, Runnable step) {
    try {
      step.run();
      return earlier;
    } catch (RuntimeException e) {
      if (earlier == null) {
        return e;
      }
      earlier.addSuppressed(e);
      return earlier;
    }
  }
}
