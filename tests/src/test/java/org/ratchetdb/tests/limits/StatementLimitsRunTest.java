package org.ratchetdb.tests.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ratchetdb.tests.limits.LimitsDatabase.numbered;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ratchetdb.common.error.CanonicalStatus;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.engine.api.PreparedQuery;
import org.ratchetdb.engine.api.StatementResult;

/** Statements as large as they may be run; larger ones do not. */
class StatementLimitsRunTest {
  @ParameterizedTest
  @EnumSource(Dialect.class)
  void joins(Dialect dialect) {
    try (LimitsDatabase database = new LimitsDatabase(dialect)) {
      database.createTable("t", 2);
      database.run("INSERT INTO t (c0, c1) VALUES (1, 1), (2, 2)");
      String joins =
          "SELECT COUNT(*) FROM t AS t0 " + numbered(1, 21, "JOIN t AS t# ON t#.c0 = t0.c0", " ");
      assertThat(database.number(joins)).isEqualTo(2);
      String more = joins + " JOIN t AS more ON more.c0 = t0.c0";
      if (database.postgres) {
        assertThat(database.number(more)).isEqualTo(2);
      } else {
        database.assertTooComplex(more, "Number of joins exceeds the maximum allowed limit of 20.");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void functionsAndTheirNesting(Dialect dialect) {
    try (LimitsDatabase database = new LimitsDatabase(dialect)) {
      database.createTable("t", 2);
      database.run("INSERT INTO t (c0, c1) VALUES (1, 1), (2, 2000)");
      String chain = "SELECT c0 FROM t WHERE " + numbered(0, 999, "c1 = #", " OR ");
      assertThat(database.number(chain)).isEqualTo(1);
      database.assertTooComplex(
          chain + " OR c1 = 2000",
          "Number of functions exceeds the maximum allowed limit of 1000.");
      assertThat(database.number("SELECT " + "abs(".repeat(75) + "1" + ")".repeat(75)))
          .isEqualTo(1);
      database.assertTooComplex(
          "SELECT " + "abs(".repeat(76) + "1" + ")".repeat(76),
          "exceeds the maximum allowed limit of 75.");
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void groupingColumns(Dialect dialect) {
    try (LimitsDatabase database = new LimitsDatabase(dialect)) {
      database.createTable("t", 1_001);
      database.run("INSERT INTO t (c0, c1) VALUES (1, 1), (2, 1)");
      String select = "SELECT COUNT(*) FROM t GROUP BY ";
      assertThat(database.rows(select + numbered(0, 1_000, "c#", ", "))).isEqualTo(2);
      assertThat(database.rows(select + numbered(1, 1_001, "c#", ", "))).isEqualTo(1);
      database.assertTooComplex(
          select + numbered(0, 1_001, "c#", ", "),
          "Number of grouping columns exceeds the maximum allowed limit of 1000.");
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void nestedQueries(Dialect dialect) {
    try (LimitsDatabase database = new LimitsDatabase(dialect)) {
      database.createTable("t", 2);
      database.run("INSERT INTO t (c0, c1) VALUES (1, 1), (2, 1)");
      assertThat(database.rows(nested("SELECT c0 FROM ", "", 60))).isEqualTo(2);
      database.assertTooComplex(
          nested("SELECT c0 FROM ", "", 61),
          "Number of nested subselects exceeds the maximum allowed limit of 60.");
      assertThat(database.rows(nested("SELECT c0 FROM ", " GROUP BY c0", 35))).isEqualTo(2);
      database.assertTooComplex(
          nested("SELECT c0 FROM ", " GROUP BY c0", 36),
          "Number of nested aggregations exceeds the maximum allowed limit of 35.");
      assertThat(database.number("SELECT " + "(SELECT ".repeat(25) + "7" + ")".repeat(25)))
          .isEqualTo(7);
      database.assertTooComplex(
          "SELECT " + "(SELECT ".repeat(26) + "7" + ")".repeat(26),
          "Number of nested subqueries exceeds the maximum allowed limit of 25.");
      String in = "c0 IN (SELECT c1 FROM t WHERE ";
      assertThat(database.rows("SELECT c0 FROM t WHERE " + in.repeat(25) + "TRUE" + ")".repeat(25)))
          .isEqualTo(1);
      database.assertTooComplex(
          "SELECT c0 FROM t WHERE " + in.repeat(26) + "TRUE" + ")".repeat(26),
          "Number of nested subqueries exceeds the maximum allowed limit of 25.");
    }
  }

  private static String nested(String head, String tail, int depth) {
    StringBuilder sql = new StringBuilder(head + "t" + tail);
    for (int i = 1; i < depth; i++) {
      sql.insert(0, head + "(").append(") AS s").append(tail);
    }
    return sql.toString();
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void unionsAndLists(Dialect dialect) {
    try (LimitsDatabase database = new LimitsDatabase(dialect)) {
      database.createTable("t", 2);
      database.run("INSERT INTO t (c0, c1) VALUES (1, 1), (20000, 2)");
      assertThat(database.rows(numbered(0, 200, "SELECT #", " UNION ALL "))).isEqualTo(200);
      database.assertTooComplex(
          numbered(0, 201, "SELECT #", " UNION ALL "),
          "Number of UNION operations exceeds the maximum allowed limit of 200.");
      String in = "SELECT c1 FROM t WHERE c0 IN (";
      assertThat(database.number(in + numbered(10_001, 20_001, "#", ", ") + ")")).isEqualTo(2);
      database.assertTooComplex(
          in + numbered(10_000, 20_001, "#", ", ") + ")",
          "An IN list exceeds the maximum allowed length of 10000.");
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void childSubqueries(Dialect dialect) {
    try (LimitsDatabase database = new LimitsDatabase(dialect)) {
      assertThat(database.number("SELECT " + numbered(0, 50, "(SELECT #)", ", "))).isZero();
      database.assertTooComplex(
          "SELECT " + numbered(0, 501, "(SELECT #)", ", "),
          "Number of child subqueries exceeds the maximum allowed limit of 500.");
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void parameters(Dialect dialect) {
    try (LimitsDatabase database = new LimitsDatabase(dialect)) {
      database.createTable("t", 2);
      String values = database.postgres ? "($#)" : "(@p#)";
      String insert = "INSERT INTO t (c0) VALUES ";
      String most = insert + numbered(1, 951, values, ", ");
      PreparedQuery prepared = database.session.prepare(most, List.of());
      List<Value> arguments = new ArrayList<>();
      for (int i = 0; i < prepared.parameters().size(); i++) {
        arguments.add(new Value.Int64(i));
      }
      try (StatementResult result = prepared.execute(arguments)) {
        assertThat(result.updateCount()).isEqualTo(950);
      }
      String more = insert + numbered(1, 952, values, ", ");
      if (database.postgres) {
        assertThat(database.session.prepare(more, List.of()).parameters()).hasSize(951);
      } else {
        assertThatThrownBy(() -> database.session.prepare(more, List.of()))
            .hasMessage("Number of parameters in query exceeds the maximum allowed limit of 950.")
            .isInstanceOfSatisfying(
                DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_COMPLEX));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void lengthOfText(Dialect dialect) {
    try (LimitsDatabase database = new LimitsDatabase(dialect)) {
      String head = "SELECT length('";
      String longest = head + "x".repeat(1_000_000 - head.length() - 2) + "')";
      assertThat(database.number(longest)).isEqualTo(1_000_000 - head.length() - 2);
      database.assertRefused(
          longest + " ",
          CanonicalStatus.INVALID_ARGUMENT,
          "54000",
          "Query string length of 1000001 exceeds maximum allowed length of 1000000");
      // The literals of an INSERT are taken out before it is planned; they count nevertheless.
      database.createTable("t", 2);
      database.assertRefused(
          "INSERT INTO t (c0, c1) VALUES (1, " + " ".repeat(1_000_000) + "2)",
          CanonicalStatus.INVALID_ARGUMENT,
          "54000",
          "exceeds maximum allowed length of 1000000");
      assertThat(database.number("SELECT COUNT(*) FROM t")).isZero();
    }
  }

  @Test
  void structFields() {
    try (LimitsDatabase database = new LimitsDatabase(Dialect.GOOGLE_STANDARD_SQL)) {
      database.assertTooComplex(
          "SELECT STRUCT(" + numbered(0, 1_001, "#", ", ") + ") IS NULL",
          "Number of struct fields exceeds the maximum allowed limit of 1000.");
    }
  }
}
