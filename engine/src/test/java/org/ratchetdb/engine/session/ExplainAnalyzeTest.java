package org.ratchetdb.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.engine.api.EngineProvider;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.api.StatementKind;

/** EXPLAIN ANALYZE in GoogleSQL; SQL scripts have what it shows in PostgreSQL. */
final class ExplainAnalyzeTest {
  @SuppressWarnings("NullAway.Init")
  private Instance instance;

  @SuppressWarnings("NullAway.Init")
  private Session session;

  @BeforeEach
  void open() {
    instance = EngineProvider.load().openMemory(InstanceOptions.DEFAULT);
    session =
        instance
            .createDatabase("d", Dialect.GOOGLE_STANDARD_SQL)
            .openSession(SessionOptions.DEFAULT);
    session.execute("CREATE TABLE T (Id INT64, S STRING(MAX)) PRIMARY KEY (Id)").close();
    session.execute("INSERT INTO T (Id, S) VALUES (1, 'a'), (2, NULL), (3, 'c')").close();
  }

  @AfterEach
  void close() {
    instance.close();
  }

  private List<String> lines(String sql) {
    List<String> lines = new ArrayList<>();
    try (ResultCursor rows = session.execute(sql).cursor()) {
      while (rows != null && rows.next()) {
        lines.add(rows.getString(0));
      }
    }
    return lines;
  }

  @Test
  void aQueryIsShownWithWhatItsOperatorsDid() {
    List<String> lines = lines("EXPLAIN ANALYZE SELECT Id FROM T WHERE S IS NOT NULL");
    assertThat(lines.get(0)).matches(".*\\[rows: 2, executions: 1, time: [0-9]+\\.[0-9]{3} ms.*]");
    assertThat(String.join("\n", lines)).containsPattern("Table Scan .*read: [1-9][0-9]* bytes");
    assertThat(lines.get(lines.size() - 1)).matches("Execution time: [0-9.]+ ms");
  }

  @Test
  void anOperatorThatHoldsRowsShowsItsMemory() {
    assertThat(String.join("\n", lines("EXPLAIN ANALYZE SELECT Id FROM T ORDER BY S")))
        .containsPattern("Sort .*memory: [1-9][0-9]* bytes");
  }

  @Test
  void theInsideOfAnApplyRunsPerOuterRow() {
    assertThat(
            String.join(
                "\n",
                lines(
                    "EXPLAIN ANALYZE SELECT a.Id FROM T a"
                        + " JOIN@{JOIN_METHOD=APPLY_JOIN} T b ON b.Id = a.Id")))
        .contains("rows: 3, executions: 3");
  }

  @Test
  void dmlHasItsEffectAndMayReturnRows() {
    assertThat(lines("EXPLAIN ANALYZE DELETE FROM T WHERE Id > 1 THEN RETURN Id").get(0))
        .startsWith("Apply Mutations (Operation: Delete")
        .contains("[rows: 2, time: ");
    assertThat(lines("SELECT S FROM T")).containsExactly("a");
  }

  @Test
  void parametersAreThoseOfTheStatement() {
    var query = session.prepare("EXPLAIN ANALYZE UPDATE T SET S = 'z' WHERE Id = @id", List.of());
    assertThat(query.kind()).isEqualTo(StatementKind.DML);
    assertThat(query.parameters()).hasSize(1);
    query.execute(List.of(new Value.Int64(2))).close();
    assertThat(lines("SELECT S FROM T WHERE Id = 2")).containsExactly("z");
  }

  @Test
  void anErrorOfTheStatementIsItsError() {
    assertThatThrownBy(() -> lines("EXPLAIN ANALYZE INSERT INTO T (Id) VALUES (9), (1)"))
        .isInstanceOfSatisfying(
            DbException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.PRIMARY_KEY_VIOLATION));
    assertThat(lines("SELECT 'nine' FROM T WHERE Id = 9")).isEmpty();
  }

  @Test
  void aReadOnlyTransactionRefusesItAsTheStatementItself() {
    session.execute("BEGIN TRANSACTION READ ONLY").close();
    assertThatThrownBy(() -> lines("EXPLAIN ANALYZE DELETE FROM T WHERE TRUE"))
        .isInstanceOfSatisfying(
            DbException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.READ_ONLY_TRANSACTION));
    session.execute("ROLLBACK").close();
    assertThat(lines("SELECT S FROM T WHERE Id = 1")).containsExactly("a");
  }
}
