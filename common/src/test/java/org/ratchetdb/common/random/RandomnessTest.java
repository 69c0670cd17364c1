package org.ratchetdb.common.random;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RandomnessTest {
  @Test
  void uuidIsVersionFour() {
    Randomness random = Randomness.secure();
    for (int i = 0; i < 100; i++) {
      assertThat(random.nextUuid().version()).isEqualTo(4);
      assertThat(random.nextUuid().variant()).isEqualTo(2);
    }
  }

  @Test
  void aSeedReplays() {
    assertThat(Randomness.seeded(7).nextUuid()).isEqualTo(Randomness.seeded(7).nextUuid());
    assertThat(Randomness.seeded(7).nextDouble()).isBetween(0.0, 1.0);
  }
}
