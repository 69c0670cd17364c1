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
 * @param statementOneIn operations that are statements, with waits of their own
 * @param patchOneIn operations that write some columns of a row
 * @param stampedOneIn operations on keys that hold their commit timestamp
 * @param lockModeOneIn transactions that say how they lock reads
 * @param delayOneIn commits that may be held back
 * @param limitedCommitOneIn commits with a deadline of their own
 * @param diskMayFail whether a failed write is expected
 * @param bugs what is planted in the way of clients
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
    int statementOneIn,
    int patchOneIn,
    int stampedOneIn,
    int lockModeOneIn,
    int delayOneIn,
    int limitedCommitOneIn,
    boolean diskMayFail,
    StoreSimulation.Bugs bugs) {
  static ClientMix of(SplittableRandom random, boolean diskMayFail, StoreSimulation.Bugs bugs) {
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
        random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(3),
        random.nextInt(2) == 0 ? 3 : 0,
        random.nextInt(4) == 0 ? 0 : 2 + random.nextInt(3),
        random.nextInt(3) == 0 ? 3 : 0,
        1 + random.nextInt(3),
        random.nextInt(3) == 0 ? 2 : 0,
        random.nextInt(3) == 0 ? 3 : 0,
        diskMayFail,
        bugs);
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
