package org.ratchetdb.storage.rocksdb;

import java.nio.file.Path;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.ratchetdb.storage.api.StoreFixture;

/** Opens the stores of a test class, and frees in the end what they share. */
final class RocksStores implements AfterAllCallback {
  private final RocksResources resources;
  private int stores;

  private RocksStores(RocksResources resources) {
    this.resources = resources;
  }

  static RocksStores onDisk() {
    return new RocksStores(RocksResources.createDefault());
  }

  /** The same engine, over a file system in memory. */
  static RocksStores inMemory() {
    return new RocksStores(RocksResources.inMemory(8L << 20, 64L << 20));
  }

  StoreFixture.Opener at(Path directory) {
    return (options, environment) ->
        RocksKvStore.open(
            directory, resources, RocksStoreOptions.DEFAULT.withStore(options), environment);
  }

  /** At a place that no other test has used. */
  StoreFixture.Opener anew() {
    return at(Path.of("/store" + stores++));
  }

  @Override
  public void afterAll(ExtensionContext context) {
    resources.close();
  }
}
