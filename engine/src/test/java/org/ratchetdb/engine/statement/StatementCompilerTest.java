package org.ratchetdb.engine.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.planner.context.PlanningCheck;
import org.ratchetdb.planner.context.TableStatistics;
import org.ratchetdb.sqlfrontend.SqlParser;
import org.ratchetdb.sqlfrontend.ast.DdlStatement;
import org.ratchetdb.sqlfrontend.bind.DdlBinder;
import org.ratchetdb.sqlfrontend.bind.SystemTables;

class StatementCompilerTest {
  private static final String DDL = "CREATE TABLE t (a bigint PRIMARY KEY, b bigint)";

  private final Schema schema =
      DdlBinder.bind(
              (DdlStatement) SqlParser.forDialect(Dialect.POSTGRESQL).parse(DDL),
              DDL,
              Schema.empty(Dialect.POSTGRESQL))
          .apply(Schema.empty(Dialect.POSTGRESQL))
          .schema();
  private final StatementCompiler compiler =
      new StatementCompiler(Dialect.POSTGRESQL, TableStatistics.UNMEASURED, SystemTables.NONE);

  @Test
  void longStatementsDoNotFillTheMemory() {
    String padding = "x".repeat(900_000);
    for (int i = 0; i < 20; i++) {
      compiler.compile(
          "SELECT '" + padding + i + "'", List.of(), schema, "UTC", PlanningCheck.NONE);
    }
    assertThat(compiler.cachedWeight())
        .isGreaterThan(padding.length())
        .isLessThanOrEqualTo(StatementCompiler.CACHED_WEIGHT_MAX);
  }

  @Test
  void cancelledPlanningLeavesNothingBehind() {
    String sql =
        "SELECT t0.a FROM t t0 "
            + IntStream.rangeClosed(1, 20)
                .mapToObj(i -> "JOIN t t" + i + " ON t" + i + ".b = t" + (i - 1) + ".b")
                .collect(Collectors.joining(" "))
            + " WHERE t0.a = 7";
    AtomicInteger steps = new AtomicInteger();
    PlanningCheck cancelled =
        () -> {
          if (steps.incrementAndGet() >= 50) {
            throw new DbException(ErrorCode.CANCELLED, "cancelled");
          }
        };

    assertThatThrownBy(() -> compiler.compile(sql, List.of(), schema, "UTC", cancelled))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
    assertThat(steps).hasValueLessThanOrEqualTo(51);
    assertThat(compiler.compile(sql, List.of(), schema, "UTC", PlanningCheck.NONE))
        .isInstanceOf(CompiledStatement.Shaped.class);
  }
}
