package org.ratchetdb.splits.policy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;

final class SizeSplitPolicyTest {
  private final SizeSplitPolicy policy = new SizeSplitPolicy(1000);
  private final KeyRange split = new KeyRange(key("b"), key("y"));

  private static Key key(String text) {
    return Key.wrap(text.getBytes(UTF_8));
  }

  private SplitDecision decide(String start, String end, long before, long after) {
    MiddleEntry middle =
        new MiddleEntry(key("m"), new KeyRange(key(start), key(end)), before, after);
    return policy.decide(split, 2000, Optional.of(middle));
  }

  @Test
  void smallSplitIsKept() {
    assertThat(policy.decide(split, 1000, Optional.empty()))
        .isEqualTo(SplitDecision.keep(SplitReason.BELOW_SIZE_LIMIT));
  }

  @Test
  void cutsAtTheEndOfTheTreeThatBalancesBetter() {
    assertThat(decide("k", "n", 900, 800).point()).isEqualTo(key("k"));
    assertThat(decide("k", "n", 700, 1100).point()).isEqualTo(key("n"));
    assertThat(decide("k", "n", 700, 1100).reason()).isEqualTo(SplitReason.SIZE);
  }

  @Test
  void cutsAtTheOnlyEndThatIsInside() {
    assertThat(decide("b", "n", 0, 500).point()).isEqualTo(key("n"));
    assertThat(decide("k", "y", 500, 0).point()).isEqualTo(key("k"));
    assertThat(decide("k", "z", 500, 0).point()).isEqualTo(key("k"));
  }

  @Test
  void treeThatFillsTheSplitIsCutInside() {
    assertThat(decide("b", "y", 0, 0))
        .isEqualTo(SplitDecision.divideAt(key("m"), SplitReason.SIZE_OF_ROW_TREE));
    assertThat(decide("a", "z", 0, 0))
        .isEqualTo(SplitDecision.divideAt(key("m"), SplitReason.SIZE_OF_ROW_TREE));
  }

  @Test
  void emptyPartsAreNotCutOff() {
    assertThat(decide("k", "n", 0, 0).reason()).isEqualTo(SplitReason.SIZE_OF_ROW_TREE);
  }

  @Test
  void singleEntryIsKept() {
    MiddleEntry only = new MiddleEntry(key("b"), KeyRange.point(key("b")), 0, 0);
    assertThat(policy.decide(split, 2000, Optional.of(only)))
        .isEqualTo(SplitDecision.keep(SplitReason.SINGLE_ENTRY));
    assertThat(policy.decide(split, 2000, Optional.empty()))
        .isEqualTo(SplitDecision.keep(SplitReason.SINGLE_ENTRY));
  }
}
