package org.ratchetdb.storage.memory;

import org.ratchetdb.storage.api.AbstractKvStoreContractTest;
import org.ratchetdb.storage.api.StoreFixture;

final class MemoryKvStoreContractTest extends AbstractKvStoreContractTest {
  @Override
  protected StoreFixture.Opener opener() {
    return MemoryKvStore::open;
  }
}
