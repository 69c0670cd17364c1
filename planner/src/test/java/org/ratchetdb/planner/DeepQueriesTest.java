package org.ratchetdb.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.planner.context.PlanningCheck;
import org.ratchetdb.planner.context.PlanningContext;
import org.ratchetdb.planner.context.TableStatistics;
import org.ratchetdb.planner.physical.PhysicalPlan;
import org.ratchetdb.sqlfrontend.SqlParser;
import org.ratchetdb.sqlfrontend.ast.DdlStatement;
import org.ratchetdb.sqlfrontend.bind.BindOptions;
import org.ratchetdb.sqlfrontend.bind.Binder;
import org.ratchetdb.sqlfrontend.bind.DdlBinder;

/**
 * Queries that are nested forty times in one way: each is planned in a number of steps that a
 * search which doubles with each level would never stay below, or refused. Steps are counted, not
 * time.
 */
final class DeepQueriesTest {
  private static final int DEPTH = 40;
  private static final long STEPS_MAX = 200_000;

  private final Schema schema =
      apply(
          Schema.empty(Dialect.GOOGLE_STANDARD_SQL),
          "CREATE TABLE t (a INT64, b INT64) PRIMARY KEY (a)");

  private static Schema apply(Schema schema, String ddl) {
    DdlStatement statement = (DdlStatement) SqlParser.forDialect(schema.dialect()).parse(ddl);
    return DdlBinder.bind(statement, ddl, schema).apply(schema).schema();
  }

  private PhysicalPlan plan(String sql, PlanningCheck check) {
    PlanningContext context =
        PlanningContext.of(
                schema,
                TableStatistics.UNMEASURED,
                expression -> {
                  throw new DbException(ErrorCode.INVALID_ARGUMENT, "nothing is folded here");
                })
            .withCheck(check);
    return new QueryPlanner()
        .plan(
            Binder.bind(
                SqlParser.forDialect(schema.dialect()).parse(sql),
                sql,
                schema,
                BindOptions.DEFAULT),
            context);
  }

  private static final class Steps implements PlanningCheck {
    private final long max;
    private long taken;

    Steps(long max) {
      this.max = max;
    }

    @Override
    public void check() {
      if (++taken > max) {
        throw new DbException(ErrorCode.CANCELLED, "after " + max + " steps");
      }
    }
  }

  private static String each(String separator, IntFunction<String> item) {
    return IntStream.range(0, DEPTH).mapToObj(item).collect(Collectors.joining(separator));
  }

  /** From the inside out: {@code level} gets the query so far and its own number, 1 the inmost. */
  private static String nested(String core, Level level) {
    String result = core;
    for (int i = 1; i <= DEPTH; i++) {
      result = level.around(result, i);
    }
    return result;
  }

  private interface Level {
    String around(String inner, int number);
  }

  @TestFactory
  Stream<DynamicTest> joinsNestInAnyDirection() {
    return Stream.of("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN")
        .flatMap(
            join ->
                Stream.of(
                    isPlanned(
                        join + " after " + join,
                        "SELECT COUNT(*) FROM t t0 "
                            + each(
                                " ",
                                i ->
                                    join + " t t" + (i + 1) + " ON t" + (i + 1) + ".a = t" + i
                                        + ".a")
                            + " WHERE t0.a = 1"),
                    isPlanned(
                        join + " inside " + join,
                        "SELECT COUNT(*) FROM "
                            + nested(
                                "t t0",
                                (inner, i) ->
                                    "t t"
                                        + i
                                        + " "
                                        + join
                                        + " ("
                                        + inner
                                        + ") ON t"
                                        + i
                                        + ".b = t0.b")),
                    isPlanned(
                        join + " of a grouping",
                        "SELECT COUNT(*) FROM "
                            + nested(
                                "t",
                                (inner, i) ->
                                    "(SELECT x.a, MAX(y.b) AS b FROM t x "
                                        + join
                                        + " "
                                        + inner
                                        + " y ON x.b = y.a GROUP BY x.a)")
                            + " z WHERE z.a = 1"),
                    isPlanned(
                        join + " of a union",
                        "SELECT COUNT(*) FROM "
                            + nested(
                                "t",
                                (inner, i) ->
                                    "(SELECT x.a, y.b FROM t x "
                                        + join
                                        + " "
                                        + inner
                                        + " y ON x.b = y.a UNION ALL SELECT a, b FROM t)")
                            + " z WHERE z.a = 1")));
  }

