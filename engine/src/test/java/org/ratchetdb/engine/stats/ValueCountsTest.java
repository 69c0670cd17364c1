package org.ratchetdb.engine.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ValueCountsTest {
  private final ValueCounts counts = new ValueCounts();

  @Test
  void valuesThatComeAgainAreFew() {
    for (int n = 0; n < 2_000; n++) {
      counts.add(n * 7L % 5);
    }

    assertThat(counts.estimate(1)).isEqualTo(5);
    assertThat(counts.estimate(300)).isEqualTo(5);
  }

  @Test
  void valuesThatNeverComeAgainGrowWithTheTable() {
    for (int n = 0; n < 2_000; n++) {
      counts.add(n);
    }

    assertThat(counts.estimate(300)).isBetween(599_000L, 601_000L);
  }

  @Test
  void valuesThatLieTogetherGrowWithTheTable() {
    for (int n = 0; n < 2_000; n++) {
      counts.add(n / 100);
    }

    assertThat(counts.estimate(300)).isBetween(5_900L, 6_100L);
  }

  @Test
  void oneValueTellsOnlyOfWhatWasSeenWhole() {
    counts.add(1);
    counts.add(1);

    assertThat(counts.estimate(1)).isEqualTo(1);
    assertThat(counts.estimate(300)).isEqualTo(-1);
  }

  @Test
  void nothingSeenTellsNothing() {
    assertThat(counts.estimate(1)).isEqualTo(-1);
  }
}
