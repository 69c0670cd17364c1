package org.ratchetdb.storage.rocksdb;

import java.nio.file.Path;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.txn.StoreEnvironment;
import org.ratchetdb.storage.txn.TransactionalStore;

/** Opens stores that live in a directory. */
public final class RocksKvStore {
  private RocksKvStore() {}

  /**
   * Opens the store in a directory, or creates it. Fails with {@code FAILED_PRECONDITION} when it
   * is open elsewhere.
   *
   * @param resources shared by all stores of the process; must outlive the store
   */
  public static KvStore open(
      Path directory,
      RocksResources resources,
      RocksStoreOptions options,
      StoreEnvironment environment) {
    RocksEngine engine =
        RocksEngine.open(directory, resources, options, environment.clock(), environment.threads());
    return new TransactionalStore(engine, options.store(), environment);
  }
}
