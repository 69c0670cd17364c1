package org.ratchetdb.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ratchetdb.planner.Bound.and;
import static org.ratchetdb.planner.Bound.call;
import static org.ratchetdb.planner.Bound.compare;
import static org.ratchetdb.planner.Bound.filter;
import static org.ratchetdb.planner.Bound.limit;
import static org.ratchetdb.planner.Bound.literal;
import static org.ratchetdb.planner.Bound.parameter;
import static org.ratchetdb.planner.Bound.ref;
import static org.ratchetdb.planner.Bound.sort;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.planner.context.TableStatistics;
import org.ratchetdb.planner.explain.PlanExplainer;
import org.ratchetdb.planner.physical.PhysicalPlan;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundHints;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;
import org.ratchetdb.sqlfrontend.bound.BoundStatement;

final class DirectPlanTest {
  private final Bound bound = new Bound(TestSchemas.singers());
  private final BoundRelation.TableScan singers = bound.scan("Singers");
  private final BoundRelation.TableScan albums = bound.scan("Albums");
  private final BoundExpr id = ref(singers, "SingerId");
  private final BoundExpr name = ref(singers, "Name");
  private final BoundExpr age = ref(singers, "Age");
  private final BoundExpr score = ref(singers, "Score");
  private final BoundExpr email = ref(singers, "Email");

  @Test
  void wholeKeyIsALookup() {
    BoundRelation query =
        bound.project(
            filter(
                singers,
                and(
                    compare("eq", id, parameter(0, SqlType.INT64)),
                    compare("gt", score, parameter(1, SqlType.FLOAT64)))),
            name,
            score);
    assertThat(bound.explain(query))
        .isEqualTo(
            """
            Table Scan (Table: Singers)
              - Seek Condition: (SingerId = @p1)
              - Residual Condition: Score > @p2""");
  }

  @Test
  void residualColumnsAreDroppedAboveTheScan() {
    BoundRelation query =
        bound.project(
            filter(singers, and(compare("eq", id, literal(1)), compare("eq", age, literal(3)))),
            name);
    assertThat(bound.explain(query))
        .isEqualTo(
            """
            Compute
              - Columns: Name
              Table Scan (Table: Singers)
                - Seek Condition: (SingerId = 1)
                - Residual Condition: Age = 3""");
  }

  @Test
  void uniqueIndexIsJoinedBackToTheTable() {
    BoundRelation query =
        bound.project(filter(singers, compare("eq", email, literal("a@b"))), id, name);
    assertThat(bound.explain(query))
        .isEqualTo(
            """
            Back Join (Table: Singers)
              Index Scan (Index: SingersByEmail)
                - Seek Condition: (Email = 'a@b')""");
  }

  @Test
  void orderOfTheKeyNeedsNoSort() {
    BoundRelation query =
        limit(
            sort(
                bound.project(filter(singers, compare("lt", id, literal(100))), id, name),
                id,
                true),
            literal(5));
    // The Sort refers to the scan's own column below the projection.
    assertThat(bound.explain(query))
        .isEqualTo(
            """
            Table Scan (Table: Singers, Direction: Reverse, Limit: 5)
              - Seek Condition: (SingerId < 100)""");
  }

  @Test
  void orderOfAnIndexWinsWithASmallLimitOnly() {
    BoundRelation ordered = sort(bound.project(singers, id, age, email), age, false);
    assertThat(bound.explain(limit(ordered, literal(3))))
        .contains("Index: SingersByAge, Full scan: true, Limit: 3");
    assertThat(bound.explain(ordered)).contains("Sort").contains("Table: Singers, Full scan");
  }

  @Test
  void coveringIndexServesWithoutBackJoin() {
    BoundRelation query =
        bound.project(filter(singers, compare("ge", age, parameter(0, SqlType.INT64))), name, id);
    assertThat(bound.explain(query))
        .isEqualTo(
            """
            Distributed Union
              Compute
                - Columns: Name, SingerId
                Index Scan (Index: SingersByAge)
                  - Seek Condition: (Age >= @p1)""");
  }

  @Test
  void nullFilteredIndexNeedsProof() {
    assertThat(bound.explain(bound.project(singers, name, age, id)))
        .doesNotContain("SingersByNameFiltered");
    BoundRelation.TableScan forced =
        bound.scan("Singers", Map.of("FORCE_INDEX", "SingersByNameFiltered"));
    assertThatThrownBy(() -> bound.explain(bound.project(forced, ref(forced, "Name"))))
        .isInstanceOf(DbException.class)
        .hasMessageContaining("null-filtered index SingersByNameFiltered");
    BoundRelation proved =
        filter(
            forced,
            and(
                compare("eq", ref(forced, "Name"), literal("x")),
                compare("gt", ref(forced, "Age"), literal(3))));
    assertThat(bound.explain(bound.project(proved, ref(forced, "SingerId"))))
        .contains("Index Scan (Index: SingersByNameFiltered)")
        .contains("Seek Condition: (Name = 'x') AND (Age > 3)")
        .doesNotContain("Residual");
  }