  @TestFactory
  Stream<DynamicTest> subqueriesNest() {
    return Stream.of(
        isPlanned(
            "IN",
            "SELECT 1 FROM t WHERE "
                + nested("a > 1", (inner, i) -> "a IN (SELECT b FROM t WHERE " + inner + ")")),
        isPlanned(
            "EXISTS",
            "SELECT 1 FROM t t"
                + DEPTH
                + " WHERE "
                + nested(
                    "TRUE",
                    (inner, i) ->
                        text(
                            "EXISTS (SELECT 1 FROM t t%d WHERE t%d.a = t%d.b AND %s)",
                            i - 1, i - 1, i, inner))),
        isPlanned(
            "EXISTS or not",
            "SELECT 1 FROM t t"
                + DEPTH
                + " WHERE "
                + nested(
                    "TRUE",
                    (inner, i) ->
                        text(
                            "(t%d.a = 7 OR EXISTS (SELECT 1 FROM t t%d WHERE t%d.a = t%d.b AND %s))",
                            i, i - 1, i - 1, i, inner))),
        isPlanned(
            "a value",
            "SELECT "
                + nested(
                    "t0.b",
                    (inner, i) ->
                        text(
                            "(SELECT MAX(%s) FROM t t%d WHERE t%d.a = t%d.b)",
                            inner, i - 1, i - 1, i))
                + " FROM t t"
                + DEPTH),
        isPlanned(
            "columns that stand twice above",
            "SELECT * FROM "
                + nested(
                    "t",
                    (inner, i) -> "(SELECT a + a AS a, a + b AS b FROM " + inner + " z" + i + ")")
                + " z"));
  }

  @TestFactory
  Stream<DynamicTest> expressionsNest() {
    return Stream.of(
        isPlanned(
            "parentheses", "SELECT " + nested("a", (inner, i) -> "(" + inner + ")") + " FROM t"),
        isPlanned(
            "ELSE",
            "SELECT "
                + nested("a", (inner, i) -> "CASE WHEN a = " + i + " THEN b ELSE " + inner + " END")
                + " FROM t"),
        isPlanned(
            "WHEN",
            "SELECT 1 FROM t WHERE "
                + nested(
                    "a > 0", (inner, i) -> "CASE WHEN " + inner + " THEN a > b ELSE a < b END")),
        isPlanned(
            "AND in OR",
            "SELECT 1 FROM t WHERE "
                + nested("a > 0", (inner, i) -> "(a = 1 AND (b = " + i + " OR " + inner + "))")),
        isPlanned("ANDs of ORs", "SELECT 1 FROM t WHERE " + each(" AND ", i -> "(a = 1 OR b = 2)")),
        isPlanned(
            "ORs of ANDs", "SELECT 1 FROM t WHERE " + each(" OR ", i -> "(a = 1 AND b = 2)")));
  }

  @TestFactory
  Stream<DynamicTest> whatMultipliesTheTextIsRefused() {
    return Stream.of(
        isRefused(
            "the operand of CASE",
            "SELECT "
                + nested("a", (inner, i) -> "(CASE " + inner + " WHEN 1 THEN a WHEN 2 THEN b END)")
                + " FROM t"),
        isRefused(
            "the operand of BETWEEN",
            "SELECT 1 FROM t WHERE "
                + nested("a > 0", (inner, i) -> "((" + inner + ") BETWEEN FALSE AND TRUE)")),
        isRefused(
            "a table of WITH",
            "WITH w0 AS (SELECT a, b FROM t), "
                + each(
                    ", ",
                    i ->
                        text(
                            "w%d AS (SELECT x.a, y.b FROM w%d x JOIN w%d y ON x.a = y.b)",
                            i + 1, i, i))
                + " SELECT COUNT(*) FROM w"
                + DEPTH));
  }

  private DynamicTest isPlanned(String name, String sql) {
    return DynamicTest.dynamicTest(
        name, () -> assertThat(plan(sql, new Steps(STEPS_MAX)).output()).isNotEmpty());
  }

  private DynamicTest isRefused(String name, String sql) {
    return DynamicTest.dynamicTest(
        name,
        () ->
            assertThatThrownBy(() -> plan(sql, new Steps(STEPS_MAX)))
                .isInstanceOfSatisfying(
                    DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_COMPLEX)));
  }

  @Test
  void planningEndsWhenTheCheckSaysSo() {
    String sql =
        "SELECT COUNT(*) FROM t t0 "
            + each(" ", i -> "JOIN t t" + (i + 1) + " ON t" + (i + 1) + ".b = t" + i + ".b");
    Steps counted = new Steps(STEPS_MAX);
    plan(sql, counted);

    assertThat(counted.taken).isGreaterThan(100);
    for (long stop = 0; stop < counted.taken; stop += 1 + counted.taken / 50) {
      Steps steps = new Steps(stop);
      assertThatThrownBy(() -> plan(sql, steps))
          .isInstanceOfSatisfying(
              DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
      assertThat(steps.taken).isEqualTo(stop + 1);
    }
  }

  private static String text(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
