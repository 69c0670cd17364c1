package org.ratchetdb.storage.rocksdb;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.ratchetdb.storage.api.AbstractKvStoreConcurrencyTest;
import org.ratchetdb.storage.api.StoreFixture;

/** The engine of the stores on disk, over a file system in memory. */
final class RocksMemoryStoreConcurrencyTest extends AbstractKvStoreConcurrencyTest {
  @RegisterExtension static final RocksStores STORES = RocksStores.inMemory();

  @Override
  protected StoreFixture.Opener opener() {
    return STORES.anew();
  }
}
