package org.ratchetdb.planner.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.value.Value;

class ColumnStatisticsTest {
  private static final Offset<Double> EXACTLY = within(1e-9);

  private final ColumnStatistics even =
      new ColumnStatistics(0.5, 1_000, new double[] {0, 250, 500, 750, 1_000});
  private final ColumnStatistics skewed =
      new ColumnStatistics(0, 12, new double[] {1, 7, 7, 7, 20});

  @Test
  void partBelowAValueIsReadBetweenTheBounds() {
    assertThat(even.below(number(250), false)).isCloseTo(0.125, EXACTLY);
    assertThat(even.below(number(375), false)).isCloseTo(0.1875, EXACTLY);
  }

  @Test
  void nothingIsBelowTheLeastAndAllThatIsNotNullBelowMoreThanTheGreatest() {
    assertThat(even.below(number(-5), true)).isEqualTo(0);
    assertThat(even.below(number(0), false)).isEqualTo(0);
    assertThat(even.below(number(5_000), false)).isCloseTo(0.5, EXACTLY);
  }

  @Test
  void frequentValueLiesBetweenTheValuesBelowAndThoseUpToIt() {
    assertThat(skewed.below(number(7), false)).isCloseTo(0.25, EXACTLY);
    assertThat(skewed.below(number(7), true)).isCloseTo(0.75, EXACTLY);
    assertThat(skewed.equal(number(7))).isCloseTo(0.5, EXACTLY);
  }

  @Test
  void otherValuesShareWhatFrequentOnesLeave() {
    assertThat(skewed.equal(number(3))).isCloseTo(0.5 / 11, EXACTLY);
    assertThat(even.equal(number(3))).isCloseTo(0.0005, EXACTLY);
  }

  @Test
  void valueThatNobodySawIsRare() {
    assertThat(skewed.equal(number(90))).isLessThan(0.03);
  }

  @Test
  void longStringsAreNotTakenForEachOther() {
    double bound = ValueScale.of(new Value.Str("prefix-one"));
    ColumnStatistics strings =
        new ColumnStatistics(0, 100, new double[] {bound, bound, bound, bound});

    assertThat(strings.equal(new Value.Str("prefix-two"))).isCloseTo(0.01, EXACTLY);
  }

  @Test
  void numbersOfValuesHaveTheirOrder() {
    assertThat(ValueScale.of(new Value.Str("a"))).isLessThan(ValueScale.of(new Value.Str("ab")));
    assertThat(ValueScale.of(new Value.Str("z")))
        .isLessThan(ValueScale.of(new Value.Str("\u00e4")));
    assertThat(ValueScale.of(new Value.Date(9_000)))
        .isGreaterThan(ValueScale.of(new Value.Date(1)));
  }

  private static Value number(long number) {
    return new Value.Int64(number);
  }
}
