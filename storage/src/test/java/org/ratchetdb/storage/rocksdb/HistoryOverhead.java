package org.ratchetdb.storage.rocksdb;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.time.ManualClock;
import org.ratchetdb.common.time.ManualScheduler;
import org.ratchetdb.common.time.SystemTicker;
import org.ratchetdb.common.time.Ticker;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.TransactionOptions;
import org.ratchetdb.storage.txn.StoreEnvironment;
import org.ratchetdb.storage.txn.StoreOptions;
import org.ratchetdb.storage.txn.TransactionalStore;

/**
 * Measures what keeping old versions costs an update: the same updates with history and without,
 * taking turns. Prints medians in microseconds per row. A program, not a test; docs/performance.md
 * has the command and what came out.
 */
public final class HistoryOverhead {
  private static final int KEYS = 100_000;
  private static final int ROUNDS = 15;

  private HistoryOverhead() {}

  /**
   * @param arguments the directory to work in
   */
  public static void main(String[] arguments) throws IOException {
    Path directory = Files.createTempDirectory(Path.of(arguments[0]), "history");
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (RocksResources resources = RocksResources.createDefault()) {
      for (int payloadBytes : new int[] {100, 1000}) {
        for (int rowsPerCommit : new int[] {1, 100}) {
          double[] medians = compare(directory, resources, payloadBytes, rowsPerCommit);
          out.printf(
              Locale.ROOT,
              "%d bytes, %d rows a commit: %.2f us with history, %.2f us without (%+.0f %%)%n",
              payloadBytes,
              rowsPerCommit,
              medians[0],
              medians[1],
              100 * (medians[0] / medians[1] - 1));
        }
      }
    }
  }

  private static double[] compare(
      Path directory, RocksResources resources, int payloadBytes, int rowsPerCommit) {
    String name = payloadBytes + "-" + rowsPerCommit;
    double[][] micros = new double[2][ROUNDS];
    try (KvStore with = open(directory.resolve("with" + name), resources, true);
        KvStore without = open(directory.resolve("without" + name), resources, false)) {
      update(with, payloadBytes, 100, KEYS);
      update(without, payloadBytes, 100, KEYS);
      for (int round = 0; round < ROUNDS; round++) {
        int updates = rowsPerCommit == 1 ? KEYS / 10 : KEYS / 2;
        micros[0][round] = update(with, payloadBytes, rowsPerCommit, updates);
        micros[1][round] = update(without, payloadBytes, rowsPerCommit, updates);
      }
    }
    Arrays.sort(micros[0]);
    Arrays.sort(micros[1]);
    return new double[] {micros[0][ROUNDS / 2], micros[1][ROUNDS / 2]};
  }

  private static KvStore open(Path directory, RocksResources resources, boolean history) {
    ManualClock clock = new ManualClock();
    StoreEnvironment environment =
        new StoreEnvironment(
            clock, new SystemTicker(), new ManualScheduler(clock), JdkThreads.INSTANCE);
    RocksStoreOptions options = RocksStoreOptions.DEFAULT.withSync(false);
    return new TransactionalStore(
        RocksEngine.open(directory, resources, options, clock, JdkThreads.INSTANCE, history),
        StoreOptions.DEFAULT,
        environment);
  }

  /** Puts rows all over the key space; returns microseconds per row. */
  private static double update(KvStore store, int payloadBytes, int rowsPerCommit, int rows) {
    Ticker ticker = new SystemTicker();
    long start = ticker.nanos();
    long at = start & 0xFFFF;
    for (int done = 0; done < rows; done += rowsPerCommit) {
      try (KvTransaction transaction = store.begin(TransactionOptions.DEFAULT)) {
        for (int i = 0; i < rowsPerCommit; i++) {
          at = (at * 6364136223846793005L + 1442695040888963407L) & Long.MAX_VALUE;
          byte[] payload = new byte[payloadBytes];
          for (int b = 0; b < payloadBytes; b += 8) {
            payload[b] = (byte) (at >>> (b & 31));
          }
          transaction.put(key(at % KEYS), payload);
        }
        transaction.commit();
      }
    }
    return (ticker.nanos() - start) / 1_000.0 / rows;
  }

  private static Key key(long number) {
    return Key.wrap(String.format(Locale.ROOT, "row%08d", number).getBytes(StandardCharsets.UTF_8));
  }
}
