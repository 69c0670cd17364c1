package org.ratchetdb.planner.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.planner.context.PlanningContext;
import org.ratchetdb.planner.context.TableStatistics;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.function.FunctionSignature;
import org.ratchetdb.sqlfrontend.function.Volatility;

final class ConstantFoldingTest {
  private static final BoundExpr TRUE = literal(new Value.Bool(true));
  private static final BoundExpr FALSE = literal(new Value.Bool(false));
  private static final BoundExpr NULL = literal(new Value.Null(SqlType.BOOL));
  private static final BoundExpr COLUMN =
      new BoundExpr.ColumnRef(new BoundColumn(1, "b", SqlType.BOOL));

  private final ConstantFolding folding =
      new ConstantFolding(
          PlanningContext.of(
              Schema.empty(Dialect.GOOGLE_STANDARD_SQL),
              TableStatistics.UNMEASURED,
              ConstantFoldingTest::evaluate));

  /** Knows only {@code twice}, and that {@code fail} fails. */
  private static Value evaluate(PhysicalExpr expr) {
    if (expr instanceof PhysicalExpr.Call call && call.kernel().equals("twice")) {
      PhysicalExpr.Literal operand = (PhysicalExpr.Literal) call.arguments().get(0);
      return new Value.Int64(2 * ((Value.Int64) operand.value()).value());
    }
    throw new DbException(ErrorCode.DIVISION_BY_ZERO, "division by zero");
  }

  private static BoundExpr literal(Value value) {
    return new BoundExpr.Literal(value, -1);
  }

  private static BoundExpr number(long value) {
    return literal(new Value.Int64(value));
  }

  private static BoundExpr call(String kernel, Volatility volatility, BoundExpr... arguments) {
    return new BoundExpr.Call(
        new FunctionSignature(
            kernel,
            kernel,
            List.of(arguments).stream().map(BoundExpr::type).toList(),
            SqlType.INT64,
            true,
            volatility,
            false),
        List.of(arguments));
  }

  @Test
  void constantCallsAreEvaluatedInsideOut() {
    BoundExpr nested =
        call("twice", Volatility.IMMUTABLE, call("twice", Volatility.IMMUTABLE, number(3)));
    assertThat(folding.fold(nested)).isEqualTo(number(12));
  }

  @Test
  void whatChangesBetweenStatementsStays() {
    BoundExpr stable = call("twice", Volatility.STABLE, number(3));
    assertThat(folding.fold(stable)).isEqualTo(stable);
  }

  @Test
  void whatFailsStays() {
    BoundExpr failing = call("fail", Volatility.IMMUTABLE, number(3));
    assertThat(folding.fold(failing)).isEqualTo(failing);
  }

  @Test
  void logicDropsWhatDecidesNothing() {
    assertThat(folding.fold(new BoundExpr.And(List.of(TRUE, COLUMN)))).isEqualTo(COLUMN);
    assertThat(folding.fold(new BoundExpr.And(List.of(COLUMN, FALSE)))).isEqualTo(FALSE);
    assertThat(folding.fold(new BoundExpr.Or(List.of(COLUMN, TRUE)))).isEqualTo(TRUE);
    assertThat(folding.fold(new BoundExpr.Or(List.of(FALSE, FALSE)))).isEqualTo(FALSE);
  }

  @Test
  void nullIsNeitherTrueNorFalse() {
    BoundExpr and = new BoundExpr.And(List.of(NULL, COLUMN));
    assertThat(folding.fold(and)).isEqualTo(and);
    assertThat(folding.fold(new BoundExpr.Not(NULL))).isEqualTo(NULL);
    assertThat(folding.fold(new BoundExpr.IsNull(NULL))).isEqualTo(TRUE);
  }

  @Test
  void casesTakeTheFirstBranchThatIsTrue() {
    BoundExpr cases =
        new BoundExpr.Case(
            List.of(
                new BoundExpr.When(NULL, number(1)),
                new BoundExpr.When(COLUMN, number(2)),
                new BoundExpr.When(TRUE, number(3)),
                new BoundExpr.When(COLUMN, number(4))),
            number(5),
            SqlType.INT64);
    assertThat(folding.fold(cases))
        .isEqualTo(
            new BoundExpr.Case(
                List.of(new BoundExpr.When(COLUMN, number(2))), number(3), SqlType.INT64));
  }
}
