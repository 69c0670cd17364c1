package org.ratchetdb.sqlfrontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.Dialect;

class SqlScriptTest {
  @Test
  void semicolonsInQuotesAndCommentsDoNotCut() {
    assertThat(
            SqlScript.split(
                Dialect.GOOGLE_STANDARD_SQL, "SELECT ';', `a;b` /* ; */; -- ;\n SELECT '''x;'''"))
        .containsExactly(
            new SqlScript.Part("SELECT ';', `a;b`", 0), new SqlScript.Part("SELECT '''x;'''", 33));
    assertThat(SqlScript.split(Dialect.POSTGRESQL, "DO $a$ x; y; $a$;select \";\""))
        .extracting(SqlScript.Part::sql)
        .containsExactly("DO $a$ x; y; $a$", "select \";\"");
  }

  @Test
  void emptyStatementsAndCommentsAloneAreDropped() {
    assertThat(SqlScript.split(Dialect.POSTGRESQL, " ; ;; -- x\n /* y */ ;")).isEmpty();
    assertThat(SqlScript.split(Dialect.GOOGLE_STANDARD_SQL, "")).isEmpty();
    assertThat(SqlScript.split(Dialect.GOOGLE_STANDARD_SQL, "# only this")).isEmpty();
  }

  @Test
  void hintsBeforeAStatementBelongToIt() {
    assertThat(SqlScript.split(Dialect.POSTGRESQL, "/* c */ /*@ a=1 */ SELECT 1;"))
        .containsExactly(new SqlScript.Part("/*@ a=1 */ SELECT 1", 8));
  }

  @Test
  void openQuoteIsAnError() {
    assertThatThrownBy(() -> SqlScript.split(Dialect.POSTGRESQL, "SELECT 1; SELECT 'a"))
        .isInstanceOf(DbException.class);
  }
}
