package org.ratchetdb.sqlfrontend.bind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.sqlfrontend.SqlParser;
import org.ratchetdb.sqlfrontend.bound.BoundStatement;

class BinderLimitsTest {
  private static BoundStatement bind(String sql, BindOptions options) {
    Dialect dialect = Dialect.GOOGLE_STANDARD_SQL;
    return Binder.bind(
        SqlParser.forDialect(dialect).parse(sql), sql, Schema.empty(dialect), options);
  }

  @Test
  void longChainOfOperatorsIsRefusedBeforeTheStackEnds() {
    String sql = "SELECT 1" + " + 1".repeat(20_000);
    assertThatExceptionOfType(DbException.class)
        .isThrownBy(() -> bind(sql, BindOptions.DEFAULT))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_COMPLEX));
  }

  @Test
  void chainWithinTheLimitBinds() {
    assertThat(bind("SELECT 1" + " + 1".repeat(400), BindOptions.DEFAULT).parameters()).isEmpty();
  }

  @Test
  void longChainOfConditionsIsNoDeepTree() {
    String sql = "SELECT 1 FROM UNNEST([1]) AS x WHERE x = 0" + " OR x = 1".repeat(5_000);
    assertThat(bind(sql, BindOptions.DEFAULT).parameters()).isEmpty();
  }

  @Test
  void withEntriesThatMultiplyAreRefused() {
    StringBuilder sql = new StringBuilder("WITH a0 AS (SELECT 1 AS x)");
    for (int i = 1; i < 30; i++) {
      String before = "a" + (i - 1);
      sql.append(", a").append(i).append(" AS (SELECT p.x FROM ").append(before);
      sql.append(" AS p, ").append(before).append(" AS q)");
    }
    sql.append(" SELECT x FROM a29");
    assertThatExceptionOfType(DbException.class)
        .isThrownBy(() -> bind(sql.toString(), BindOptions.DEFAULT))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_COMPLEX));
  }

  @Test
  void declaredUnknownIsAsGoodAsUndeclared() {
    List<SqlType> types = new ArrayList<>(Arrays.asList(SqlType.UNKNOWN, SqlType.STRING));
    BoundStatement bound = bind("SELECT @a + 1, @b", BindOptions.DEFAULT.withParameterTypes(types));
    assertThat(bound.parameters().get(0).type()).isEqualTo(SqlType.INT64);
    assertThat(bound.parameters().get(1).type()).isEqualTo(SqlType.STRING);
  }
}
