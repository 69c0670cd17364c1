package org.ratchetdb.sqlfrontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ratchetdb.sqlfrontend.ParserAssertions.POSTGRES;
import static org.ratchetdb.sqlfrontend.ParserAssertions.parse;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.sqlfrontend.ast.SessionStatement;
import org.ratchetdb.sqlfrontend.ast.Statement;

/** Statements about the session are the same in both dialects. */
class SessionStatementSyntaxTest {
  private static final String TREES =
      """
      BEGIN                                  # Begin(TransactionModes())
      begin work read only                   # Begin(TransactionModes(readOnly))
      START TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY, NOT DEFERRABLE # Begin(TransactionModes(REPEATABLE_READ, readOnly))
      COMMIT                                 # Commit()
      END TRANSACTION AND CHAIN              # Commit(chain)
      ROLLBACK WORK AND NO CHAIN             # Rollback()
      ABORT                                  # Rollback()
      SAVEPOINT s                            # Savepoint(s)
      RELEASE SAVEPOINT s                    # ReleaseSavepoint(s)
      ROLLBACK TRANSACTION TO SAVEPOINT s    # RollbackToSavepoint(s)
      SET TRANSACTION ISOLATION LEVEL SERIALIZABLE # SetTransaction(TransactionModes(SERIALIZABLE))
      SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY # SetTransaction(session, TransactionModes(readOnly))
      SET x = 1                              # SetVariable(UNSPECIFIED, x, [1])
      SET SESSION a.B TO 'v', w              # SetVariable(SESSION, a.b, ['v' w])
      SET LOCAL statement_timeout = DEFAULT  # SetVariable(LOCAL, statement_timeout)
      SET autocommit = true                  # SetVariable(UNSPECIFIED, autocommit, [true])
      SET x TO on                            # SetVariable(UNSPECIFIED, x, [on])
      SET TIME ZONE 'UTC'                    # SetVariable(UNSPECIFIED, timezone, ['UTC'])
      SET TIME ZONE -5                       # SetVariable(UNSPECIFIED, timezone, [Unary(MINUS, 5)])
      SET TIME ZONE LOCAL                    # SetVariable(UNSPECIFIED, timezone)
      SET NAMES 'utf8'                       # SetVariable(UNSPECIFIED, client_encoding, ['utf8'])
      SET ROLE none                          # SetVariable(UNSPECIFIED, role, [none])
      SET SESSION AUTHORIZATION DEFAULT      # SetVariable(UNSPECIFIED, session_authorization)
      SHOW server_version                    # ShowVariable(server_version)
      SHOW VARIABLE spanner.readonly         # ShowVariable(spanner.readonly)
      SHOW ALL                               # ShowAll()
      SHOW TABLES                            # ShowTables()
      SHOW DATABASES                         # ShowDatabases()
      SHOW DDL                               # ShowDdl()
      SHOW DDL FOR TABLE s.t                 # ShowDdl(s.t)
      SHOW SPLITS FOR TABLE t                # ShowSplits(t)
      SHOW TRANSACTION ISOLATION LEVEL       # ShowVariable(transaction_isolation)
      SHOW TIME ZONE                         # ShowVariable(timezone)
      RESET ALL                              # Reset()
      RESET search_path                      # Reset(search_path)
      DISCARD ALL                            # Discard(ALL)
      DISCARD TEMPORARY                      # Discard(TEMP)
      EXECUTE p (1, 'a')                     # Execute(p, [1 'a'])
      DEALLOCATE PREPARE p                   # Deallocate(p)
      DEALLOCATE ALL                         # Deallocate()
      USE db                                 # UseDatabase(db)
      """;

  static Stream<String> trees() {
    return TREES.lines();
  }

  @ParameterizedTest
  @MethodSource("trees")
  void bothDialectsReadTheSame(String row) {
    String[] parts = row.split(" # ", 2);
    for (Dialect dialect : Dialect.values()) {
      SessionStatement statement = parse(dialect, parts[0], SessionStatement.class);
      assertThat(TreeText.of(statement)).as(dialect + ": " + parts[0]).isEqualTo(parts[1]);
    }
  }

  @Test
  void preparedStatementKeepsItsText() {
    String sql = "PREPARE p (bigint, text) AS SELECT $1, $2 ;";
    SessionStatement.Prepare prepare = parse(POSTGRES, sql, SessionStatement.Prepare.class);
    assertThat(prepare.types()).hasSize(2);
    assertThat(prepare.statement().span().textIn(sql)).isEqualTo("SELECT $1, $2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "BEGIN READ",
        "SET",
        "SET x",
        "SET x 1",
        "SHOW",
        "RESET",
        "DISCARD",
        "ROLLBACK TO",
        "COMMIT AND",
        "BEGIN READ ONLY,",
        "PREPARE p SELECT 1",
        "DEALLOCATE",
        "SET x =",
        "BEGIN ISOLATION LEVEL x",
        "FOO",
        "SAVEPOINT",
        "SHOW DDL FOR",
      })
  void malformedStatementsAreRefused(String sql) {
    for (Dialect dialect : Dialect.values()) {
      DbException error = ParserAssertions.error(dialect, sql);
      assertThat(error.code().sqlState()).as(sql).isEqualTo("42601");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DECLARE c CURSOR FOR SELECT 1",
        "FETCH ALL FROM c",
        "COPY t FROM STDIN",
        "LISTEN x",
        "PREPARE TRANSACTION 'x'",
        "START BATCH DDL",
        "RUN BATCH",
        "LOCK TABLE t",
        "VACUUM",
        "DO $$ x; $$",
        "CALL other('x')",
        "EXECUTE IMMEDIATE 'x'",
        "SET CONSTRAINTS ALL DEFERRED",
      })
  void statementsOfOthersAreNamed(String sql) {
    parse(POSTGRES, sql, Statement.Unsupported.class);
  }
}
