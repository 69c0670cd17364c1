package org.ratchetdb.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ratchetdb.executor.TestDatabase.NULL;
import static org.ratchetdb.executor.TestDatabase.call;
import static org.ratchetdb.executor.TestDatabase.input;
import static org.ratchetdb.executor.TestDatabase.literal;
import static org.ratchetdb.executor.TestDatabase.row;
import static org.ratchetdb.executor.TestDatabase.values;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.KeyEncoder;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.context.CancellationToken;
import org.ratchetdb.planner.physical.AggregateCall;
import org.ratchetdb.planner.physical.OutputColumn;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.physical.PhysicalPlan;
import org.ratchetdb.planner.physical.PhysicalPlan.JoinKind;
import org.ratchetdb.planner.physical.PhysicalPlan.Query;
import org.ratchetdb.planner.physical.PhysicalPlan.SetOpKind;
import org.ratchetdb.planner.physical.SortKey;

class OperatorTest {
  private static final List<SqlType> LONGS = List.of(SqlType.INT64, SqlType.INT64);
  private final TestDatabase db =
      new TestDatabase(
          new TestSchema(Dialect.GOOGLE_STANDARD_SQL)
              .table(
                  "T",
                  1,
                  TestSchema.column(1, "A", SqlType.INT64),
                  TestSchema.column(2, "B", SqlType.INT64))
              .build());

  @TempDir Path directory;

  @AfterEach
  void close() {
    db.close();
  }

  private static Query pairs(Object[]... rows) {
    return values(LONGS, rows);
  }

  private static List<OutputColumn> columns(SqlType... types) {
    return java.util.Arrays.stream(types).map(t -> new OutputColumn("", t)).toList();
  }

  private static List<OutputColumn> longs(int count) {
    return columns(java.util.Collections.nCopies(count, SqlType.INT64).toArray(SqlType[]::new));
  }

  private static PhysicalExpr less(int a, int b) {
    return call("lt", SqlType.BOOL, input(a, SqlType.INT64), input(b, SqlType.INT64));
  }

  // Joins.

  private static final Query LEFT =
      pairs(row(1, 10), row(2, 20), row(2, 21), row(NULL, 30), row(4, 40));
  private static final Query RIGHT =
      pairs(row(2, 5), row(2, 25), row(3, 6), row(NULL, 7), row(4, 100));

  private List<List<Object>> hashJoin(JoinKind kind, @Nullable PhysicalExpr residual) {
    return db.query(join(kind, LEFT, RIGHT, residual));
  }

  private static Query join(
      JoinKind kind, Query left, Query right, @Nullable PhysicalExpr residual) {
    boolean both = kind == JoinKind.INNER || kind == JoinKind.LEFT || kind == JoinKind.FULL;
    return new PhysicalPlan.HashJoin(
        kind, left, right, List.of(0), List.of(0), residual, longs(both ? 4 : 2));
  }

  @Test
  void hashJoinPairsEqualKeysAndKeepsTheLeftOrder() {
    assertThat(hashJoin(JoinKind.INNER, null))
        .containsExactly(
            List.of(2L, 20L, 2L, 5L),
            List.of(2L, 20L, 2L, 25L),
            List.of(2L, 21L, 2L, 5L),
            List.of(2L, 21L, 2L, 25L),
            List.of(4L, 40L, 4L, 100L));
    assertThat(hashJoin(JoinKind.LEFT, less(1, 3)))
        .containsExactly(
            List.of(1L, 10L, "NULL", "NULL"),
            List.of(2L, 20L, 2L, 25L),
            List.of(2L, 21L, 2L, 25L),
            List.of("NULL", 30L, "NULL", "NULL"),
            List.of(4L, 40L, 4L, 100L));
  }

  @Test
  void fullJoinYieldsBothSidesWithoutPartners() {
    assertThat(hashJoin(JoinKind.FULL, null))
        .hasSize(9)
        .contains(
            List.of(1L, 10L, "NULL", "NULL"),
            List.of("NULL", 30L, "NULL", "NULL"),
            List.of("NULL", "NULL", 3L, 6L),
            List.of("NULL", "NULL", "NULL", 7L));
  }

