package org.ratchetdb.splits.load;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.key.Key;

final class KeyMidpointTest {
  @Test
  void halvesNumbers() {
    Key low = Key.wrap(new byte[] {7, 0});
    Key high = Key.wrap(new byte[] {7, (byte) 0x80});
    assertThat(KeyMidpoint.between(low, high)).hasToString("074000000000000000");
    assertThat(KeyMidpoint.between(Key.EMPTY, null)).hasToString("7fffffffffffffff");
  }

  @Property(tries = 500)
  void liesStrictlyBetween(@ForAll @Size(max = 12) byte[] a, @ForAll @Size(max = 12) byte[] b) {
    Key low = Key.copyOf(a);
    Key high = Key.copyOf(b);
    if (low.compareTo(high) >= 0) {
      return;
    }
    Key middle = KeyMidpoint.between(low, high);
    if (middle != null) {
      assertThat(middle).isGreaterThan(low).isLessThan(high);
    }
    Key above = KeyMidpoint.between(low, null);
    if (above != null) {
      assertThat(above).isGreaterThan(low);
    }
  }
}
