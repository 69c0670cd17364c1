package org.ratchetdb.planner.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.planner.physical.PhysicalExpr;

final class StringPrefixTest {

  private static @Nullable String prefix(String kernel, String text) {
    return StringPrefix.of(condition(kernel, text), 0);
  }

  private static PhysicalExpr condition(String kernel, String text) {
    return new PhysicalExpr.Call(
        kernel,
        List.of(
            new PhysicalExpr.InputRef(0, SqlType.STRING),
            new PhysicalExpr.Literal(new Value.Str(text))),
        SqlType.BOOL);
  }

  @Test
  void theLiteralPartOfAPatternIsItsPrefix() {
    assertThat(prefix("like", "ab%")).isEqualTo("ab");
    assertThat(prefix("like", "a_c")).isEqualTo("a");
    assertThat(prefix("like", "abc")).isEqualTo("abc");
    assertThat(prefix("like", "a\\%b")).isEqualTo("a");
    assertThat(prefix("like", "%b")).isNull();
    assertThat(prefix("starts_with", "a%")).isEqualTo("a%");
    assertThat(prefix("regexp_contains", "ab")).isNull();
  }

  @Test
  void onlyAPatternThatEndsItsPrefixInAPercentIsARange() {
    assertThat(StringPrefix.isAll(condition("like", "ab%"), "ab")).isTrue();
    assertThat(StringPrefix.isAll(condition("like", "ab%c"), "ab")).isFalse();
    assertThat(StringPrefix.isAll(condition("like", "ab"), "ab")).isFalse();
  }

  @Test
  void theSuccessorSkipsSurrogatesAndCarries() {
    assertThat(StringPrefix.successor("ab")).isEqualTo("ac");
    assertThat(StringPrefix.successor("\uD7FF")).isEqualTo("\uE000");
    String last = Character.toString(Character.MAX_CODE_POINT);
    assertThat(StringPrefix.successor("a" + last)).isEqualTo("b");
    assertThat(StringPrefix.successor(last)).isNull();
  }

  @Property
  void theSuccessorIsAboveAllThatStartWithThePrefix(
      @ForAll @StringLength(min = 1, max = 4) @CharRange(from = 'a', to = 'z') String prefix,
      @ForAll @StringLength(max = 4) @CharRange(from = 'a', to = '\uD7FF') String rest) {
    assertThat(StringPrefix.successor(prefix)).isGreaterThan(prefix + rest);
  }
}
