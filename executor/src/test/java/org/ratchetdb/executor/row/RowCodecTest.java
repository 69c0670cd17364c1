package org.ratchetdb.executor.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.Values;

class RowCodecTest {
  private static byte[] encode(List<Value> values) {
    RowWriter writer = new RowWriter().reset();
    for (int i = 0; i < values.size(); i++) {
      ColumnVector vector = ColumnVector.create(values.get(i).type(), 1);
      vector.set(0, values.get(i));
      writer.add(3 * i + 2, vector, 0);
    }
    return writer.toPayload();
  }

  private static Value read(byte[] payload, int columnId, SqlType type) {
    ColumnVector vector = ColumnVector.create(type, 1);
    new RowReader().set(payload, 0, payload.length).read(columnId, 0, null, vector, 0);
    return vector.get(0);
  }

  @Property(tries = 300)
  void everyColumnReadsBackAlone(@ForAll("rows") List<Value> row) {
    byte[] payload = encode(row);
    for (int i = row.size() - 1; i >= 0; i--) {
      Value value = read(payload, 3 * i + 2, row.get(i).type());
      assertThat(Values.compare(value, row.get(i))).as("%s", row.get(i)).isZero();
      assertThat(value.isNull()).isEqualTo(row.get(i).isNull());
    }
    assertThat(read(payload, 1, SqlType.INT64).isNull()).isTrue();
  }

  @Test
  void cellEndsThatAreNegativeAreCorruption() {
    byte[] payload = {
      (byte) (RowWriter.FORMAT_BASE + 4), 0, 2, 0, 1, 0, 2, (byte) 0x80, 0, 0, 0, 0, 0, 0, 1, 7
    };
    assertThatThrownBy(() -> read(payload, 2, SqlType.STRING))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_DATA));
  }

  @Test
  void integersReadTheSameAtTheEndOfAnArrayAndInsideIt() {
    for (int shift = 0; shift < Long.SIZE; shift++) {
      for (long value : new long[] {Long.MAX_VALUE >> shift, Long.MIN_VALUE >> shift}) {
        byte[] payload = encode(List.of(new Value.Int64(value)));
        ColumnVector vector = ColumnVector.create(SqlType.INT64, 1);
        for (int padding : new int[] {0, 16}) {
          byte[] bytes = Arrays.copyOf(payload, payload.length + padding);
          Arrays.fill(bytes, payload.length, bytes.length, (byte) 0xA5);
          new RowReader().set(bytes, 0, payload.length).read(2, 0, null, vector, 0);
          assertThat(vector.getLong(0)).isEqualTo(value);
        }
      }
    }
  }

  @Property(tries = 300)
  void damagedPayloadGivesCorruptDataOrAnotherValueButNoOtherException(
      @ForAll("rows") List<Value> row, @ForAll byte damage, @ForAll int where) {
    byte[] payload = encode(row);
    payload[Math.floorMod(where, payload.length)] = damage;
    for (int i = 0; i < row.size(); i++) {
      try {
        read(payload, 3 * i + 2, row.get(i).type());
      } catch (DbException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_DATA);
      }
    }
  }

  @Test
  void unknownFormatIsCorruptData() {
    assertThatThrownBy(() -> new RowReader().set(new byte[] {0x42, 0, 0}, 0, 3))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_DATA));
  }

  @Test
  void missingColumnHasTheInitialValue() {
    byte[] payload = encode(List.of(new Value.Int64(1)));
    ColumnVector vector = ColumnVector.create(SqlType.STRING, 1);
    new RowReader()
        .set(payload, 0, payload.length)
        .read(77, 5, new Value.Str("initial"), vector, 0);
    assertThat(vector.get(0)).isEqualTo(new Value.Str("initial"));
  }

  @Test
  void longRowsUseWiderOffsets() {
    for (int size : new int[] {10, 300, 70_000}) {
      List<Value> row = List.of(new Value.Str("x".repeat(size)), new Value.Int64(size));
      byte[] payload = encode(row);
      assertThat(read(payload, 5, SqlType.INT64)).isEqualTo(row.get(1));
      assertThat(read(payload, 2, SqlType.STRING)).isEqualTo(row.get(0));
    }
  }

  @Provide
  Arbitrary<List<Value>> rows() {
    return value().list().ofMinSize(1).ofMaxSize(12);
  }

  private static Arbitrary<Value> value() {
    Arbitrary<Value> scalar =
        Arbitraries.oneOf(
            List.of(
                Arbitraries.longs().map(Value.Int64::new),
                Arbitraries.integers().between(-10, 300).map(i -> (Value) new Value.Int64(i)),
                Arbitraries.of(true, false).map(Value.Bool::new),
                Arbitraries.doubles().map(Value.Float64::new),
                Arbitraries.floats().map(Value.Float32::new),
                Arbitraries.strings().ofMaxLength(40).map(RowCodecTest::text),
                Arbitraries.bytes().array(byte[].class).ofMaxSize(20).map(Value.Bytes::new),
                Arbitraries.integers().between(-700_000, 2_900_000).map(Value.Date::new),
                Arbitraries.longs()
                    .between(-62_135_596_800_000_000L, 253_402_300_799_999_999L)
                    .map(m -> new Value.Timestamp(m, (int) Math.floorMod(m, 1000L))),
                Arbitraries.bigIntegers()
                    .between(
                        BigInteger.TEN.pow(38).negate().add(BigInteger.ONE),
                        BigInteger.TEN.pow(38).subtract(BigInteger.ONE))
                    .map(b -> new Value.Numeric(new BigDecimal(b, 9))),
                Arbitraries.bigDecimals().map(Value.PgNumeric::new),
                Arbitraries.just(new Value.PgNumeric(null)),
                Arbitraries.longs().map(l -> new Value.Uuid(new UUID(l, ~l))),
                Arbitraries.integers()
                    .between(-1000, 1000)
                    .map(i -> new Value.Interval(i, -i, i * 77L, Math.abs(i) % 1000)),
                Arbitraries.of(SqlType.INT64, SqlType.STRING, SqlType.NUMERIC)
                    .map(Value.Null::new)));
    return Arbitraries.oneOf(List.of(scalar, scalar.list().ofMaxSize(4).map(RowCodecTest::struct)));
  }

  /** Lone surrogates are not text. */
  private static Value text(String value) {
    return new Value.Str(value.replaceAll("\\p{Cs}", "?"));
  }

  private static Value struct(List<Value> values) {
    List<SqlType.Field> fields = new ArrayList<>();
    for (Value value : values) {
      fields.add(new SqlType.Field("", value.type()));
    }
    return new Value.Struct(SqlType.structOf(fields), values);
  }
}
