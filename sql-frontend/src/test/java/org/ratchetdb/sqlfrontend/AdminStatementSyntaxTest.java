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

/** Statements about backups and checks. */
final class AdminStatementSyntaxTest {
  private static final String TREES =
      """
      CHECK DATABASE                                               # CheckDatabase()
      check database d;                                            # CheckDatabase(d)
      BACKUP DATABASE TO '/b'                                      # BackupDatabase(/b)
      BACKUP DATABASE d TO '/b' FULL                               # BackupDatabase(d, /b)
      BACKUP DATABASE d TO '/b' INCREMENTAL                        # BackupDatabase(d, /b, incremental)
      RESTORE DATABASE r FROM '/b'                                 # RestoreBackup(r, /b, 0)
      RESTORE DATABASE r FROM '/b' BACKUP 3                        # RestoreBackup(r, /b, 3)
      RESTORE DATABASE r FROM '/b' BACKUP 3 AT TIMESTAMP '2026'    # RestoreBackup(r, /b, 3, 2026)
      RESTORE DATABASE r FROM '/b' AS OF TIMESTAMP '2026'          # RestoreBackup(r, /b, 0, 2026)
      RESTORE DATABASE r FROM DATABASE d AT TIMESTAMP '2026'       # RewindDatabase(r, d, 2026)
      SHOW BACKUPS IN '/b'                                         # ShowBackups(/b)
      VERIFY BACKUP IN '/b'                                        # VerifyBackup(0, /b)
      VERIFY BACKUP 7 IN '/b'                                      # VerifyBackup(7, /b)
      DROP BACKUP 7 IN '/b'                                        # DropBackup(7, /b)
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
        "VERIFY BACKUP 0 IN '/b'",
        "DROP BACKUP 0 IN '/b'",
        "RESTORE DATABASE r FROM '/b' BACKUP 0",
        "VERIFY BACKUP -1 IN '/b'",
      })
  void backupsAreCountedFromOne(String sql) {
    for (Dialect dialect : Dialect.values()) {
      assertThatThrownBy(() -> parse(dialect, sql, Statement.class))
          .as(dialect + ": " + sql)
          .isInstanceOfSatisfying(
              DbException.class,
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
                assertThat(e.position()).hasValue(sql.indexOf(sql.contains("-1") ? "-1" : "0"));
              });
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CHECK",
        "CHECK TABLE t",
        "BACKUP DATABASE d",
        "BACKUP DATABASE d TO",
        "BACKUP DATABASE d TO '/b' TWICE",
        "BACKUP d TO '/b'",
        "RESTORE DATABASE r FROM",
        "RESTORE DATABASE r FROM DATABASE d",
        "RESTORE DATABASE r FROM DATABASE d AT '2026'",
        "RESTORE DATABASE r FROM '/b' BACKUP",
        "SHOW BACKUPS IN",
        "VERIFY BACKUP",
        "VERIFY BACKUP x IN '/b'",
        "DROP BACKUP IN '/b'",
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
