package org.ratchetdb.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.EngineProvider;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;

/** Where the errors of PREPARE and EXECUTE say they are; what they do is in SQL scripts. */
final class NamedStatementsTest {
  @SuppressWarnings("NullAway.Init")
  private Instance instance;

  @SuppressWarnings("NullAway.Init")
  private Session session;

  @BeforeEach
  void open() {
    instance = EngineProvider.load().openMemory(InstanceOptions.DEFAULT);
    session = instance.createDatabase("d", Dialect.POSTGRESQL).openSession(SessionOptions.DEFAULT);
    session.execute("PREPARE two (bigint, boolean) AS SELECT $1, $2").close();
  }

  @AfterEach
  void close() {
    instance.close();
  }

  /** The bracketed place is the one that the error must name. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "PREPARE q AS SELECT [nowhere] FROM (SELECT 1 AS x) s",
        "PREPARE  q (bigint)  AS  SELECT $1, [nowhere]",
        "PREPARE q AS SELECT 1 + [FROM] (SELECT 1) s",
        "EXECUTE two(1, [nowhere])",
        "EXECUTE two(1 , /* twice */ [1])",
        "EXECUTE two([true], true)",
        "EXECUTE two(1, ['perhaps'])",
        "EXECUTE  two ( ['seven'], true)",
      })
  void errorsNameThePlaceInTheWholeText(String marked) {
    int begin = marked.indexOf('[');
    String sql = marked.replace("[", "").replace("]", "");
    assertThatThrownBy(() -> session.execute(sql).close())
        .isInstanceOfSatisfying(
            DbException.class,
            e -> {
              assertThat(e.position()).as(e.message()).isPresent();
              assertThat(e.position().getAsInt()).as(e.message()).isEqualTo(begin);
            });
  }

  @Test
  void numberOfArgumentsHasADetailAndNoPlace() {
    assertThatThrownBy(() -> session.execute("EXECUTE two(1)").close())
        .isInstanceOfSatisfying(
            DbException.class,
            e -> {
              assertThat(e.detail()).hasValue("Expected 2 parameters but got 1.");
              assertThat(e.position()).isEmpty();
            });
  }
}
