package org.ratchetdb.sqlfrontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ratchetdb.sqlfrontend.ParserAssertions.parse;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.sqlfrontend.ast.Statement;

/** Statements about databases and their snapshots. */
final class DatabaseStatementSyntaxTest {
  private static final String TREES =
      """
      CREATE DATABASE b                            # CreateDatabase(b)
      CREATE DATABASE IF NOT EXISTS b              # CreateDatabase(b, ifNotExists)
      CREATE DATABASE b FROM SNAPSHOT s            # CreateDatabase(b, s)
      CREATE DATABASE b FROM DATABASE d;           # CreateDatabase(b, d)
      CREATE DATABASE b OPTIONS (dialect = 'postgresql') # CreateDatabase(b, [Option(dialect, 'postgresql')])
      DROP DATABASE b                              # DropDatabase(b)
      DROP DATABASE IF EXISTS b WITH (FORCE)       # DropDatabase(b, ifExists, force)
      DROP DATABASE b (FORCE)                      # DropDatabase(b, force)
      CREATE SNAPSHOT s                            # CreateSnapshot(s)
      CREATE SNAPSHOT s OF DATABASE d              # CreateSnapshot(s, d)
      DROP SNAPSHOT s                              # DropSnapshot(s)
      DROP SNAPSHOT IF EXISTS s                    # DropSnapshot(s, ifExists)
      RESTORE DATABASE d FROM SNAPSHOT s           # RestoreDatabase(d, s)
      SHOW SNAPSHOTS                               # ShowSnapshots()
      """;

  static Stream<String> trees() {
    return TREES.lines();
  }

  @ParameterizedTest
  @MethodSource("trees")
  void bothDialectsReadTheSame(String row) {
    String[] parts = row.split(" # ", 2);
    for (Dialect dialect : Dialect.values()) {
      Statement statement = parse(dialect, parts[0], Statement.class);
      assertThat(TreeText.of(statement)).as(dialect + ": " + parts[0]).isEqualTo(parts[1]);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE DATABASE b FROM",
        "CREATE DATABASE b FROM d",
        "CREATE DATABASE b FROM SNAPSHOT",
        "CREATE DATABASE b FROM SNAPSHOT s OPTIONS (dialect = 'postgresql')",
        "CREATE DATABASE b OPTIONS",
        "CREATE DATABASE b OPTIONS dialect",
        "CREATE DATABASE b WITH",
        "CREATE DATABASE b DIALECT =",
        "DROP DATABASE b WITH",
        "DROP DATABASE b (CASCADE)",
        "CREATE SNAPSHOT",
        "CREATE SNAPSHOT s OF d",
        "DROP SNAPSHOT",
        "RESTORE DATABASE d",
        "RESTORE DATABASE d FROM s",
        "RESTORE d FROM SNAPSHOT s",
      })
  void unfinishedStatementsAreSyntaxErrors(String sql) {
    for (Dialect dialect : Dialect.values()) {
      assertThatThrownBy(() -> parse(dialect, sql, Statement.class))
          .as(dialect + ": " + sql)
          .isInstanceOfSatisfying(
              DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SYNTAX_ERROR));
    }
  }
}