  @Test
  void semiAndAntiJoinsYieldLeftRowsOnce() {
    assertThat(hashJoin(JoinKind.SEMI, null))
        .containsExactly(List.of(2L, 20L), List.of(2L, 21L), List.of(4L, 40L));
    assertThat(hashJoin(JoinKind.SEMI, less(3, 1)))
        .containsExactly(List.of(2L, 20L), List.of(2L, 21L));
    assertThat(hashJoin(JoinKind.ANTI, null))
        .containsExactly(List.of(1L, 10L), List.of("NULL", 30L));
    assertThat(hashJoin(JoinKind.ANTI, less(3, 1)))
        .containsExactly(List.of(1L, 10L), List.of("NULL", 30L), List.of(4L, 40L));
  }

  @Test
  void nullAwareAntiJoinFollowsNotIn() {
    assertThat(hashJoin(JoinKind.ANTI_NULL_AWARE, null)).isEmpty();
    Query noNulls = pairs(row(2, 5), row(4, 1));
    assertThat(db.query(join(JoinKind.ANTI_NULL_AWARE, LEFT, noNulls, null)))
        .containsExactly(List.of(1L, 10L));
    assertThat(db.query(join(JoinKind.ANTI_NULL_AWARE, LEFT, pairs(), null))).hasSize(5);
  }

  @Test
  void mergeJoinAgreesWithHashJoin() {
    Query left = sorted(LEFT);
    Query right = sorted(RIGHT);
    List<SortKey> keys = List.of(new SortKey(0, false, true));
    for (JoinKind kind : List.of(JoinKind.INNER, JoinKind.LEFT, JoinKind.SEMI, JoinKind.ANTI)) {
      for (PhysicalExpr residual : new PhysicalExpr[] {null, less(1, 3)}) {
        Query merge =
            new PhysicalPlan.MergeJoin(
                kind, left, right, keys, keys, residual, join(kind, left, right, null).output());
        assertThat(db.query(merge))
            .as("%s", kind)
            .containsExactlyElementsOf(db.query(join(kind, left, right, residual)));
      }
    }
  }

