package org.ratchetdb.common.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

class NumbersTest {
  @ParameterizedTest
  @CsvSource({
    "1.0, 1, 1",
    "0.1, 0.1, 0.1",
    "-0.5, -0.5, -0.5",
    "100000000000000, 100000000000000, 100000000000000",
    "1e15, 1e+15, 1e+15",
    "1234567890123456, 1234567890123456, 1.234567890123456e+15",
    "1e17, 1e+17, 1e+17",
    "0.0001, 0.0001, 0.0001",
    "0.00001, 1e-05, 1e-05",
    "1.7976931348623157E308, 1.7976931348623157e+308, 1.7976931348623157e+308",
    "4.9E-324, 5e-324, 5e-324",
    "2.2250738585072014E-308, 2.2250738585072014e-308, 2.2250738585072014e-308",
    "2E-323, 2e-323, 2e-323",
    "9007199254740993, 9007199254740992, 9.007199254740992e+15",
    "0.3, 0.3, 0.3",
    "0.30000000000000004, 0.30000000000000004, 0.30000000000000004",
    "2.0E-3, 0.002, 0.002",
    "123456.789, 123456.789, 123456.789",
    "1.1E23, 1.1e+23, 1.1e+23",
    "8.41E21, 8.41e+21, 8.41e+21",
  })
  void doublesPrintTheShortestDecimal(double value, String google, String postgres) {
    assertThat(FloatText.formatGoogle(value)).isEqualTo(google);
    assertThat(FloatText.formatPostgres(value)).isEqualTo(postgres);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 1",
    "0.1, 0.1, 0.1",
    "16777216, 16777216, 1.6777216e+07",
    "1e6, 1e+06, 1e+06",
    "123456, 123456, 123456",
    "1.1754944E-38, 1.1754944e-38, 1.1754944e-38",
    "3.3, 3.3, 3.3",
  })
  void floatsPrintTheShortestDecimal(float value, String google, String postgres) {
    assertThat(FloatText.formatGoogle(value)).isEqualTo(google);
    assertThat(FloatText.formatPostgres(value)).isEqualTo(postgres);
  }

  @Test
  void specialFloatsHaveTheirNames() {
    assertThat(FloatText.formatGoogle(Double.NaN)).isEqualTo("nan");
    assertThat(FloatText.formatGoogle(Double.NEGATIVE_INFINITY)).isEqualTo("-inf");
    assertThat(FloatText.formatPostgres(Double.NaN)).isEqualTo("NaN");
    assertThat(FloatText.formatPostgres(Double.POSITIVE_INFINITY)).isEqualTo("Infinity");
    assertThat(FloatText.formatPostgres(-0.0)).isEqualTo("-0");
    assertThat(FloatText.parseGoogle(" +Inf ")).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(FloatText.parsePostgres("-infinity")).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(FloatText.parsePostgres("NaN")).isNaN();
  }

  @Property(tries = 2000)
  void doubleTextReadsBack(@ForAll long bits) {
    Double value = Double.longBitsToDouble(bits);

    assertThat(FloatText.parseGoogle(FloatText.formatGoogle(value)))
        .isEqualTo(Double.valueOf(value + 0.0));
    assertThat(FloatText.parsePostgres(FloatText.formatPostgres(value))).isEqualTo(value);
  }

  @Property(tries = 2000)
  void floatTextReadsBack(@ForAll int bits) {
    Float value = Float.intBitsToFloat(bits);

    assertThat(FloatText.parseGoogleFloat(FloatText.formatGoogle(value)))
        .isEqualTo(Float.valueOf(value + 0f));
    assertThat(FloatText.parsePostgresFloat(FloatText.formatPostgres(value))).isEqualTo(value);
  }

  @Test
  void javaOnlySpellingsOfFloatsAreRefused() {
    for (String text : new String[] {"1d", "0x1p3", "1f", "", ".", "1e", "--1", "1 2"}) {
      assertThatThrownBy(() -> FloatText.parseGoogle(text)).hasMessage("Bad double value: " + text);
      assertThatThrownBy(() -> FloatText.parsePostgres(text))
          .hasMessage("invalid input syntax for type double precision: \"" + text + "\"");
    }
    assertThatThrownBy(() -> FloatText.parsePostgres("1e400"))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.VALUE_OUT_OF_RANGE));
  }

  @Test
  void integersAreRead() {
    assertThat(NumericText.parseInt64(" -12 ")).isEqualTo(-12);
    assertThat(NumericText.parseInt64("0x1F")).isEqualTo(31);
    assertThat(NumericText.parseInt64("-0x10")).isEqualTo(-16);
    assertThat(NumericText.parseInt64("-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
    assertThatThrownBy(() -> NumericText.parseInt64("9223372036854775808"))
        .hasMessage("Bad int64 value: 9223372036854775808");
    assertThatThrownBy(() -> NumericText.parseInt64("0x-1")).isInstanceOf(DbException.class);
    assertThat(NumericText.parseBigint("  12 ")).isEqualTo(12);
    assertThatThrownBy(() -> NumericText.parseBigint("x"))
        .hasMessage("invalid input syntax for type bigint: \"x\"");
    assertThatThrownBy(() -> NumericText.parseBigint("9223372036854775808"))
        .hasMessage("value \"9223372036854775808\" is out of range for type bigint");
  }

  @Test
  void numericCastRoundsAndLiteralRefuses() {
    assertThat(NumericText.parse("0.0000000005")).isEqualByComparingTo("0.000000001");
    assertThatThrownBy(() -> NumericText.parseStrict("0.0000000005"))
        .hasMessage("Invalid NUMERIC value: 0.0000000005");
    assertThat(NumericText.parseStrict("1.5000000000")).isEqualByComparingTo("1.5");
    assertThatThrownBy(() -> NumericText.parse("1e29")).isInstanceOf(DbException.class);
    assertThatThrownBy(() -> NumericText.parse("1e999999999")).isInstanceOf(DbException.class);
    assertThat(NumericText.format(new BigDecimal("100.500"))).isEqualTo("100.5");
    assertThat(NumericText.format(new BigDecimal("1E+3"))).isEqualTo("1000");
    assertThat(NumericText.formatPostgres(NumericText.parsePostgres("1.10").value()))
        .isEqualTo("1.10");
    assertThat(NumericText.formatPostgres(NumericText.parsePostgres("1e3").value()))
        .isEqualTo("1000");
    assertThat(NumericText.parsePostgres("nan").isNaN()).isTrue();
  }

  @Property(tries = 3000)
  void scaledArithmeticAgreesWithBigDecimal(@ForAll long a, @ForAll long b) {
    BigDecimal x = NumericMath.fromScaled(a);
    BigDecimal y = NumericMath.fromScaled(b);

    checkScaled(NumericMath.addScaled(a, b), x.add(y));
    checkScaled(NumericMath.subtractScaled(a, b), x.subtract(y));
    checkScaled(NumericMath.multiplyScaled(a, b), x.multiply(y));
    checkSmallProduct(a % 5000, b % 7_000_000);
    if (b != 0) {
      checkScaled(NumericMath.divideScaled(a, b), x.divide(y, 9, RoundingMode.HALF_UP));
    }
  }

  @Property
  void productsThatFitAreScaledOnce(@ForAll long a, @ForAll @IntRange(max = 62) int shift) {
    long b = Long.MAX_VALUE >> shift;
    checkProduct(a, b);
    checkProduct(a, -b);
    checkProduct(a >> (62 - shift), a);
    checkProduct(a >> 31, a >> 30);
  }

  @ParameterizedTest
  @CsvSource({
    "3037000499976049692, 3037000500",
    "9223372036854775807, 1000000000",
    "-9223372036854775807, 1000000000",
    "9223372036854775807, 1000000001",
    "-9223372036854775808, 1000000000",
    "-9223372036854775808, -1000000000",
    "-9223372036854775808, -9223372036854775808",
    "9223372036854775807, 9223372036854775807",
    "30000000000500, 950000000",
    "-30000000000010, 950000000",
    "4611686018427387904, 2000000000",
    "9223372036854775807, 999999999",
  })
  void productsAtTheEdge(long a, long b) {
    checkProduct(a, b);
  }

  /** A scaled product is exact, and there is one whenever a long can hold it. */
  private static void checkProduct(long a, long b) {
    BigInteger exact =
        NumericMath.fromScaled(a)
            .multiply(NumericMath.fromScaled(b))
            .setScale(9, RoundingMode.HALF_UP)
            .unscaledValue();
    long expected = exact.bitLength() < Long.SIZE ? exact.longValue() : NumericMath.NO_FIT;
    assertThat(NumericMath.multiplyScaled(a, b)).isEqualTo(expected);
  }

  private static void checkScaled(long actual, BigDecimal exact) {
    if (actual != NumericMath.NO_FIT) {
      assertThat(NumericMath.fromScaled(actual))
          .isEqualByComparingTo(exact.setScale(9, RoundingMode.HALF_UP));
    }
  }

  private static void checkSmallProduct(long a, long b) {
    long actual = NumericMath.multiplyScaled(a, b);
    assertThat(actual).isNotEqualTo(NumericMath.NO_FIT);
    checkScaled(actual, NumericMath.fromScaled(a).multiply(NumericMath.fromScaled(b)));
  }

  @Test
  void numericOverflowNamesTheOperation() {
    assertThatThrownBy(() -> NumericMath.add(NumericMath.MAX, BigDecimal.ONE))
        .hasMessage("numeric overflow: 99999999999999999999999999999.999999999 + 1");
    assertThatThrownBy(() -> NumericMath.divide(BigDecimal.ONE, BigDecimal.ZERO))
        .hasMessage("division by zero: 1 / 0");
    assertThat(NumericMath.divide(new BigDecimal(2), new BigDecimal(3)))
        .isEqualByComparingTo("0.666666667");
    assertThat(NumericMath.toLong(new BigDecimal("-2.5"))).isEqualTo(-3);
  }

  /** Measured on PostgreSQL 15. */
  @ParameterizedTest
  @CsvSource({
    "10.0, 4, 2.5000000000000000",
    "1, 3, 0.33333333333333333333",
    "10, 3, 3.3333333333333333",
    "2, 3, 0.66666666666666666667",
    "100000, 3, 33333.333333333333",
    "0, 7, 0.00000000000000000000",
    "7, 0.001, 7000.0000000000000000",
    "1.50, 2, 0.75000000000000000000",
    "12345678901234567890, 7, 1763668414462081127",
  })
  void quotientHasPostgresScale(String a, String b, String expected) {
    assertThat(
            NumericText.formatPostgres(PgNumericMath.divide(new BigDecimal(a), new BigDecimal(b))))
        .isEqualTo(expected);
  }

  @Test
  void postgresNumericRoundsHalfAwayFromZero() {
    assertThat(PgNumericMath.round(new BigDecimal("-2.5"), 0)).isEqualTo(new BigDecimal("-3"));
    assertThat(PgNumericMath.round(new BigDecimal("1250"), -2)).isEqualTo(new BigDecimal("1300"));
    assertThat(PgNumericMath.toLong(new BigDecimal("2.5"))).isEqualTo(3);
    assertThat(PgNumericMath.add(null, BigDecimal.ONE)).isNull();
    assertThat(PgNumericMath.mod(new BigDecimal("-7.5"), new BigDecimal("2")))
        .isEqualTo(new BigDecimal("-1.5"));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 4611686018427387904",
    "2, 2305843009213693952",
    "3, 6917529027641081856",
    "7, 8070450532247928832",
    "50, 2738188573441261568",
    "100, 1369094286720630784",
  })
  void sequenceValuesReverse63Bits(long counter, long value) {
    assertThat(BitReversal.positive(counter)).isEqualTo(value);
  }

  @Test
  void bitReverseKeepsTheSignWhenAsked() {
    assertThat(BitReversal.reverse(100, true)).isEqualTo(1369094286720630784L);
    assertThat(BitReversal.reverse(100, false)).isEqualTo(2738188573441261568L);
    assertThat(BitReversal.reverse(-100, true)).isEqualTo(-7133701809754865665L);
    assertThat(BitReversal.reverse(-100, false)).isEqualTo(4179340454199820287L);
    assertThat(BitReversal.reverse(-1, true)).isEqualTo(-1);
  }

  @Test
  void farmFingerprintsMatchThePublishedValues() {
    assertThat(Fingerprints.farm("1footrue")).isEqualTo(-1541654101129638711L);
    assertThat(Fingerprints.farm("")).isEqualTo(-7286425919675154353L);
    assertThat(Fingerprints.farm("é")).isEqualTo(693143013273849025L);
    byte[] x = "x".repeat(192).getBytes(StandardCharsets.UTF_8);
    assertThat(Fingerprints.farm(x, 0, 192)).isEqualTo(2861756950047880986L);
    assertThat(Fingerprints.farm(x, 0, 64)).isEqualTo(6916188127298655160L);
  }
}
