package org.ratchetdb.catalog.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ratchetdb.catalog.change.Changes.EMPTY;
import static org.ratchetdb.catalog.change.Changes.EMPTY_PG;
import static org.ratchetdb.catalog.change.Changes.alter;
import static org.ratchetdb.catalog.change.Changes.apply;
import static org.ratchetdb.catalog.change.Changes.createTable;
import static org.ratchetdb.catalog.change.Changes.int64;
import static org.ratchetdb.catalog.change.Changes.refusal;
import static org.ratchetdb.catalog.change.Changes.table;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.IndexState;
import org.ratchetdb.catalog.model.KeyPart;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.catalog.spec.ColumnSpec;
import org.ratchetdb.catalog.spec.IndexSpec;
import org.ratchetdb.catalog.spec.SequenceSpec;
import org.ratchetdb.common.error.CanonicalStatus;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/** Each limit of a schema: what reaches it works, one more does not. */
class SchemaLimitsTest {
  static Stream<Schema> dialects() {
    return Stream.of(EMPTY, EMPTY_PG);
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void databaseHas5000Tables(Schema empty) {
    Table model = createTable(empty, table("T0", List.of(int64("k")), "k")).tables().get(0);
    SchemaEdit edit = new SchemaEdit(empty);
    for (int i = 0; i < 4_999; i++) {
      int id = edit.newObjectId();
      edit.put(
          new Table(id, "T" + i, model.columns(), model.primaryKey(), null, model.nextColumnId()));
    }
    Schema full = createTable(edit.build().schema(), table("Last", List.of(int64("k")), "k"));
    assertThat(full.tables()).hasSize(5_000);

    DbException refusal =
        refusal(full, new CreateTable(table("More", List.of(int64("k")), "k"), false));
    assertThat(refusal)
        .hasMessage("Cannot add Table More : too many tables (limit 5000 per database).");
    assertThat(refusal.code()).isEqualTo(ErrorCode.SCHEMA_QUOTA_EXCEEDED);
    assertThat(refusal.code().status()).isEqualTo(CanonicalStatus.FAILED_PRECONDITION);
    assertThat(refusal.code().sqlState()).isEqualTo("53400");
    assertThat(apply(full, new DropTable("Last", false)).tables()).hasSize(4_999);
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void databaseHas10000Indexes(Schema empty) {
    SchemaEdit edit = new SchemaEdit(empty);
    Table model =
        createTable(empty, table("T0", List.of(int64("k"), int64("a")), "k")).tables().get(0);
    List<KeyPart> key = List.of(new KeyPart(2, false, true));
    for (int t = 0; t < 100; t++) {
      int tableId = edit.newObjectId();
      edit.put(
          new Table(
              tableId, "T" + t, model.columns(), model.primaryKey(), null, model.nextColumnId()));
      for (int i = 0; i < (t == 0 ? 99 : 100); i++) {
        edit.put(
            new Index(
                edit.newObjectId(),
                "I" + t + "_" + i,
                tableId,
                key,
                List.of(),
                false,
                List.of(),
                false,
                null,
                IndexState.READ_WRITE));
      }
    }
    Schema full =
        apply(edit.build().schema(), new CreateIndex(IndexSpec.on("Last", "T0", "a"), false));
    assertThat(full.indexes()).hasSize(10_000);

    DbException refusal = refusal(full, new CreateIndex(IndexSpec.on("More", "T0", "a"), false));
    assertThat(refusal)
        .hasMessage("Cannot add Index More : too many indexes (limit 10000 per database).");
    assertThat(refusal.code()).isEqualTo(ErrorCode.SCHEMA_QUOTA_EXCEEDED);
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void columnsAreCountedByAddColumnToo(Schema empty) {
    List<ColumnSpec> columns = new ArrayList<>();
    IntStream.range(0, 1_023).forEach(i -> columns.add(int64("c" + i)));
    Schema full =
        apply(
            createTable(empty, table("T", columns, "c0")),
            alter("T", new AddColumn(int64("last"), false)));
    assertThat(full.findTable("T").orElseThrow().columns()).hasSize(1_024);

    DbException refusal = refusal(full, alter("T", new AddColumn(int64("more"), false)));
    assertThat(refusal).hasMessage("Table T has too many columns; the limit is 1024.");
    assertThat(refusal.code()).isEqualTo(ErrorCode.SCHEMA_LIMIT_EXCEEDED);
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void sixteenKeyColumnsWork(Schema empty) {
    List<ColumnSpec> columns = new ArrayList<>();
    IntStream.range(0, 17).forEach(i -> columns.add(int64("c" + i)));
    String[] sixteen = IntStream.range(0, 16).mapToObj(i -> "c" + i).toArray(String[]::new);
    Schema schema = createTable(empty, table("T", columns, sixteen));
    assertThat(schema.findTable("T").orElseThrow().primaryKey()).hasSize(16);

    String[] fifteen = IntStream.range(2, 17).mapToObj(i -> "c" + i).toArray(String[]::new);
    Schema narrow = createTable(empty, table("T", columns, "c0"));
    assertThat(apply(narrow, new CreateIndex(IndexSpec.on("I", "T", fifteen), false)).indexes())
        .as("15 of its own and one of the table")
        .hasSize(1);
    String[] more = IntStream.range(1, 17).mapToObj(i -> "c" + i).toArray(String[]::new);
    DbException refusal = refusal(narrow, new CreateIndex(IndexSpec.on("I", "T", more), false));
    assertThat(refusal).hasMessage("Index I has too many keys (17); the limit is 16.");
    assertThat(refusal.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED);
  }

  @Test
  void namesHave128Characters() {
    String longest = "n".repeat(128);
    String tooLong = "n".repeat(129);
    for (Schema empty : List.of(EMPTY, EMPTY_PG)) {
      Schema schema =
          apply(
              empty,
              new CreateTable(
                  table(longest, List.of(int64("c".repeat(128))), "c".repeat(128)), false),
              new CreateIndex(IndexSpec.on("i".repeat(128), longest, "c".repeat(128)), false),
              new CreateSequence("s".repeat(128), SequenceSpec.BIT_REVERSED, false));
      assertThat(schema.tables()).hasSize(1);

      refuseName(empty, "Table", new CreateTable(table(tooLong, List.of(int64("k")), "k"), false));
      refuseName(
          empty, "Column", new CreateTable(table("T", List.of(int64(tooLong)), tooLong), false));
      refuseName(schema, "Column", alter(longest, new AddColumn(int64(tooLong), false)));
      refuseName(
          schema, "Index", new CreateIndex(IndexSpec.on(tooLong, longest, "c".repeat(128)), false));
      refuseName(schema, "Sequence", new CreateSequence(tooLong, SequenceSpec.BIT_REVERSED, false));
    }
  }

  private static void refuseName(Schema schema, String kind, SchemaChange change) {
    DbException refusal = refusal(schema, change);
    assertThat(refusal).hasMessage(kind + " name not valid: " + "n".repeat(129) + ".");
    assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_NAME);
  }
}
