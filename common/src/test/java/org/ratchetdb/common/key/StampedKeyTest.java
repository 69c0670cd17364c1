package org.ratchetdb.common.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class StampedKeyTest {
  private static final long NOW = 1_704_067_200_000_000L;

  private static KeyEncoder before() {
    return new KeyEncoder().tag(7).putLong(42, KeyOrder.ASC);
  }

  @ParameterizedTest
  @EnumSource(KeyOrder.class)
  void becomesTheKeyOfTheTimestamp(KeyOrder order) {
    StampedKey stamped =
        before()
            .putPendingTimestamp(order)
            .putString("x", KeyOrder.DESC)
            .putPendingTimestamp(order)
            .toStampedKey();
    for (long micros : new long[] {StampedKey.MICROS_MIN, NOW, StampedKey.MICROS_MAX}) {
      Key expected =
          before()
              .putTimestamp(micros, 0, order)
              .putString("x", KeyOrder.DESC)
              .putTimestamp(micros, 0, order)
              .toKey();
      assertThat(stamped.at(micros)).isEqualTo(expected);
      assertThat(stamped.length()).isEqualTo(expected.length());
    }
  }

  @ParameterizedTest
  @EnumSource(KeyOrder.class)
  void laterKeysLieInTheRangeAndEarlierOnesDoNot(KeyOrder order) {
    StampedKey stamped =
        before().putPendingTimestamp(order).putLong(1, KeyOrder.ASC).toStampedKey();
    KeyRange after = stamped.after(NOW);
    for (long later : new long[] {NOW + 1, NOW + 1_000_000, StampedKey.MICROS_MAX}) {
      assertThat(after.contains(stamped.at(later))).isTrue();
    }
    for (long earlier : new long[] {NOW, NOW - 1, StampedKey.MICROS_MIN}) {
      assertThat(after.contains(stamped.at(earlier))).isFalse();
    }
    assertThat(after.contains(before().putNull(order).toKey())).isFalse();
    assertThat(after.contains(before().toKey())).isFalse();
    Key other = new KeyEncoder().tag(7).putLong(43, KeyOrder.ASC).toKey();
    assertThat(after.contains(other)).isFalse();
  }

  @Test
  void equalOnlyWhenTheKeysAtOneCommitAreEqual() {
    StampedKey a =
        before().putPendingTimestamp(KeyOrder.ASC).putLong(1, KeyOrder.ASC).toStampedKey();
    StampedKey b =
        before().putPendingTimestamp(KeyOrder.ASC).putLong(1, KeyOrder.ASC).toStampedKey();
    StampedKey c =
        before().putPendingTimestamp(KeyOrder.ASC).putLong(2, KeyOrder.ASC).toStampedKey();
    assertThat(a).isEqualTo(b).hasSameHashCodeAs(b).isNotEqualTo(c);
  }

  @Test
  void encoderForgetsPlaceholdersThatItTruncates() {
    KeyEncoder encoder = before();
    int length = encoder.length();
    encoder.putPendingTimestamp(KeyOrder.ASC);
    assertThat(encoder.hasPending()).isTrue();
    assertThatThrownBy(encoder::toKey).isInstanceOf(IllegalStateException.class);
    encoder.truncate(length);
    assertThat(encoder.hasPending()).isFalse();
    assertThat(encoder.toKey()).isEqualTo(before().toKey());
    encoder.putPendingTimestamp(KeyOrder.ASC).reset();
    assertThat(encoder.hasPending()).isFalse();
  }

  @Test
  void timestampsOfAnotherLengthAreRefused() {
    StampedKey stamped = before().putPendingTimestamp(KeyOrder.ASC).toStampedKey();
    assertThatThrownBy(() -> stamped.at(StampedKey.MICROS_MIN - 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> stamped.at(StampedKey.MICROS_MAX + 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
