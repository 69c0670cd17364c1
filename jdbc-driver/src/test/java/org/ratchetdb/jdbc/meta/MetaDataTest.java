package org.ratchetdb.jdbc.meta;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Types;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.type.Dialect;

final class MetaDataTest {
  @Test
  void declaredTypesAreRead() {
    assertThat(DeclaredType.parse("STRING(100)", Dialect.GOOGLE_STANDARD_SQL))
        .isEqualTo(new DeclaredType("STRING", Types.VARCHAR, 100, 0));
    assertThat(DeclaredType.parse("STRING(MAX)", Dialect.GOOGLE_STANDARD_SQL).size())
        .isEqualTo(2_621_440);
    assertThat(DeclaredType.parse("ARRAY<STRING(5)>", Dialect.GOOGLE_STANDARD_SQL).jdbcType())
        .isEqualTo(Types.ARRAY);
    assertThat(DeclaredType.parse("character varying(20)", Dialect.POSTGRESQL))
        .isEqualTo(new DeclaredType("character varying", Types.VARCHAR, 20, 0));
    assertThat(DeclaredType.parse("TOKENLIST", Dialect.GOOGLE_STANDARD_SQL).jdbcType())
        .isEqualTo(Types.OTHER);
  }

  @Test
  void patternsMatchAsInSql() {
    assertThat(new LikePattern("S%", true).matches("singers")).isTrue();
    assertThat(new LikePattern("S%", false).matches("singers")).isFalse();
    assertThat(new LikePattern("a_c", false).matches("abc")).isTrue();
    assertThat(new LikePattern("a\\_c", false).matches("abc")).isFalse();
    assertThat(new LikePattern("a.c", false).matches("abc")).isFalse();
    assertThat(new LikePattern(null, false).matches("anything")).isTrue();
  }
}
