package org.ratchetdb.engine.database;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.activity.DatabaseActivity;
import org.ratchetdb.engine.activity.RunningJob;
import org.ratchetdb.engine.api.CheckReport;
import org.ratchetdb.engine.api.Database;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.check.DatabaseCheck;
import org.ratchetdb.engine.core.DatabaseContext;
import org.ratchetdb.engine.core.DatabaseHome;
import org.ratchetdb.engine.session.EngineSession;
import org.ratchetdb.storage.api.KvStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An open database. Thread-safe. */
final class RatchetDatabase implements Database, DatabaseHome {
  private static final Logger LOG = LoggerFactory.getLogger(RatchetDatabase.class);

  /** How often a wait for other sessions looks whether it shall end. */
  private static final long CHECK_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(100);

  private final InstanceResources resources;
  private final Instance instance;
  private final AtomicInteger sessionIds;
  private final Map<Integer, EngineSession> sessions = new ConcurrentHashMap<>();
  private final Set<Thread> waitingForIdleness = ConcurrentHashMap.newKeySet();
  private volatile DatabaseContext context;
  private volatile boolean restoring;
  private volatile boolean closed;

  private RatchetDatabase(
      DatabaseContext context,
      InstanceResources resources,
      Instance instance,
      AtomicInteger sessionIds) {
    this.context = context;
    this.resources = resources;
    this.instance = instance;
    this.sessionIds = sessionIds;
  }

  /**
   * Opens the database of a store, which belongs to it from then on, also when this fails.
   *
   * @param newDialect dialect of a database that is being created, null for one that exists
   */
  static RatchetDatabase open(
      String name,
      @Nullable Dialect newDialect,
      KvStore store,
      InstanceResources resources,
      AtomicInteger sessionIds,
      Instance instance) {
    try {
      DatabaseActivity activity = new DatabaseActivity(resources.clock(), resources.ticker());
      DatabaseContext context =
          DatabaseContextFactory.create(name, newDialect, store, resources, activity, instance);
      return new RatchetDatabase(context, resources, instance, sessionIds);
    } catch (RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  @Override
  public DatabaseContext context() {
    return context;
  }

  @Override
  public boolean isBeingRestored() {
    return restoring;
  }

  boolean isInUse() {
    return !sessions.isEmpty();
  }

  /** Waits until there are no sessions, the database is closed, or the time is over. */
  void awaitUnused(Duration patience, Runnable check) {
    if (!isInUse()) {
      return;
    }
    long start = resources.ticker().nanos();
    Thread waiter = Thread.currentThread();
    waitingForIdleness.add(waiter);
    try {
      while (isInUse() && !closed) {
        check.run();
        long left = patience.toNanos() - (resources.ticker().nanos() - start);
        if (left <= 0 || waiter.isInterrupted()) {
          return;
        }
        resources.threads().parkNanos(this, Math.min(left, CHECK_NANOS_MAX));
      }
    } finally {
      waitingForIdleness.remove(waiter);
    }
  }

  @Override
  public String name() {
    return context.name();
  }

  @Override
  public Dialect dialect() {
    return context.dialect();
  }

  @Override
  public Session openSession(SessionOptions options) {
    int id = sessionIds.incrementAndGet();
    EngineSession session = new EngineSession(id, this, this, options, () -> forget(id));
    sessions.put(id, session);
    context.activity().sessions().add(session);
    if (closed) {
      session.close();
      throw new DbException(ErrorCode.UNAVAILABLE, "The database server is shutting down");
    }
    return session;
  }

  @Override
  public CheckReport check(ProgressListener progress) {
    try (RunningJob job = resources.jobs().begin(RunningJob.Kind.CHECK, name(), progress)) {
      return checkAsPartOf(job);
    }
  }

  /** Checks on behalf of a job that is listed already. */
  CheckReport checkAsPartOf(ProgressListener job) {
    return new DatabaseCheck(context).run(job);
  }

  /**
   * Closes the store, has its files replaced, and goes on with what they hold then. Sessions notice
   * by themselves.
   *
   * @param replacement replaces the files; when it fails, they are as they were
   * @param opener opens the store, given a timestamp that its commits must come after
   */
  void restore(Runnable replacement, LongFunction<KvStore> opener) {
    DatabaseContext before = context;
    // No timestamp is handed out twice, also none of those that are undone.
    long floor =
        Math.max(before.store().appliedTimestamp().micros(), resources.clock().nowMicros());
    restoring = true;
    try {
      RuntimeException unclean = closeParts(before, null);
      if (unclean != null) {
        LOG.warn("What a restored database held before was not closed cleanly", unclean);
      }
      try {
        replacement.run();
      } finally {
        context = reopen(before, opener.apply(floor));
      }
    } finally {
      restoring = false;
    }
  }

  private DatabaseContext reopen(DatabaseContext before, KvStore store) {
    try {
      return DatabaseContextFactory.create(
          before.name(), null, store, resources, before.activity(), instance);
    } catch (RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  private static @Nullable RuntimeException closeParts(
      DatabaseContext context, @Nullable RuntimeException earlier) {
    RuntimeException failure = RatchetInstance.closing(earlier, context.splits()::close);
    failure = RatchetInstance.closing(failure, context.ddl()::close);
    failure = RatchetInstance.closing(failure, context.statistics()::close);
    failure = RatchetInstance.closing(failure, context.sequences()::close);
    return RatchetInstance.closing(failure, context.store()::close);
  }

  private void forget(int sessionId) {
    sessions.remove(sessionId);
    if (sessions.isEmpty()) {
      waitingForIdleness.forEach(resources.threads()::unpark);
    }
    context.activity().sessions().remove(sessionId);
  }

  /** Stops statements that run, ends sessions, closes the store. */
  void close() {
    closed = true;
    RuntimeException failure = null;
    // All before any lets go of its locks, or those who wait for them would go on.
    sessions.values().forEach(EngineSession::stop);
    for (EngineSession session : sessions.values()) {
      failure = RatchetInstance.closing(failure, session::shutDown);
    }
    failure = closeParts(context, failure);
    if (failure != null) {
      throw failure;
    }
  }
}
