package org.ratchetdb.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ratchetdb.storage.api.StoreFixture.bytes;
import static org.ratchetdb.storage.api.StoreFixture.key;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.StoreFixture;
import org.ratchetdb.storage.api.TransactionOptions;

/** Stores in memory give their memory back. */
@EnabledOnOs(OS.LINUX)
final class MemoryReleaseTest {
  private static final int WARM_UP = 100;
  private static final int STORES = 1_000;
  private static final int ROWS = 20;
  private static final int ROW_BYTES = 10_000;

  /** The stores and their copies have held 600 MB; what allocators keep stops at 40 MB. */
  private static final long GROWTH_BYTES_MAX = 150L << 20;

  private static long residentBytes() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
      }
    }
    throw new IOException("The system does not say how much memory is in use");
  }

  private static void makeUseAndDrop(RocksResources resources, int number) {
    Path origin = Path.of("/origin" + number);
    Path snapshot = Path.of("/snapshot" + number);
    Path branch = Path.of("/branch" + number);
    try (StoreFixture fixture = open(resources, origin)) {
      try (KvTransaction transaction = fixture.store().begin(TransactionOptions.DEFAULT)) {
        for (int row = 0; row < ROWS; row++) {
          byte[] value = bytes(Integer.toString(number).repeat(ROW_BYTES));
          transaction.put(key("row" + row), Arrays.copyOf(value, ROW_BYTES));
        }
        transaction.commit();
      }
      fixture.store().checkpoint(snapshot);
      RocksFiles.copy(snapshot, branch, resources, JdkThreads.INSTANCE);
      try (StoreFixture copy = open(resources, branch)) {
        assertThat(copy.read("row0")).isNotNull();
        copy.write("row0", "branch");
      }
    }
    for (Path directory : new Path[] {origin, snapshot, branch}) {
      RocksFiles.delete(directory, resources);
    }
  }

  private static StoreFixture open(RocksResources resources, Path directory) {
    return new StoreFixture(
        (options, environment) ->
            RocksKvStore.open(
                directory, resources, RocksStoreOptions.DEFAULT.withStore(options), environment));
  }

  @Test
  void aThousandStoresWithBranchesLeaveNothingBehind() throws IOException {
    try (RocksResources resources = RocksResources.inMemory(8L << 20, 64L << 20)) {
      for (int i = 0; i < WARM_UP; i++) {
        makeUseAndDrop(resources, i);
      }
      long before = residentBytes();
      for (int i = 0; i < STORES; i++) {
        makeUseAndDrop(resources, i);
      }
      assertThat(residentBytes() - before).isLessThan(GROWTH_BYTES_MAX);
    }
  }
}
