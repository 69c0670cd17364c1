package org.ratchetdb.planner.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.ratchetdb.planner.physical.SortKey;

final class RowOrderTest {
  private static final SortKey A = new SortKey(0, false, true);
  private static final SortKey B_DESC = new SortKey(1, true, false);
  private static final SortKey C = new SortKey(2, false, true);

  private final RowOrder order = RowOrder.of(List.of(A, B_DESC));

  @Test
  void prefixesAreSatisfied() {
    assertThat(order.satisfies(List.of())).isTrue();
    assertThat(order.satisfies(List.of(A))).isTrue();
    assertThat(order.satisfies(List.of(A, B_DESC))).isTrue();
    assertThat(order.satisfies(List.of(A, B_DESC, C))).isFalse();
    assertThat(order.satisfies(List.of(B_DESC))).isFalse();
  }

  @Test
  void directionAndPlaceOfNullsCount() {
    assertThat(order.satisfies(List.of(new SortKey(0, true, false)))).isFalse();
    assertThat(order.satisfies(List.of(new SortKey(0, false, false)))).isFalse();
    RowOrder withoutNulls = new RowOrder(List.of(A), Set.of(), Set.of(0), false);
    assertThat(withoutNulls.satisfies(List.of(new SortKey(0, false, false)))).isTrue();
  }

  @Test
  void constantsDecideNothing() {
    RowOrder bound = new RowOrder(List.of(A, B_DESC, C), Set.of(1), Set.of(), false);
    assertThat(bound.satisfies(List.of(A, C))).isTrue();
    assertThat(bound.satisfies(List.of(new SortKey(1, false, true), A, C))).isTrue();
  }

  @Test
  void nothingIsLeftToSortBehindAUniqueKey() {
    RowOrder unique = new RowOrder(List.of(A), Set.of(), Set.of(), true);
    assertThat(unique.satisfies(List.of(A, C))).isTrue();
    assertThat(unique.withoutUniqueness().satisfies(List.of(A, C))).isFalse();
  }

  @Test
  void aColumnThatComesTwiceIsIgnored() {
    assertThat(order.satisfies(List.of(A, new SortKey(0, true, false), B_DESC))).isTrue();
  }

  @Test
  void groupsAreNeighboursWhenTheirColumnsLead() {
    assertThat(order.groups(Set.of(0))).isTrue();
    assertThat(order.groups(Set.of(1, 0))).isTrue();
    assertThat(order.groups(Set.of(1))).isFalse();
    assertThat(order.groups(Set.of(0, 2))).isFalse();
    RowOrder unique = new RowOrder(List.of(A), Set.of(), Set.of(), true);
    assertThat(unique.groups(Set.of(0, 2))).isTrue();
  }

  @Test
  void reversingTurnsNullsToo() {
    assertThat(order.reversed().keys())
        .containsExactly(new SortKey(0, true, false), new SortKey(1, false, true));
  }

  @Test
  void aDroppedColumnEndsTheOrder() {
    RowOrder projected = order.project(ordinal -> ordinal == 0 ? 5 : -1);
    assertThat(projected.keys()).containsExactly(new SortKey(5, false, true));
    RowOrder uniqueByBoth = new RowOrder(List.of(A, B_DESC), Set.of(), Set.of(), true);
    assertThat(uniqueByBoth.project(ordinal -> ordinal == 0 ? 5 : -1).unique()).isFalse();
  }

  private static SortKey key(int ordinal) {
    return new SortKey(ordinal, false, true);
  }

  @Test
  void pairsAreInTheOrderOfBothSidesWhenRowsDiffer() {
    RowOrder parents = new RowOrder(List.of(key(0)), Set.of(), Set.of(0), true);
    RowOrder children = new RowOrder(List.of(key(0), key(1)), Set.of(), Set.of(0, 1), true);
    RowOrder pairs = parents.pairs(children, 2, Set.of(0), false, false);
    assertThat(pairs.satisfies(List.of(key(0), key(3)))).isTrue();
    assertThat(pairs.satisfies(List.of(key(0), key(3), key(1)))).as("unique").isTrue();
    assertThat(pairs.satisfies(List.of(key(3)))).isFalse();
    assertThat(pairs.neverNull()).containsExactlyInAnyOrder(0, 2, 3);

    RowOrder repeated = parents.withoutUniqueness().pairs(children, 2, Set.of(0), false, false);
    assertThat(repeated.satisfies(List.of(key(0)))).isTrue();
    assertThat(repeated.satisfies(List.of(key(0), key(3)))).isFalse();
    assertThat(repeated.unique()).isFalse();
  }

  @Test
  void pairsOfOneRowAreInTheOrderOfItsMatches() {
    RowOrder one = new RowOrder(List.of(key(0)), Set.of(0), Set.of(0), true);
    RowOrder children = new RowOrder(List.of(key(0), B_DESC), Set.of(0), Set.of(0), true);
    RowOrder pairs = one.pairs(children, 3, Set.of(0), false, false);
    assertThat(pairs.satisfies(List.of(new SortKey(4, true, false)))).isTrue();
    assertThat(pairs.satisfies(List.of(new SortKey(4, false, false)))).isFalse();
    assertThat(pairs.constants()).containsExactlyInAnyOrder(0, 3);
  }

  @Test
  void whatIsConstantForOneRowNeedNotBeForAll() {
    RowOrder parents = new RowOrder(List.of(key(0)), Set.of(), Set.of(), true);
    RowOrder children = new RowOrder(List.of(key(0), key(1)), Set.of(0), Set.of(0), true);
    RowOrder pairs = parents.pairs(children, 1, Set.of(), false, true);
    assertThat(pairs.constants()).isEmpty();
    assertThat(pairs.satisfies(List.of(key(1), key(2)))).isFalse();
    assertThat(pairs.satisfies(List.of(key(0), key(2)))).isTrue();
  }

  @Test
  void paddedColumnsAreNeitherConstantNorNeverNull() {
    RowOrder parents = new RowOrder(List.of(key(0)), Set.of(), Set.of(0), true);
    RowOrder children = new RowOrder(List.of(key(1)), Set.of(0), Set.of(0, 1), true);
    RowOrder pairs = parents.pairs(children, 1, Set.of(), true, false);
    assertThat(pairs.constants()).isEmpty();
    assertThat(pairs.neverNull()).containsExactly(0);
  }
}
