package org.ratchetdb.storage.rocksdb;

import java.nio.file.Path;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.storage.api.AbstractKvStoreHistoryTest;
import org.ratchetdb.storage.api.StoreFixture;

final class RocksKvStoreHistoryTest extends AbstractKvStoreHistoryTest {
  @RegisterExtension static final RocksStores STORES = RocksStores.onDisk();

  @TempDir Path directory;

  @Override
  protected StoreFixture.Opener opener() {
    return STORES.at(directory);
  }
}
