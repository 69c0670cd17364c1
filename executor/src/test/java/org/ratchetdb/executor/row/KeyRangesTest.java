package org.ratchetdb.executor.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.ratchetdb.catalog.model.Interleave;
import org.ratchetdb.catalog.model.KeyPart;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyEncoder;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.TestSchema;
import org.ratchetdb.executor.vector.Values;

class KeyRangesTest {
  private static Table table(boolean descending, boolean nullsFirst) {
    return new Table(
        1,
        "T",
        List.of(
            TestSchema.column(1, "A", SqlType.INT64), TestSchema.column(2, "F", SqlType.FLOAT64)),
        List.of(new KeyPart(1, false, true), new KeyPart(2, descending, nullsFirst)),
        null,
        3);
  }

  private static KeyLayout layout(boolean descending, boolean nullsFirst) {
    Table table = table(descending, nullsFirst);
    Schema schema = new TestSchema(Dialect.GOOGLE_STANDARD_SQL).table(table).build();
    return KeyLayout.ofTable(schema, table);
  }

  private static Key key(KeyLayout layout, Value a, Value f) {
    KeyEncoder encoder = new KeyEncoder().tag(1);
    KeyRanges.put(encoder, a, layout.parts().get(0));
    return KeyRanges.put(encoder, f, layout.parts().get(1)).toKey();
  }

  @Property(tries = 500)
  void rangesHoldExactlyTheKeysThatMatch(
      @ForAll boolean descending,
      @ForAll boolean nullsFirst,
      @ForAll("firstBounds") KeyRanges.OneOf first,
      @ForAll("secondBounds") KeyRanges.Bound second,
      @ForAll("longs") Value a,
      @ForAll("doubles") Value f) {
    KeyLayout layout = layout(descending, nullsFirst);
    List<KeyRange> ranges = KeyRanges.of(layout, List.of(first, second));
    Key key = key(layout, a, f);
    long holding = ranges.stream().filter(r -> r.contains(key)).count();
    assertThat(holding).isEqualTo(matches(first, a) && matches(second, f) ? 1 : 0);
    for (int i = 1; i < ranges.size(); i++) {
      assertThat(ranges.get(i - 1).start()).isLessThan(ranges.get(i).start());
    }
  }

  private static boolean matches(KeyRanges.Bound bound, Value value) {
    if (bound instanceof KeyRanges.OneOf oneOf) {
      return oneOf.values().stream().anyMatch(v -> Values.compare(v, value) == 0);
    }
    if (value.isNull()) {
      return false;
    }
    if (!(bound instanceof KeyRanges.Between between)) {
      return true;
    }
    boolean isNaN = value instanceof Value.Float64 d && Double.isNaN(d.value());
    Value lower = between.lower();
    Value upper = between.upper();
    int fromLower = lower == null ? 1 : Values.compare(value, lower);
    int fromUpper = upper == null ? -1 : Values.compare(value, upper);
    return !isNaN
        && (fromLower > 0 || (fromLower == 0 && between.lowerInclusive()))
        && (fromUpper < 0 || (fromUpper == 0 && between.upperInclusive()));
  }

  @Provide
  Arbitrary<Value> longs() {
    return Arbitraries.oneOf(
        List.of(
            Arbitraries.longs().between(-3, 3).map(Value.Int64::new),
            Arbitraries.just(new Value.Null(SqlType.INT64))));
  }

  @Provide
  Arbitrary<Value> doubles() {
    return Arbitraries.oneOf(
        List.of(
            number(),
            Arbitraries.just(new Value.Float64(Double.NaN)),
            Arbitraries.just(new Value.Null(SqlType.FLOAT64))));
  }

  private static Arbitrary<Value> number() {
    return Arbitraries.of(
            Double.NEGATIVE_INFINITY, -1e300, -1.0, -0.0, 0.0, 0.5, 1.0, Double.POSITIVE_INFINITY)
        .map(Value.Float64::new);
  }

  @Provide
  Arbitrary<KeyRanges.OneOf> firstBounds() {
    return longs().list().ofMinSize(1).ofMaxSize(4).map(KeyRanges.OneOf::new);
  }

  @Provide
  Arbitrary<KeyRanges.Bound> secondBounds() {
    Arbitrary<Value> bound = number();
    return Arbitraries.oneOf(
        List.of(
            number().list().ofMinSize(1).ofMaxSize(3).map(KeyRanges.OneOf::new),
            Arbitraries.just(new KeyRanges.AnyNotNull()),
            Combinators.combine(
                    bound, Arbitraries.of(true, false), bound, Arbitraries.of(true, false))
                .as(KeyRanges.Between::new),
            Combinators.combine(bound, Arbitraries.of(true, false))
                .as((b, i) -> new KeyRanges.Between(b, i, null, false)),
            Combinators.combine(bound, Arbitraries.of(true, false))
                .as((b, i) -> new KeyRanges.Between(null, false, b, i))));
  }

  @Test
  void walkerTellsWhoseRowAKeyIs() {
    TestSchema builder =
        new TestSchema(Dialect.GOOGLE_STANDARD_SQL)
            .table("P", 1, TestSchema.column(1, "A", SqlType.INT64));
    for (String child : List.of("First", "Second", "Third")) {
      builder.child(
          child,
          new Interleave(1, true, true),
          2,
          TestSchema.column(1, "A", SqlType.INT64),
          TestSchema.column(2, "B", SqlType.INT64));
    }
    Schema schema = builder.build();
    KeyLayout layout = KeyLayout.ofTable(schema, schema.findTable("Second").orElseThrow());
    KeyWalker walker = new KeyWalker(layout);
    List<Key> keys = new ArrayList<>();
    keys.add(family(0, 0));
    keys.add(family(2, 7));
    keys.add(family(3, 7));
    keys.add(new KeyEncoder().putKey(family(3, 7)).tag(99).toKey());
    keys.add(family(4, 7));
    assertThat(keys.stream().map(k -> walker.walk(slice(k))))
        .containsExactly(
            KeyWalker.Owner.ANCESTOR,
            KeyWalker.Owner.EARLIER_SIBLING,
            KeyWalker.Owner.OURS,
            KeyWalker.Owner.BELOW,
            KeyWalker.Owner.LATER_SIBLING);
    walker.walk(slice(keys.get(1)));
    Key target = walker.skipTarget(slice(keys.get(1)), KeyWalker.Owner.EARLIER_SIBLING, false);
    assertThat(target).isNotNull().isGreaterThan(keys.get(1)).isLessThan(keys.get(2));
  }

  private static Key family(int childTag, long b) {
    KeyEncoder encoder = new KeyEncoder().tag(1).putLong(5, org.ratchetdb.common.key.KeyOrder.ASC);
    return childTag == 0
        ? encoder.toKey()
        : encoder.tag(childTag).putLong(b, org.ratchetdb.common.key.KeyOrder.ASC).toKey();
  }

  private static ByteSlice slice(Key key) {
    ByteSlice slice = new ByteSlice();
    slice.set(key.unsafeBytes(), 0, key.length());
    return slice;
  }
}
