package org.ratchetdb.storage.memory;

import org.ratchetdb.storage.api.AbstractKvStoreScansTest;
import org.ratchetdb.storage.api.StoreFixture;

final class MemoryKvStoreScansTest extends AbstractKvStoreScansTest {
  @Override
  protected StoreFixture.Opener opener() {
    return MemoryKvStore::open;
  }
}
