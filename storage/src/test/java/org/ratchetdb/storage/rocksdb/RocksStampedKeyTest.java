package org.ratchetdb.storage.rocksdb;

import java.nio.file.Path;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.storage.api.AbstractStampedKeyTest;
import org.ratchetdb.storage.api.StoreFixture;

final class RocksStampedKeyTest extends AbstractStampedKeyTest {
  @RegisterExtension static final RocksStores STORES = RocksStores.onDisk();

  @TempDir Path directory;

  @Override
  protected StoreFixture.Opener opener() {
    return STORES.at(directory);
  }

  @Override
  protected boolean outlivesClose() {
    return true;
  }
}
