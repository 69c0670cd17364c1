package org.ratchetdb.storage.memory;

import org.ratchetdb.storage.api.AbstractKvStoreConcurrencyTest;
import org.ratchetdb.storage.api.StoreFixture;

final class MemoryKvStoreConcurrencyTest extends AbstractKvStoreConcurrencyTest {
  @Override
  protected StoreFixture.Opener opener() {
    return MemoryKvStore::open;
  }
}
