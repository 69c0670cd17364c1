package org.ratchetdb.executor.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.key.Key;

class RangeDivisionTest {
  @Test
  void theMiddleLiesBetweenTheEnds() {
    Random random = new Random(7);
    int found = 0;
    for (int i = 0; i < 10_000; i++) {
      Key one = randomKey(random);
      Key other = randomKey(random);
      if (one.compareTo(other) == 0) {
        assertThat(RangeDivision.between(one, other)).isNull();
        continue;
      }
      boolean ascending = one.compareTo(other) < 0;
      Key first = ascending ? one : other;
      Key last = ascending ? other : one;
      Key middle = RangeDivision.between(first, last);
      if (middle != null) {
        found++;
        assertThat(middle).isGreaterThan(first).isLessThan(last);
      }
    }
    assertThat(found).isGreaterThan(8_000);
  }

  private static Key randomKey(Random random) {
    byte[] bytes = new byte[1 + random.nextInt(12)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (random.nextInt(3) == 0 ? random.nextInt(256) : 255 * random.nextInt(2));
    }
    return Key.wrap(bytes);
  }
}
