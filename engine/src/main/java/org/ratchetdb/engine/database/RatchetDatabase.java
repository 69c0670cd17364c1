package org.ratchetdb.engine.database;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.CheckReport;
import org.ratchetdb.engine.api.Database;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.check.DatabaseCheck;
import org.ratchetdb.engine.core.DatabaseContext;
import org.ratchetdb.engine.session.EngineSession;
import org.ratchetdb.storage.api.KvStore;

/** An open database. Thread-safe. */
final class RatchetDatabase implements Database {
  private final DatabaseContext context;
  private final AtomicInteger sessionIds;
  private final Map<Integer, EngineSession> sessions = new ConcurrentHashMap<>();
  private volatile boolean closed;

  private RatchetDatabase(DatabaseContext context, AtomicInteger sessionIds) {
    this.context = context;
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
      Supplier<List<String>> databaseNames) {
    try {
      DatabaseContext context =
          DatabaseContextFactory.create(name, newDialect, store, resources, databaseNames);
      return new RatchetDatabase(context, sessionIds);
    } catch (RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  DatabaseContext context() {
    return context;
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
    EngineSession session =
        new EngineSession(id, this, context, options, () -> sessions.remove(id));
    sessions.put(id, session);
    if (closed) {
      session.close();
      throw new DbException(ErrorCode.UNAVAILABLE, "The database server is shutting down");
    }
    return session;
  }

  @Override
  public CheckReport check(ProgressListener progress) {
    return new DatabaseCheck(context).run(progress);
  }

  /** Stops statements that run, ends sessions, closes the store. */
  void close() {
    closed = true;
    RuntimeException failure = null;
    for (EngineSession session : sessions.values()) {
      session.cancel();
      failure = RatchetInstance.closing(failure, session::shutDown);
    }
    failure = RatchetInstance.closing(failure, context.splits()::close);
    failure = RatchetInstance.closing(failure, context.ddl()::close);
    failure = RatchetInstance.closing(failure, context.sequences()::close);
    failure = RatchetInstance.closing(failure, context.store()::close);
    if (failure != null) {
      throw failure;
    }
  }
}
