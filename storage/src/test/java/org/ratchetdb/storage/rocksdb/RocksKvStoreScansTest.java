package org.ratchetdb.storage.rocksdb;

import java.nio.file.Path;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.storage.api.AbstractKvStoreScansTest;
import org.ratchetdb.storage.api.StoreFixture;

final class RocksKvStoreScansTest extends AbstractKvStoreScansTest {
  @RegisterExtension static final RocksStores STORES = RocksStores.onDisk();

  @TempDir Path directory;

  @Override
  protected StoreFixture.Opener opener() {
    return STORES.at(directory);
  }
}
