package org.ratchetdb.jdbc.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;

/** Binary forms against bytes that PostgreSQL 15 sends. */
final class WireValuesTest {
  private static Value read(String hex, SqlType type) throws SQLException {
    byte[] bytes = HexFormat.of().parseHex(hex);
    return WireValues.read(bytes, 0, bytes.length, true, type);
  }

  @Test
  void binaryFormsArePostgres() throws SQLException {
    assertThat(read("ffffd533", SqlType.DATE)).isEqualTo(new Value.Date(0));
    assertThat(read("0000000000000000", SqlType.TIMESTAMP))
        .isEqualTo(new Value.Timestamp(946_684_800_000_000L, 0));
    assertThat(read("fffffffffffffffe", SqlType.INT64)).isEqualTo(new Value.Int64(-2));
    assertThat(read("fffffffe", SqlType.INT64)).isEqualTo(new Value.Int64(-2));
    assertThat(read("fffe", SqlType.INT64)).isEqualTo(new Value.Int64(-2));
    assertThat(read("3ff8000000000000", SqlType.FLOAT64)).isEqualTo(new Value.Float64(1.5));
    assertThat(read("01", SqlType.BOOL)).isEqualTo(new Value.Bool(true));
  }

  @Test
  void everyOidOfOursComesBackAsItsType() {
    for (SqlType type :
        new SqlType[] {
          SqlType.BOOL, SqlType.INT64, SqlType.FLOAT32, SqlType.FLOAT64, SqlType.STRING,
          SqlType.BYTES, SqlType.DATE, SqlType.TIMESTAMP, SqlType.UUID, SqlType.JSON,
          SqlType.PG_JSONB, SqlType.INTERVAL
        }) {
      assertThat(Oids.type(Oids.oid(type), Dialect.POSTGRESQL)).isEqualTo(type);
      SqlType array = SqlType.arrayOf(type);
      assertThat(Oids.type(Oids.oid(array), Dialect.POSTGRESQL)).isEqualTo(array);
    }
    assertThat(Oids.type(1700, Dialect.GOOGLE_STANDARD_SQL)).isEqualTo(SqlType.NUMERIC);
    assertThat(Oids.type(1700, Dialect.POSTGRESQL)).isEqualTo(SqlType.PG_NUMERIC);
    assertThat(Oids.type(999_999, Dialect.POSTGRESQL)).isEqualTo(SqlType.STRING);
  }

  @Test
  void tagsTellCounts() {
    assertThat(RemoteCursor.countOf("INSERT 0 12")).isEqualTo(12);
    assertThat(RemoteCursor.countOf("UPDATE 0")).isZero();
    assertThat(RemoteCursor.countOf("CREATE TABLE")).isEqualTo(-1);
    assertThat(RemoteCursor.countOf("BEGIN")).isEqualTo(-1);
  }
}
