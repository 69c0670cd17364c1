package org.ratchetdb.storage.memory;

import org.ratchetdb.storage.api.AbstractKvStoreIsolationTest;
import org.ratchetdb.storage.api.StoreFixture;

final class MemoryKvStoreIsolationTest extends AbstractKvStoreIsolationTest {
  @Override
  protected StoreFixture.Opener opener() {
    return MemoryKvStore::open;
  }
}
