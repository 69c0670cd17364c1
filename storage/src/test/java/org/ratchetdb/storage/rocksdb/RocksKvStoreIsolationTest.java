package org.ratchetdb.storage.rocksdb;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.storage.api.AbstractKvStoreIsolationTest;
import org.ratchetdb.storage.api.StoreFixture;

final class RocksKvStoreIsolationTest extends AbstractKvStoreIsolationTest {
  private static final RocksResources RESOURCES = RocksResources.createDefault();

  @TempDir Path directory;

  @AfterAll
  static void free() {
    RESOURCES.close();
  }

  @Override
  protected StoreFixture.Opener opener() {
    return (options, environment) ->
        RocksKvStore.open(
            directory, RESOURCES, RocksStoreOptions.DEFAULT.withStore(options), environment);
  }
}