  @Test
  void mergeJoinOfManyRowsPerKeyAgreesWithHashJoin() {
    Query left = sorted(numbers(3000, 7));
    Query right = sorted(numbers(3000, 11));
    List<SortKey> keys = List.of(new SortKey(0, false, true));
    PhysicalExpr residual =
        call(
            "eq",
            SqlType.BOOL,
            call("mod", SqlType.INT64, input(1, SqlType.INT64), literal(50)),
            call("mod", SqlType.INT64, input(3, SqlType.INT64), literal(50)));
    Query merge =
        new PhysicalPlan.MergeJoin(JoinKind.LEFT, left, right, keys, keys, residual, longs(4));
    List<List<Object>> expected = db.query(join(JoinKind.LEFT, left, right, residual));
    assertThat(db.query(merge))
        .hasSameSizeAs(expected)
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  /** Rows (i mod groups, i). */
  private static Query numbers(int count, int groups) {
    Object[][] rows =
        IntStream.range(0, count).mapToObj(i -> row(i % groups, i)).toArray(Object[][]::new);
    return pairs(rows);
  }

  private static Query sorted(Query input) {
    return new PhysicalPlan.Sort(input, List.of(new SortKey(0, false, true)), null, null);
  }

  @Test
  void nestedLoopJoinTakesAnyCondition() {
    Query loop = new PhysicalPlan.NestedLoopJoin(JoinKind.FULL, LEFT, RIGHT, less(3, 0), longs(4));
    assertThat(db.query(loop)).hasSize(10);
    Query cross = new PhysicalPlan.NestedLoopJoin(JoinKind.INNER, LEFT, RIGHT, null, longs(4));
    assertThat(db.query(cross)).hasSize(25);
  }

  @Test
  void applyRunsTheRightSidePerLeftRow() {
    for (int i = 0; i < 100; i++) {
      db.insert("T", row(i, i * 10));
    }
    PhysicalPlan.Scan scan =
        db.scan(
            "T",
            new org.ratchetdb.planner.physical.KeyCondition(
                List.of(
                    new org.ratchetdb.planner.physical.KeyCondition.Equals(
                        new PhysicalExpr.OuterRef(5, 0, SqlType.INT64)))));
    for (JoinKind kind : List.of(JoinKind.INNER, JoinKind.LEFT, JoinKind.SEMI, JoinKind.ANTI)) {
      Query left = pairs(row(3, 1), row(500, 2), row(7, 100));
      Query apply = new PhysicalPlan.Apply(kind, left, scan, 5, less(1, 3), longs(4));
      List<List<Object>> rows = db.query(apply);
      switch (kind) {
        case INNER -> assertThat(rows).containsExactly(List.of(3L, 1L, 3L, 30L));
        case LEFT ->
            assertThat(rows)
                .containsExactly(
                    List.of(3L, 1L, 3L, 30L),
                    List.of(500L, 2L, "NULL", "NULL"),
                    List.of(7L, 100L, "NULL", "NULL"));
        case SEMI -> assertThat(rows).containsExactly(List.of(3L, 1L));
        default -> assertThat(rows).containsExactly(List.of(500L, 2L), List.of(7L, 100L));
      }
    }
  }

  @Test
  void applyYieldsMoreRowsThanABatchHolds() {
    Query right =
        new PhysicalPlan.Filter(
            numbers(3000, 3),
            call(
                "eq",
                SqlType.BOOL,
                input(0, SqlType.INT64),
                new PhysicalExpr.OuterRef(1, 0, SqlType.INT64)));
    Query apply =
        new PhysicalPlan.Apply(
            JoinKind.INNER, pairs(row(0, 0), row(1, 1), row(9, 9)), right, 1, null, longs(4));
    assertThat(db.query(apply)).hasSize(2000);
  }

  // Sort and limit.

  @Test
  void sortPlacesNullsAsAsked() {
    Query input = pairs(row(2, 1), row(NULL, 2), row(1, 3), row(2, 0));
    assertThat(
            db.query(
                new PhysicalPlan.Sort(
                    input,
                    List.of(new SortKey(0, true, false), new SortKey(1, false, true)),
                    null,
                    null)))
        .containsExactly(List.of(2L, 0L), List.of(2L, 1L), List.of(1L, 3L), List.of("NULL", 2L));
    assertThat(db.query(sorted(input)).get(0)).containsExactly("NULL", 2L);
  }

  @Test
  void topNKeepsTheFirstRows() {
    Query sort =
        new PhysicalPlan.Sort(
            numbers(20_000, 20_000), List.of(new SortKey(1, true, false)), literal(2), literal(3));
    assertThat(db.query(sort).stream().map(r -> r.get(1)))
        .containsExactly(19_997L, 19_996L, 19_995L);
  }

  @Test
  void limitSkipsAndCounts() {
    Query limit = new PhysicalPlan.Limit(numbers(3000, 3000), literal(1500), literal(1000));
    List<List<Object>> rows = db.query(limit);
    assertThat(rows).hasSize(1000);
    assertThat(rows.get(0).get(0)).isEqualTo(1500L);
    assertThatThrownBy(() -> db.query(new PhysicalPlan.Limit(LEFT, null, literal(-1))))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ROW_COUNT));
  }

  // Aggregation.

  private static AggregateCall aggregate(String kernel, SqlType type, Integer... arguments) {
    return new AggregateCall(kernel, List.of(arguments), false, -1, List.of(), null, false, type);
  }

  private static Query grouped(
      Query input, boolean streaming, List<SqlType> types, AggregateCall... calls) {
    List<OutputColumn> output = new ArrayList<>(longs(1));
    types.forEach(t -> output.add(new OutputColumn("", t)));
    return new PhysicalPlan.Aggregate(input, List.of(0), List.of(calls), streaming, output);
  }

  @Test
  void aggregatesSkipNullsAndGroupThem() {
    Query input = pairs(row(1, 5), row(NULL, 7), row(1, NULL), row(NULL, 8), row(2, NULL));
    assertThat(
            db.query(
                grouped(
                    input,
                    false,
                    List.of(SqlType.INT64, SqlType.INT64, SqlType.INT64, SqlType.FLOAT64),
                    aggregate("count_star", SqlType.INT64),
                    aggregate("count", SqlType.INT64, 1),
                    aggregate("sum", SqlType.INT64, 1),
                    aggregate("avg", SqlType.FLOAT64, 1))))
        .containsExactly(
            List.of(1L, 2L, 1L, 5L, 5.0),
            List.of("NULL", 2L, 2L, 15L, 7.5),
            List.of(2L, 1L, 0L, "NULL", "NULL"));
  }

  @Test
  void aggregateWithoutKeysYieldsOneRowForNoInput() {
    Query all =
        new PhysicalPlan.Aggregate(
            pairs(),
            List.of(),
            List.of(aggregate("count_star", SqlType.INT64), aggregate("max", SqlType.INT64, 0)),
            false,
            longs(2));
    assertThat(db.query(all)).containsExactly(List.of(0L, "NULL"));
  }

  @Test
  void streamingAggregateAgreesWithHashing() {
    Query input = sorted(numbers(10_000, 3000));
    AggregateCall sum = aggregate("sum", SqlType.INT64, 1);
    List<List<Object>> streamed = db.query(grouped(input, true, List.of(SqlType.INT64), sum));
    assertThat(streamed)
        .hasSize(3000)
        .containsExactlyElementsOf(db.query(grouped(input, false, List.of(SqlType.INT64), sum)));
  }

  @Test
  void distinctFilteredAndOrderedAggregates() {
    Query input =
        values(
            List.of(SqlType.INT64, SqlType.STRING, SqlType.BOOL),
            row(1, "b", true),
            row(1, "a", true),
            row(1, "b", false),
            row(1, NULL, true));
    AggregateCall distinct =
        new AggregateCall("count", List.of(1), true, -1, List.of(), null, false, SqlType.INT64);
    AggregateCall filtered =
        new AggregateCall("count_star", List.of(), false, 2, List.of(), null, false, SqlType.INT64);
    AggregateCall joined =
        new AggregateCall(
            "string_agg",
            List.of(1),
            true,
            -1,
            List.of(new SortKey(1, false, true)),
            null,
            false,
            SqlType.STRING);
    AggregateCall listed =
        new AggregateCall(
            "array_agg",
            List.of(1),
            false,
            -1,
            List.of(),
            literal(2),
            true,
            SqlType.arrayOf(SqlType.STRING));
    assertThat(
            db.query(
                grouped(
                    input,
                    false,
                    List.of(
                        SqlType.INT64,
                        SqlType.INT64,
                        SqlType.STRING,
                        SqlType.arrayOf(SqlType.STRING)),
                    distinct,
                    filtered,
                    joined,
                    listed)))
        .containsExactly(
            List.of(
                1L,
                2L,
                3L,
                "a,b",
                new Value.Array(
                    SqlType.arrayOf(SqlType.STRING),
                    List.of(new Value.Str("b"), new Value.Str("a")))));
  }

  @Test
  void sumFailsOnlyWhenTheResultOverflows() {
    AggregateCall sum = aggregate("sum", SqlType.INT64, 1);
    assertThat(
            db.query(
                grouped(
                    pairs(row(1, Long.MAX_VALUE), row(1, 1), row(1, -1)),
                    false,
                    List.of(SqlType.INT64),
                    sum)))
        .containsExactly(List.of(1L, Long.MAX_VALUE));
    assertThatThrownBy(
            () ->
                db.query(
                    grouped(
                        pairs(row(1, Long.MAX_VALUE), row(1, 1)),
                        false,
                        List.of(SqlType.INT64),
                        sum)))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.VALUE_OUT_OF_RANGE));
  }

  @Test
  void singleValueFailsOnASecondRow() {
    AggregateCall single = aggregate("single_value", SqlType.INT64, 1);
    assertThatThrownBy(
            () ->
                db.query(
                    grouped(pairs(row(1, 1), row(1, 1)), false, List.of(SqlType.INT64), single)))
        .isInstanceOfSatisfying(
            DbException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.CARDINALITY_VIOLATION);
              assertThat(e.message()).isEqualTo("Scalar subquery produced more than one element");
            });
  }

  // Set operations, unnest.

  @Test
  void setOperationsCountDuplicates() {
    Query left = pairs(row(1, 1), row(1, 1), row(1, 1), row(2, NULL), row(3, 3));
    Query right = pairs(row(1, 1), row(1, 1), row(2, NULL), row(4, 4));
    assertThat(setOp(SetOpKind.INTERSECT_ALL, left, right)).hasSize(3);
    assertThat(setOp(SetOpKind.INTERSECT_DISTINCT, left, right))
        .containsExactly(List.of(1L, 1L), List.of(2L, "NULL"));
    assertThat(setOp(SetOpKind.EXCEPT_ALL, left, right))
        .containsExactly(List.of(1L, 1L), List.of(3L, 3L));
    assertThat(setOp(SetOpKind.EXCEPT_DISTINCT, left, right)).containsExactly(List.of(3L, 3L));
  }

  private List<List<Object>> setOp(SetOpKind kind, Query left, Query right) {
    return db.query(new PhysicalPlan.SetOp(kind, left, right, longs(2)));
  }

  @Test
  void unnestPairsRowsWithElements() {
    SqlType arrayType = SqlType.arrayOf(SqlType.INT64);
    PhysicalExpr array =
        new PhysicalExpr.Case(
            List.of(new PhysicalExpr.When(less(0, 1), call("make_array", arrayType, 7, 8))),
            new PhysicalExpr.Literal(new Value.Null(arrayType)),
            arrayType);
    Query input = pairs(row(1, 2), row(2, 1));
    assertThat(db.query(new PhysicalPlan.Unnest(input, array, true, false, longs(4))))
        .containsExactly(List.of(1L, 2L, 7L, 0L), List.of(1L, 2L, 8L, 1L));
    assertThat(db.query(new PhysicalPlan.Unnest(input, array, false, true, longs(3))))
        .contains(List.of(2L, 1L, "NULL"));
  }

  @Test
  void distributedUnionRunsABranchPerSplit() {
    for (int i = 0; i < 100; i++) {
      db.insert("T", row(i, 1));
    }
    int table = db.table("T").id();
    List<KeyRange> seen = new ArrayList<>();
    db.with(
        b ->
            b.splits(
                range -> {
                  List<KeyRange> parts = new ArrayList<>();
                  KeyRange rest = range;
                  for (int cut : new int[] {30, 70}) {
                    var key =
                        new KeyEncoder()
                            .tag(table)
                            .putLong(cut, org.ratchetdb.common.key.KeyOrder.ASC)
                            .toKey();
                    parts.add(new KeyRange(rest.start(), key));
                    rest = new KeyRange(key, rest.end());
                  }
                  parts.add(rest);
                  seen.addAll(parts);
                  return parts;
                }));
    PhysicalPlan.Scan s = db.scan("T");
    PhysicalPlan.Scan perSplit =
        new PhysicalPlan.Scan(
            s.path(), s.columnIds(), s.keys(), false, null, null, s.lock(), true, s.output());
    Query counted =
        new PhysicalPlan.DistributedUnion(
            new PhysicalPlan.Aggregate(
                perSplit,
                List.of(),
                List.of(aggregate("count_star", SqlType.INT64)),
                false,
                longs(1)));
    assertThat(db.query(counted)).containsExactly(List.of(30L), List.of(40L), List.of(30L));
    assertThat(seen).hasSize(3);
  }

  // Memory.

  private void limitMemory(long bytes) {
    db.with(b -> b.memoryBytesMax(bytes).spillDirectory(directory));
  }

  @Test
  void sortSpillsAndMerges() {
    Query sort =
        new PhysicalPlan.Sort(
            numbers(20_000, 997),
            List.of(new SortKey(0, false, true), new SortKey(1, true, false)),
            null,
            null);
    List<List<Object>> expected = db.query(sort);
    limitMemory(40_000);
    assertThat(db.query(sort)).isEqualTo(expected);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aggregateSpillsNewGroups() {
    Query aggregate =
        grouped(
            numbers(20_000, 5000),
            false,
            List.of(SqlType.INT64),
            aggregate("sum", SqlType.INT64, 1));
    List<List<Object>> expected = db.query(aggregate);
    limitMemory(60_000);
    assertThat(db.query(aggregate)).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void hashJoinSpillsBothSides() {
    for (JoinKind kind :
        List.of(JoinKind.INNER, JoinKind.LEFT, JoinKind.FULL, JoinKind.SEMI, JoinKind.ANTI)) {
      Query join = join(kind, numbers(5000, 1500), numbers(6000, 2000), less(1, 3));
      db.with(b -> b.memoryBytesMax(1L << 30));
      List<List<Object>> expected = db.query(join);
      limitMemory(60_000);
      List<List<Object>> spilled = db.query(join);
      assertThat(ordered(spilled)).as("%s", kind).isEqualTo(ordered(expected));
    }
    assertThat(directory).isEmptyDirectory();
  }

  private static List<String> ordered(List<List<Object>> rows) {
    return rows.stream().map(List::toString).sorted(Comparator.naturalOrder()).toList();
  }

  @Test
  void operatorThatCannotSpillFailsOverBudget() {
    limitMemory(10_000);
    assertThatThrownBy(
            () ->
                db.query(
                    new PhysicalPlan.NestedLoopJoin(
                        JoinKind.INNER, LEFT, numbers(5000, 10), null, longs(4))))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_MEMORY));
  }

  @Test
  void cancelledQueryStopsAtABatchBorder() {
    CancellationToken token = new CancellationToken();
    token.cancel();
    db.with(b -> b.cancellation(token));
    assertThatThrownBy(() -> db.query(LEFT))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
  }
}
