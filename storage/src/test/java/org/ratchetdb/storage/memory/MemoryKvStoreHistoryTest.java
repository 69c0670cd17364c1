package org.ratchetdb.storage.memory;

import org.ratchetdb.storage.api.AbstractKvStoreHistoryTest;
import org.ratchetdb.storage.api.StoreFixture;

final class MemoryKvStoreHistoryTest extends AbstractKvStoreHistoryTest {
  @Override
  protected StoreFixture.Opener opener() {
    return MemoryKvStore::open;
  }
}
