package org.ratchetdb.storage.memory;

import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.txn.StoreEnvironment;
import org.ratchetdb.storage.txn.StoreOptions;
import org.ratchetdb.storage.txn.TransactionalStore;

/** Opens stores that live and die with the process. */
public final class MemoryKvStore {
  private MemoryKvStore() {}

  /** Opens an empty store. */
  public static KvStore open(StoreOptions options, StoreEnvironment environment) {
    return new TransactionalStore(
        new MemoryEngine(options.retention(), environment.clock()), options, environment);
  }
}
