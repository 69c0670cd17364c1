package org.ratchetdb.engine.database;

import java.util.List;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.memory.MemoryKvStore;

/** Stores that vanish with their instance. */
final class MemoryFiles implements DatabaseFiles {
  private final InstanceResources resources;

  MemoryFiles(InstanceResources resources) {
    this.resources = resources;
  }

  @Override
  public List<String> existing() {
    return List.of();
  }

  @Override
  public KvStore openStore(String name) {
    return MemoryKvStore.open(resources.storeOptions(), resources.storeEnvironment());
  }

  @Override
  public void markComplete(String name) {
    // Nothing of it outlives the process.
  }

  @Override
  public void delete(String name) {
    // Closing the store has freed it.
  }

  @Override
  public void close() {
    // Stores are closed one by one.
  }
}
