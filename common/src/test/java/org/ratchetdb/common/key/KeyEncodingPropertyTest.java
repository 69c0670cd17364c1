package org.ratchetdb.common.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple2;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.common.value.ValueComparator;

class KeyEncodingPropertyTest {
  private static final BigInteger NUMERIC_LIMIT = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);

  @Property(tries = 4000)
  void byteOrderIsValueOrder(@ForAll("pairs") Tuple2<Value, Value> pair, @ForAll KeyOrder order) {
    int expected = compare(pair.get1(), pair.get2(), order);
    int actual = Arrays.compareUnsigned(encode(pair.get1(), order), encode(pair.get2(), order));

    assertThat(Integer.signum(actual)).isEqualTo(Integer.signum(expected));
  }

  @Property(tries = 2000)
  void noEncodingIsAPrefixOfAnother(
      @ForAll("pairs") Tuple2<Value, Value> pair, @ForAll KeyOrder order) {
    byte[] a = encode(pair.get1(), order);
    byte[] b = encode(pair.get2(), order);

    boolean prefix = a.length <= b.length && Arrays.equals(a, 0, a.length, b, 0, a.length);
    assertThat(prefix).isEqualTo(compare(pair.get1(), pair.get2(), order) == 0);
  }

  @Property(tries = 2000)
  void decodingGivesTheValueBack(@ForAll("values") Value value, @ForAll KeyOrder order) {
    KeyDecoder decoder = new KeyDecoder(Key.wrap(encode(value, order)));

    Value read = decoder.readValue(value.type(), order);

    assertThat(read.isNull()).isEqualTo(value.isNull());
    if (!value.isNull()) {
      assertThat(ValueComparator.compare(read, value, Dialect.GOOGLE_STANDARD_SQL)).isZero();
    }
    assertThat(decoder.remaining()).isZero();
  }

  @Property(tries = 1000)
  void partsFollowOneAnother(@ForAll("parts") List<Part> parts) {
    KeyEncoder encoder = new KeyEncoder();
    encoder.tag(300);
    parts.forEach(p -> encoder.putValue(p.value(), p.order()));
    Key key = encoder.toKey();

    KeyDecoder reader = new KeyDecoder(key);
    KeyDecoder skipper = new KeyDecoder(key);
    assertThat(reader.readTag()).isEqualTo(300);
    assertThat(skipper.readTag()).isEqualTo(300);
    for (Part part : parts) {
      Value read = reader.readValue(part.value().type(), part.order());
      skipper.skip(part.value().type(), part.order());
      assertThat(encode(read, part.order())).isEqualTo(encode(part.value(), part.order()));
      assertThat(skipper.consumed()).isEqualTo(reader.consumed());
    }
    assertThat(reader.remaining()).isZero();
  }

  @Property(tries = 1000)
  void concatenationsCompareLikeTuples(
      @ForAll("pairs") Tuple2<Value, Value> first,
      @ForAll("pairs") Tuple2<Value, Value> second,
      @ForAll KeyOrder order1,
      @ForAll KeyOrder order2) {
    int expected = compare(first.get1(), first.get2(), order1);
    if (expected == 0) {
      expected = compare(second.get1(), second.get2(), order2);
    }
    Key a = tuple(first.get1(), order1, second.get1(), order2);
    Key b = tuple(first.get2(), order1, second.get2(), order2);

    assertThat(Integer.signum(a.compareTo(b))).isEqualTo(Integer.signum(expected));
  }

  @Property(tries = 1000)
  void valueBoundsEncloseEveryValueAndNoNull(
      @ForAll("values") Value value, @ForAll KeyOrder order) {
    Key key = Key.wrap(encode(value, order));
    Key lowest = new KeyEncoder().putLowestValueBound().toKey();
    Key highest = new KeyEncoder().putHighestValueBound().toKey();

    assertThat(new KeyRange(lowest, highest).contains(key)).isEqualTo(!value.isNull());
  }

  @Property(tries = 1000)
  void tagsKeepTheirOrder(@ForAll("tags") long a, @ForAll("tags") long b) {
    Key x = new KeyEncoder().tag(a).toKey();
    Key y = new KeyEncoder().tag(b).toKey();

    assertThat(Integer.signum(x.compareTo(y))).isEqualTo(Long.compare(a, b));
    assertThat(new KeyDecoder(x).readTag()).isEqualTo(a);
    assertThat(x.unsafeBytes()[0]).isNotZero();
    assertThat(a != b && y.startsWith(x)).isFalse();
  }

  @Property(tries = 2000)
  void randomBytesNeverGiveAnythingButAValueOrCorruption(
      @ForAll byte[] bytes, @ForAll("types") SqlType type, @ForAll KeyOrder order) {
    KeyDecoder decoder = new KeyDecoder(Key.copyOf(bytes));
    try {
      decoder.readValue(type, order);
    } catch (DbException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_DATA);
    }
  }

  record Part(Value value, KeyOrder order) {}

  private static int compare(Value a, Value b, KeyOrder order) {
    if (a.isNull() || b.isNull()) {
      int byNull = Boolean.compare(a.isNull(), b.isNull());
      return order.nullsFirst() ? -byNull : byNull;
    }
    int ascending = ValueComparator.compare(a, b, Dialect.GOOGLE_STANDARD_SQL);
    return order.descending() ? -ascending : ascending;
  }

  private static byte[] encode(Value value, KeyOrder order) {
    return new KeyEncoder().putValue(value, order).toKey().unsafeBytes();
  }

  private static Key tuple(Value a, KeyOrder order1, Value b, KeyOrder order2) {
    return new KeyEncoder().putValue(a, order1).putValue(b, order2).toKey();
  }

  private static List<Arbitrary<Value>> perType() {
    List<Arbitrary<Value>> all = new ArrayList<>();
    all.add(Arbitraries.of(true, false).map(Value.Bool::new));
    all.add(longs().map(Value.Int64::new));
    all.add(Arbitraries.integers().between(-719162, 2932896).map(Value.Date::new));
    all.add(
        net.jqwik.api.Combinators.combine(longs(), Arbitraries.integers().between(0, 999))
            .as(Value.Timestamp::new));
    all.add(doubles().map(Value.Float64::new));
    all.add(numerics().map(Value.Numeric::new));
    all.add(
        net.jqwik.api.Combinators.combine(longs(), longs())
            .as((a, b) -> new Value.Uuid(new UUID(a, b))));
    all.add(strings().map(Value.Str::new));
    all.add(
        Arbitraries.bytes()
            .edgeCases(e -> e.add((byte) 0, (byte) 1, (byte) -1))
            .array(byte[].class)
            .ofMaxSize(5)
            .map(Value.Bytes::new));
    return all;
  }

  private static Arbitrary<Long> longs() {
    return Arbitraries.oneOf(
        Arbitraries.longs(),
        Arbitraries.longs().between(-300, 300),
        Arbitraries.integers()
            .between(0, 62)
            .flatMap(
                bit ->
                    Arbitraries.longs()
                        .between(-2, 2)
                        .flatMap(d -> Arbitraries.of((1L << bit) + d, -(1L << bit) + d))));
  }

  private static Arbitrary<Double> doubles() {
    return Arbitraries.oneOf(
        Arbitraries.of(
            Double.NaN,
            Double.NEGATIVE_INFINITY,
            Double.POSITIVE_INFINITY,
            0.0,
            -0.0,
            Double.MIN_VALUE,
            -Double.MIN_VALUE,
            Double.longBitsToDouble(0xFFF8000000000001L)),
        Arbitraries.doubles(),
        Arbitraries.longs().map(Double::longBitsToDouble));
  }

  private static Arbitrary<BigDecimal> numerics() {
    return Arbitraries.oneOf(
        Arbitraries.bigIntegers()
            .between(NUMERIC_LIMIT.negate(), NUMERIC_LIMIT)
            .map(i -> new BigDecimal(i, 9)),
        longs().map(i -> BigDecimal.valueOf(i, 9)),
        longs().map(BigDecimal::valueOf));
  }

  private static Arbitrary<String> strings() {
    return Arbitraries.strings()
        .withChars('\0', '\u0001', 'a', 'é', '\uFFFF', '\uE000')
        .ofMaxLength(4)
        .flatMap(s -> Arbitraries.of(s, s + "\uD83D\uDE00", "\uD83D\uDE00" + s));
  }

  private static Arbitrary<Value> withNull(Arbitrary<Value> values) {
    return values.flatMap(
        v ->
            Arbitraries.frequencyOf(
                Tuple.of(9, Arbitraries.just(v)),
                Tuple.of(1, Arbitraries.just(new Value.Null(v.type())))));
  }

  @Provide
  Arbitrary<Value> values() {
    return Arbitraries.of(perType()).flatMap(KeyEncodingPropertyTest::withNull);
  }

  @Provide
  Arbitrary<Tuple2<Value, Value>> pairs() {
    return Arbitraries.of(perType()).flatMap(a -> withNull(a).tuple2());
  }

  @Provide
  Arbitrary<List<Part>> parts() {
    return net.jqwik.api.Combinators.combine(values(), Arbitraries.of(KeyOrder.class))
        .as(Part::new)
        .list()
        .ofMaxSize(5);
  }

  @Provide
  Arbitrary<Long> tags() {
    return Arbitraries.oneOf(
        Arbitraries.longs().between(1, Long.MAX_VALUE),
        Arbitraries.longs().between(1, 1000),
        Arbitraries.longs().between(16000, 17000),
        Arbitraries.longs().between(2_113_000, 2_114_000),
        Arbitraries.longs().between(270_540_000, 270_560_000));
  }

  @Provide
  Arbitrary<SqlType> types() {
    return Arbitraries.of(
        SqlType.BOOL,
        SqlType.INT64,
        SqlType.DATE,
        SqlType.TIMESTAMP,
        SqlType.FLOAT64,
        SqlType.NUMERIC,
        SqlType.UUID,
        SqlType.STRING,
        SqlType.BYTES);
  }
}
