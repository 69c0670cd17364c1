package org.ratchetdb.storage.rocksdb;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.ratchetdb.storage.api.AbstractKvStoreScansTest;
import org.ratchetdb.storage.api.StoreFixture;

/** The engine of the stores on disk, over a file system in memory. */
final class RocksMemoryStoreScansTest extends AbstractKvStoreScansTest {
  @RegisterExtension static final RocksStores STORES = RocksStores.inMemory();

  @Override
  protected StoreFixture.Opener opener() {
    return STORES.anew();
  }
}
