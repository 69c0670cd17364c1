package org.ratchetdb.tests.simulation.workload;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.SplittableRandom;
import org.ratchetdb.common.key.Key;

/**
 * What clients do how often; one in so many, 0 for never.
 *
 * @param keys number of keys they share
 * @param turns transactions and views of each
 * @param operationsMax reads and writes in one of them
 * @param readsWithoutLocks plants a bug: transactions do not lock what they read
 * @param diskMayFail whether a failed write is expected
 */
record ClientMix(
    int keys,
    int turns,
    int operationsMax,
    int viewOneIn,
    int repeatableReadOneIn,
    int cancelOneIn,
    int sleepOneIn,
    int idleOneIn,
    int abandonOneIn,
    int lazyOneIn,
    boolean readsWithoutLocks,
    boolean diskMayFail) {
  static ClientMix of(SplittableRandom random, boolean diskMayFail, boolean readsWithoutLocks) {
    return new ClientMix(
        2 + random.nextInt(9),
        2 + random.nextInt(5),
        2 + random.nextInt(4),
        2 + random.nextInt(4),
        2 + random.nextInt(4),
        random.nextInt(3) == 0 ? 4 : 0,
        random.nextInt(3) == 0 ? 4 : 0,
        random.nextInt(3) == 0 ? 15 : 0,
        random.nextInt(3) == 0 ? 10 : 0,
        random.nextInt(3) == 0 ? 2 : 0,
        readsWithoutLocks,
        diskMayFail);
  }

  Key key(SplittableRandom random) {
    return key(random.nextInt(keys));
  }

  Key key(int index) {
    return Key.wrap(String.format(Locale.ROOT, "k%02d", index).getBytes(StandardCharsets.US_ASCII));
  }

  int indexOf(Key key) {
    byte[] bytes = key.unsafeBytes();
    return (bytes[1] - '0') * 10 + bytes[2] - '0';
  }
}
