package org.ratchetdb.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ratchetdb.executor.TestDatabase.equalTo;
import static org.ratchetdb.executor.TestDatabase.literal;
import static org.ratchetdb.executor.TestDatabase.reversed;
import static org.ratchetdb.executor.TestDatabase.row;
import static org.ratchetdb.executor.TestSchema.column;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ratchetdb.catalog.model.Interleave;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.planner.physical.KeyCondition;

class ScanTest {
  private TestDatabase db;

  @BeforeEach
  void createDatabase() {
    TestSchema schema =
        new TestSchema(Dialect.GOOGLE_STANDARD_SQL)
            .table(
                "Singers",
                1,
                column(1, "SingerId", SqlType.INT64),
                column(2, "Name", SqlType.STRING));
    schema
        .child(
            "Albums",
            new Interleave(schema.idOf("Singers"), true, true),
            2,
            column(1, "SingerId", SqlType.INT64),
            column(2, "AlbumId", SqlType.INT64),
            column(3, "Title", SqlType.STRING))
        .index("ByTitle", "Albums", false, List.of(1, 3), List.of(), List.of(), "Singers")
        .index("ByName", "Singers", false, 2)
        .index("UniqueName", "Singers", true, 2);
    db = new TestDatabase(schema.build());
    for (int s = 1; s <= 3; s++) {
      db.insert("Singers", row(s, "n" + (9 - s)));
      for (int a = 1; a <= 20; a++) {
        db.insert("Albums", row(s, a, "t" + (a % 3)));
      }
    }
  }

  @AfterEach
  void close() {
    db.close();
  }

  @Test
  void keyLookupReadsOneRow() {
    assertThat(db.query(db.scan("Singers", equalTo(2)))).containsExactly(List.of(2L, "n7"));
    assertThat(db.query(db.scan("Singers", equalTo(7)))).isEmpty();
    assertThat(db.query(db.scan("Albums", equalTo(2, 5)))).containsExactly(List.of(2L, 5L, "t2"));
  }

  @Test
  void scanOfParentPassesOverItsChildren() {
    assertThat(db.query(db.scan("Singers")))
        .containsExactly(List.of(1L, "n8"), List.of(2L, "n7"), List.of(3L, "n6"));
    assertThat(db.query(reversed(db.scan("Singers"))))
        .containsExactly(List.of(3L, "n6"), List.of(2L, "n7"), List.of(1L, "n8"));
  }

  @Test
  void scanOfChildPassesOverParentsAndSiblings() {
    List<List<Object>> rows = db.query(db.scan("Albums"));
    assertThat(rows).hasSize(60);
    assertThat(rows.get(0)).containsExactly(1L, 1L, "t1");
    assertThat(rows.get(59)).containsExactly(3L, 20L, "t2");
    List<List<Object>> backwards = db.query(reversed(db.scan("Albums")));
    assertThat(backwards).hasSize(60);
    assertThat(backwards.get(0)).containsExactly(3L, 20L, "t2");
  }

  @Test
  void scanByPrefixReadsTheChildrenOfOneParent() {
    assertThat(db.query(db.scan("Albums", equalTo(2))))
        .hasSize(20)
        .allMatch(r -> r.get(0).equals(2L));
  }

  @Test
  void rangeConditionBoundsTheKey() {
    KeyCondition keys =
        new KeyCondition(
            List.of(
                new KeyCondition.Equals(literal(2)),
                new KeyCondition.Range(literal(3), false, literal(6), true)));
    assertThat(db.query(db.scan("Albums", keys)).stream().map(r -> r.get(1)))
        .containsExactly(4L, 5L, 6L);
    assertThat(db.query(reversed(db.scan("Albums", keys))).stream().map(r -> r.get(1)))
        .containsExactly(6L, 5L, 4L);
  }

  @Test
  void inConditionVisitsKeysOnceInOrder() {
    KeyCondition keys =
        new KeyCondition(
            List.of(
                new KeyCondition.In(List.of(literal(3), literal(1), literal(3))),
                new KeyCondition.In(List.of(literal(20), literal(2), literal(99)))));
    assertThat(db.query(db.scan("Albums", keys)))
        .containsExactly(
            List.of(1L, 2L, "t2"),
            List.of(1L, 20L, "t2"),
            List.of(3L, 2L, "t2"),
            List.of(3L, 20L, "t2"));
  }

  @Test
  void indexScanYieldsKeyAndStoredColumns() {
    assertThat(db.query(db.scanIndex("ByName", List.of(2, 1), KeyCondition.FULL)))
        .containsExactly(List.of("n6", 3L), List.of("n7", 2L), List.of("n8", 1L));
    assertThat(db.query(db.scanIndex("UniqueName", List.of(2, 1), equalTo("n7"))))
        .containsExactly(List.of("n7", 2L));
  }

  @Test
  void interleavedIndexIsReadWithinItsAncestor() {
    List<List<Object>> rows = db.query(db.scanIndex("ByTitle", List.of(1, 3, 2), equalTo(2, "t0")));
    assertThat(rows.stream().map(r -> r.get(2)))
        .containsExactlyElementsOf(
            IntStream.of(3, 6, 9, 12, 15, 18).mapToObj(i -> (long) i).toList());
    assertThat(db.query(db.scanIndex("ByTitle", List.of(1, 3, 2), KeyCondition.FULL))).hasSize(60);
  }

  @Test
  void comparisonWithNullSelectsNothing() {
    KeyCondition keys =
        new KeyCondition(
            List.of(
                new KeyCondition.Equals(
                    literal(new org.ratchetdb.common.value.Value.Null(SqlType.INT64)))));
    assertThat(db.query(db.scan("Singers", keys))).isEmpty();
  }
}
