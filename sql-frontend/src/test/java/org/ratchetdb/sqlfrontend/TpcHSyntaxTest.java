package org.ratchetdb.sqlfrontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ratchetdb.sqlfrontend.ParserAssertions.assertParses;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ratchetdb.common.type.Dialect;

class TpcHSyntaxTest {
  @ParameterizedTest
  @EnumSource(Dialect.class)
  void allQueriesAreReadInBothDialects(Dialect dialect) throws IOException {
    List<SqlScript.Part> queries = SqlScript.split(dialect, script());
    assertThat(queries).hasSize(22);
    queries.forEach(query -> assertParses(dialect, query.sql()));
  }

  private static String script() throws IOException {
    try (InputStream in = TpcHSyntaxTest.class.getResourceAsStream("/tpch.sql")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
