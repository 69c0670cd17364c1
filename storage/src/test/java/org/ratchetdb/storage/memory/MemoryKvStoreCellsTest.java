package org.ratchetdb.storage.memory;

import org.ratchetdb.storage.api.AbstractKvStoreCellsTest;
import org.ratchetdb.storage.api.StoreFixture;

final class MemoryKvStoreCellsTest extends AbstractKvStoreCellsTest {
  @Override
  protected StoreFixture.Opener opener() {
    return MemoryKvStore::open;
  }
}