  @Test
  void unknownForcedIndexIsAnError() {
    BoundRelation.TableScan forced = bound.scan("Singers", Map.of("FORCE_INDEX", "Nope"));
    assertThatThrownBy(() -> bound.explain(forced))
        .hasMessage("The table Singers does not have a secondary index called Nope");
  }

  @Test
  void floatConditionsAreCheckedAgain() {
    BoundRelation query = filter(singers, compare("eq", score, parameter(0, SqlType.FLOAT64)));
    assertThat(bound.explain(query)).contains("Residual Condition: Score = @p1");
  }

  @Test
  void likePrefixBecomesARange() {
    BoundRelation query =
        bound.project(filter(singers, call("like", SqlType.BOOL, name, literal("ab%c"))), name, id);
    assertThat(bound.explain(query))
        .contains("Seek Condition: (Name >= 'ab' AND Name < 'ac')")
        .contains("Residual Condition: Name LIKE 'ab%c'");
    BoundRelation noPrefix =
        bound.project(filter(singers, call("like", SqlType.BOOL, name, literal("%c"))), name, id);
    assertThat(bound.explain(noPrefix)).doesNotContain("Seek Condition");
  }

  @Test
  void inListAndOrBecomePoints() {
    BoundExpr in = new BoundExpr.InList(id, List.of(literal(3), literal(1)));
    assertThat(bound.explain(filter(singers, in))).contains("(SingerId IN (3, 1))");
    BoundExpr or =
        new BoundExpr.Or(List.of(compare("eq", id, literal(3)), compare("eq", literal(4), id)));
    assertThat(bound.explain(filter(singers, or))).contains("(SingerId IN (3, 4))");
    BoundExpr mixed =
        new BoundExpr.Or(List.of(compare("eq", id, literal(3)), compare("eq", age, literal(4))));
    assertThat(bound.explain(filter(singers, mixed))).doesNotContain("Seek Condition");
  }

  @Test
  void descendingKeyPartIsAnOrderToo() {
    BoundExpr singer = ref(albums, "SingerId");
    BoundExpr album = ref(albums, "AlbumId");
    BoundRelation one = filter(albums, compare("eq", singer, literal(1)));
    assertThat(bound.explain(sort(one, album, true))).doesNotContain("Sort");
    assertThat(bound.explain(sort(one, album, false)))
        .contains("Direction: Reverse")
        .doesNotContain("Sort");
    assertThat(bound.explain(sort(albums, album, true))).contains("Sort");
  }

  @Test
  void countReadsTheSmallestIndex() {
    assertThat(bound.explain(bound.aggregate(singers, List.of(), "count_star")))
        .contains("Scalar aggregate: true")
        .contains("Index Scan");
  }

  @Test
  void groupingByTheKeyStreams() {
    BoundExpr singer = ref(albums, "SingerId");
    BoundExpr title = ref(albums, "Title");
    assertThat(bound.explain(bound.aggregate(albums, List.of(singer), "count_star")))
        .contains("Iterator type: Stream");
    assertThat(bound.explain(bound.aggregate(albums, List.of(title), "count_star")))
        .contains("Iterator type: Hash");
  }

  @Test
  void maximumReadsOneRowOfAnIndex() {
    assertThat(bound.explain(bound.aggregate(singers, List.of(), "max", age)))
        .isEqualTo(
            """
            Aggregate (Scalar aggregate: true)
              - Agg: MAX(Age)
              Index Scan (Index: SingersByAge, Direction: Reverse, Limit: 1)
                - Seek Condition: (Age IS NOT NULL)""");
    assertThat(bound.explain(bound.aggregate(singers, List.of(), "max", score)))
        .doesNotContain("Limit");
  }

  @Test
  void updateReadsTheWholeRowUnderAnExclusiveLock() {
    BoundStatement update =
        new BoundStatement.Update(
            singers.table(),
            singers,
            compare("eq", id, parameter(0, SqlType.INT64)),
            List.of(new BoundStatement.ComputedColumn(2, parameter(1, SqlType.STRING))),
            bound.scan("Singers").columns(),
            List.of(),
            null,
            List.of(),
            BoundHints.NONE);
    PhysicalPlan plan = new QueryPlanner().plan(update, bound.context(TableStatistics.UNMEASURED));
    assertThat(PlanExplainer.text(plan))
        .isEqualTo(
            """
            Apply Mutations (Operation: Update, Table: Singers, Columns: [Name])
              Compute
                - Columns: SingerId, Name, Age, Score, Email, @p2
                Table Scan (Table: Singers, Lock: Exclusive)
                  - Seek Condition: (SingerId = @p1)""");
  }

  @Test
  void limitInsideAndFilterOutsideStayInThatOrder() {
    BoundRelation cut = limit(bound.project(singers, id, age), literal(3));
    BoundRelation query = filter(cut, compare("eq", ref(cut, "Age"), literal(7)));
    assertThat(bound.explain(query))
        .isEqualTo(
            """
            Filter
              - Condition: Age = 7
              Index Scan (Index: SingersByAge, Full scan: true, Limit: 3)""");
  }
}
