package org.ratchetdb.storage.rocksdb;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.ratchetdb.storage.api.AbstractKvStoreConcurrencyTest;
import org.ratchetdb.storage.api.StoreFixture;

/** The engine of the stores on disk, over a file system in memory. */
final class RocksMemoryStoreConcurrencyTest extends AbstractKvStoreConcurrencyTest {
  private static final RocksResources RESOURCES = RocksResources.inMemory(8L << 20, 64L << 20);
  private static int stores;

  @AfterAll
  static void free() {
    RESOURCES.close();
  }

  @Override
  protected StoreFixture.Opener opener() {
    Path directory = Path.of("/store" + stores++);
    return (options, environment) ->
        RocksKvStore.open(
            directory, RESOURCES, RocksStoreOptions.DEFAULT.withStore(options), environment);
  }
}
