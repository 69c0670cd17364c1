package org.ratchetdb.engine.database;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.Database;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.planner.QueryPlanner;
import org.ratchetdb.storage.api.KvStore;

/**
 * The databases of one directory, or of memory. Every database is a store of its own in a directory
 * of its name; all share caches and threads. A new database is marked as complete last, so a crash
 * leaves no half database. Thread-safe.
 */
public final class RatchetInstance implements Instance {
  /**
   * The first join of a process would wait for Calcite's classes; one instance loads them beside
   * its other work.
   */
  private static final AtomicBoolean PLANNER_WARM = new AtomicBoolean();

  private final InstanceResources resources;
  private final DatabaseFiles files;
  private final AtomicInteger sessionIds = new AtomicInteger();

  /** Guards {@link #databases} and {@link #closed}. */
  private final Lock lock;

  private final TreeMap<String, RatchetDatabase> databases = new TreeMap<>();
  private boolean closed;

  /** Comes between a database and its store; only tests put anything there. */
  private final UnaryOperator<KvStore> stores;

  private RatchetInstance(
      InstanceResources resources, DatabaseFiles files, UnaryOperator<KvStore> stores) {
    this.resources = resources;
    this.stores = stores;
    this.lock = resources.threads().newLock();
    this.files = files;
  }

  /** Opens the instance of a directory, which is created when missing. */
  public static RatchetInstance openDirectory(Path directory, InstanceOptions options) {
    return openDirectory(directory, options, JdkThreads.INSTANCE);
  }

  /** With other threads than the JDK's, for tests that choose what happens at a step. */
  public static RatchetInstance openDirectory(
      Path directory, InstanceOptions options, Threads threads) {
    FileChannel lock = DirectoryFiles.lock(directory);
    try {
      InstanceResources resources =
          new InstanceResources(options, directory.resolve("spill"), threads);
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
      for (String name : files.existing()) {
        instance.databases.put(name, instance.load(name, null));
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

  private RatchetDatabase load(String name, @Nullable Dialect newDialect) {
    return RatchetDatabase.open(
        name,
        newDialect,
        stores.apply(files.openStore(name)),
        resources,
        sessionIds,
        this::databaseNames);
  }

  @Override
  public List<String> databaseNames() {
    lock.lock();
    try {
      return new ArrayList<>(databases.keySet());
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Database database(String name) {
    lock.lock();
    try {
      requireOpen();
      RatchetDatabase database = databases.get(name);
      if (database == null) {
        throw DatabaseNames.notFound(name);
      }
      return database;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean hasDatabase(String name) {
    lock.lock();
    try {
      return databases.containsKey(name);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Database createDatabase(String name, Dialect dialect) {
    DatabaseNames.check(name);
    lock.lock();
    try {
      requireOpen();
      if (databases.containsKey(name)) {
        throw new DbException(
            ErrorCode.DATABASE_ALREADY_EXISTS, "database \"" + name + "\" already exists");
      }
      RatchetDatabase database = load(name, dialect);
      try {
        files.markComplete(name);
      } catch (RuntimeException e) {
        database.close();
        throw e;
      }
      databases.put(name, database);
      return database;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void dropDatabase(String name) {
    lock.lock();
    try {
      requireOpen();
      RatchetDatabase database = databases.remove(name);
      if (database == null) {
        throw DatabaseNames.notFound(name);
      }
      try {
        database.close();
      } finally {
        files.delete(name);
      }
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
      RuntimeException failure = null;
      for (RatchetDatabase database : databases.values()) {
        failure = closing(failure, database::close);
      }
      databases.clear();
      failure = closing(failure, files::close);
      failure = closing(failure, resources::close);
      if (failure != null) {
        throw failure;
      }
    } finally {
      lock.unlock();
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
