package org.ratchetdb.engine.database;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.Database;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.core.DatabaseContext;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.txn.StoreEnvironment;

/** A database without an instance, on a store and with time and threads of a test's choice. */
public final class SimulatedDatabase {
  private final RatchetDatabase database;

  /**
   * Opens the database of a store, which belongs to it from then on, also when this fails.
   *
   * @param newDialect dialect of a database that is being created, null for one that exists
   * @param spillDirectory for large queries, of which there are none
   */
  public SimulatedDatabase(
      @Nullable Dialect newDialect,
      KvStore store,
      InstanceOptions options,
      StoreEnvironment environment,
      Path spillDirectory) {
    Instance alone =
        (Instance)
            Proxy.newProxyInstance(
                Instance.class.getClassLoader(),
                new Class<?>[] {Instance.class},
                (proxy, method, arguments) -> {
                  throw new UnsupportedOperationException("There is no instance");
                });
    this.database =
        RatchetDatabase.open(
            "sim",
            newDialect,
            store,
            new InstanceResources(options, spillDirectory, environment),
            new AtomicInteger(),
            alone);
  }

  public Database database() {
    return database;
  }

  public DatabaseContext context() {
    return database.context();
  }

  public void close() {
    database.close();
  }
}
