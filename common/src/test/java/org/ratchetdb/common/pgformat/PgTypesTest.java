package org.ratchetdb.common.pgformat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;

class PgTypesTest {
  private static final ZoneId ZONE = ZoneOffset.UTC;

  /** Text and binary forms as PostgreSQL 15 sends them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bool | t | 01",
        "int8 | -5 | fffffffffffffffb",
        "int4 | 70000 | 00011170",
        "int2 | -2 | fffe",
        "oid | 4294967295 | ffffffff",
        "float8 | 0.1 | 3fb999999999999a",
        "float4 | 1.5 | 3fc00000",
        "numeric | 12345.678 | 0003000100000003000109291a7c",
        "numeric | 0 | 0000000000000000",
        "numeric | -1.50 | 00020000400000020001" + "1388",
        "numeric | 0.0001 | 0001ffff000000040001",
        "numeric | 100000000 | 00010002000000000001",
        "numeric | NaN | 00000000c0000000",
        "text | abc | 616263",
        "bytea | \\x00ff | 00ff",
        "date | 1970-01-01 | ffffd533",
        "date | 2024-01-01 | 0000223e",
        "timestamptz | 2000-01-01 00:00:01+00 | 00000000000f4240",
        "interval | 1 year 2 mons 3 days 04:00:00 | 000000035a4e9000000000030000000e",
        "uuid | 0188cadb-6cdb-7a3a-8b1f-1d4b0a1b2c3d | 0188cadb6cdb7a3a8b1f1d4b0a1b2c3d",
        "jsonb | {\"a\": 1} | 017b2261223a20317d",
        "_int8 | {1,NULL} | 000000010000000100000014000000020000000100000008"
            + "0000000000000001ffffffff",
        "_text | {} | 000000000000000000000019",
      })
  void formsAreThoseOfPostgres(String typeName, String text, String hex) {
    PgType type = type(typeName);
    byte[] binary = HexFormat.of().parseHex(hex.strip());
    Value value = type.readText(text, ZONE);

    assertThat(HexFormat.of().formatHex(binary(type, value))).isEqualTo(hex.strip());
    assertThat(text(type, type.readBinary(binary, 0, binary.length))).isEqualTo(text);
  }

  @Property(tries = 1000)
  void numericBinaryReadsBack(@ForAll BigDecimal number) {
    BigDecimal value = number.scale() < 0 ? number.setScale(0) : number;
    if (value.scale() > 16_383) {
      return;
    }
    byte[] binary = binary(PgTypes.NUMERIC, new Value.PgNumeric(value));

    assertThat(PgTypes.NUMERIC.readBinary(binary, 0, binary.length))
        .isEqualTo(new Value.PgNumeric(value));
  }

  @Property(tries = 500)
  void longsPrintTheirDigits(@ForAll long value) {
    PgBuffer out = new PgBuffer();
    out.writeDecimal(value);

    assertThat(new String(out.toByteArray(), StandardCharsets.US_ASCII))
        .isEqualTo(Long.toString(value));
  }

  @Property(tries = 2000)
  void randomBinaryNeverFailsOtherwiseThanWithAnError(@ForAll byte[] bytes) {
    for (PgType type : PgTypes.all()) {
      try {
        assertThat(type.readBinary(bytes, 0, bytes.length)).isNotNull();
      } catch (DbException e) {
        assertThat(e.code()).isNotEqualTo(ErrorCode.INTERNAL);
      }
    }
  }

  @Property(tries = 1000)
  void randomTextNeverFailsOtherwiseThanWithAnError(@ForAll String text) {
    for (PgType type : PgTypes.all()) {
      try {
        assertThat(type.readText(text, ZONE)).isNotNull();
      } catch (DbException e) {
        assertThat(e.code()).isNotEqualTo(ErrorCode.INTERNAL);
      }
    }
  }

  @Test
  void googleNumericPrintsWithoutTrailingZeros() {
    Value value = new Value.Numeric(new BigDecimal("1.500000000"));

    assertThat(text(PgTypes.NUMERIC, value)).isEqualTo("1.5");
    assertThat(HexFormat.of().formatHex(binary(PgTypes.NUMERIC, value)))
        .isEqualTo("000200000000000100011388");
  }

  @Test
  void nanosecondsRoundToMicroseconds() {
    assertThat(text(PgTypes.TIMESTAMPTZ, new Value.Timestamp(0, 500)))
        .isEqualTo("1970-01-01 00:00:00.000001+00");
    assertThat(text(PgTypes.TIMESTAMPTZ, new Value.Timestamp(0, 499)))
        .isEqualTo("1970-01-01 00:00:00+00");
  }

  @Test
  void typesAreFoundByOidAndName() {
    for (PgType type : PgTypes.all()) {
      assertThat(PgTypes.byOid(type.oid())).isSameAs(type);
    }
    assertThat(PgTypes.byName("BIGINT")).isSameAs(PgTypes.INT8);
    assertThat(PgTypes.byOid(600)).isNull();
    assertThat(PgTypes.forSqlType(SqlType.arrayOf(SqlType.STRING)).oid()).isEqualTo(1015);
    assertThat(PgTypes.forSqlType(SqlType.arrayOf(SqlType.NUMERIC)).oid()).isEqualTo(1231);
    assertThat(PgTypes.forSqlType(SqlType.structOf(List.of())).oid()).isEqualTo(2249);
  }

  @Test
  void errorsSpeakPostgres() {
    assertThatThrownBy(() -> PgTypes.INT8.readText("x", ZONE))
        .hasMessage("invalid input syntax for type bigint: \"x\"");
    assertThatThrownBy(() -> PgTypes.INT4.readText("3000000000", ZONE))
        .hasMessage("value \"3000000000\" is out of range for type integer");
    assertThatThrownBy(() -> PgTypes.INT8.readBinary(new byte[4], 0, 4))
        .isInstanceOfSatisfying(
            DbException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_BINARY_REPRESENTATION));
    assertThatThrownBy(() -> PgTypes.TEXT.readText(new byte[] {'a', -1}, 0, 2, ZONE))
        .hasMessage("invalid byte sequence for encoding \"UTF8\": 0xff");
    assertThatThrownBy(() -> PgTypes.TEXT.readBinary(new byte[] {'a', 0}, 0, 2))
        .hasMessage("invalid byte sequence for encoding \"UTF8\": 0x00");
  }

  private static PgType type(String name) {
    @Nullable PgType type = PgTypes.byName(name);
    if (type == null) {
      throw new AssertionError("no type " + name);
    }
    return type;
  }

  private static String text(PgType type, Value value) {
    PgBuffer out = new PgBuffer();
    type.writeText(value, ZONE, out);
    return new String(out.toByteArray(), StandardCharsets.UTF_8);
  }

  private static byte[] binary(PgType type, Value value) {
    PgBuffer out = new PgBuffer();
    type.writeBinary(value, out);
    return out.toByteArray();
  }
}
