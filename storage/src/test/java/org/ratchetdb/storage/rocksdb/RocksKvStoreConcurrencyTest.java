package org.ratchetdb.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.storage.api.AbstractKvStoreConcurrencyTest;
import org.ratchetdb.storage.api.StoreFixture;

final class RocksKvStoreConcurrencyTest extends AbstractKvStoreConcurrencyTest {
  @RegisterExtension static final RocksStores STORES = RocksStores.onDisk();

  @TempDir Path directory;

  @Override
  protected StoreFixture.Opener opener() {
    return STORES.at(directory);
  }

  @Override
  protected void assertAcknowledgedSurvive(int acknowledged) {
    fixture.reopen();
    assertThat(fixture.scanStrong()).hasSizeGreaterThanOrEqualTo(acknowledged);
  }
}
