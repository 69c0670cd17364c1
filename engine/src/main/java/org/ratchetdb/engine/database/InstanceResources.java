package org.ratchetdb.engine.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.random.Randomness;
import org.ratchetdb.common.time.Clock;
import org.ratchetdb.common.time.Scheduler;
import org.ratchetdb.common.time.SystemClock;
import org.ratchetdb.common.time.SystemTicker;
import org.ratchetdb.common.time.ThreadPoolScheduler;
import org.ratchetdb.common.time.Ticker;
import org.ratchetdb.engine.activity.RunningJobs;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.core.HelperThreads;
import org.ratchetdb.executor.context.Helpers;
import org.ratchetdb.executor.row.RowMerger;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.txn.StoreEnvironment;
import org.ratchetdb.storage.txn.StoreOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the databases of an instance share: clocks, background threads, the spill directory.
 * Thread-safe.
 */
final class InstanceResources implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(InstanceResources.class);
  private static final int BACKGROUND_THREADS = 2;

  private final InstanceOptions options;
  private final StoreEnvironment environment;
  private final Randomness randomness = Randomness.secure();
  private final Path spillDirectory;
  private final RunningJobs jobs;
  private final HelperThreads helpers;

  /**
   * @param spillDirectory created when missing; what is left in it from an earlier run is removed
   * @param threads for locks, waits and steps
   */
  InstanceResources(InstanceOptions options, Path spillDirectory, Threads threads) {
    this(
        options,
        spillDirectory,
        new StoreEnvironment(
            new SystemClock(),
            new SystemTicker(),
            new ThreadPoolScheduler(
                "ratchet-background",
                BACKGROUND_THREADS,
                failure -> LOG.error("Background work failed", failure)),
            threads),
        Runtime.getRuntime().availableProcessors());
  }

  /**
   * With time of the caller's choice; each statement then runs on one thread.
   *
   * @param environment its scheduler is closed with these resources
   */
  InstanceResources(InstanceOptions options, Path spillDirectory, StoreEnvironment environment) {
    this(options, spillDirectory, environment, 1);
  }

  private InstanceResources(
      InstanceOptions options, Path spillDirectory, StoreEnvironment environment, int cores) {
    this.helpers = new HelperThreads(environment.threads(), cores);
    this.options = options;
    this.spillDirectory = spillDirectory;
    this.jobs = new RunningJobs(environment.clock());
    this.environment = environment;
    clear(spillDirectory);
  }

  InstanceOptions options() {
    return options;
  }

  Clock clock() {
    return environment.clock();
  }

  Ticker ticker() {
    return environment.ticker();
  }

  Threads threads() {
    return environment.threads();
  }

  Randomness randomness() {
    return randomness;
  }

  Scheduler scheduler() {
    return environment.scheduler();
  }

  RunningJobs jobs() {
    return jobs;
  }

  /** Threads that help statements on that store, none when there is only one core. */
  Helpers helpers(KvStore store) {
    return helpers.of(store);
  }

  Path spillDirectory() {
    return spillDirectory;
  }

  StoreEnvironment storeEnvironment() {
    return environment;
  }

  StoreOptions storeOptions() {
    return StoreOptions.DEFAULT
        .withMerger(RowMerger.INSTANCE)
        .withRetention(options.historyRetention())
        .withIdleTimeout(options.idleTransactionTimeout());
  }

  private static void clear(Path directory) {
    DurableFiles.deleteRecursively(directory);
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw DurableFiles.error("The directory cannot be written: " + directory.getParent(), e);
    }
  }

  @Override
  public void close() {
    helpers.close();
    environment.scheduler().close();
    DurableFiles.deleteRecursively(spillDirectory);
  }
}
