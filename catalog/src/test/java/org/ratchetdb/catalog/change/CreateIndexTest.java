package org.ratchetdb.catalog.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ratchetdb.catalog.change.Changes.EMPTY;
import static org.ratchetdb.catalog.change.Changes.apply;
import static org.ratchetdb.catalog.change.Changes.child;
import static org.ratchetdb.catalog.change.Changes.createTable;
import static org.ratchetdb.catalog.change.Changes.int64;
import static org.ratchetdb.catalog.change.Changes.refusal;
import static org.ratchetdb.catalog.change.Changes.string;
import static org.ratchetdb.catalog.change.Changes.table;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.IndexState;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.spec.ColumnSpec;
import org.ratchetdb.catalog.spec.IndexSpec;
import org.ratchetdb.catalog.spec.KeyPartSpec;
import org.ratchetdb.common.error.CanonicalStatus;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;

class CreateIndexTest {
  private static final ColumnSpec JSON = ColumnSpec.plain("j", SqlType.JSON, null, "JSON");
  private static final ColumnSpec ARRAY =
      ColumnSpec.plain("arr", SqlType.arrayOf(SqlType.INT64), null, "ARRAY<INT64>");
  private static final Schema SCHEMA =
      createTable(
          EMPTY, table("T", List.of(int64("k"), int64("a"), string("b"), JSON, ARRAY), "k"));

  @Test
  void startsWriteOnlyAndAsksForBackfill() {
    ChangeResult result = new CreateIndex(IndexSpec.on("I", "T", "a"), false).apply(SCHEMA);
    Index index = result.schema().findIndex("i").orElseThrow();

    assertThat(index.state()).isEqualTo(IndexState.WRITE_ONLY);
    assertThat(result.effects()).containsExactly(new ChangeEffect.BackfillIndex(index.id()));
    Schema done =
        new SetIndexState(index.id(), IndexState.READ_WRITE).apply(result.schema()).schema();
    assertThat(done.index(index.id()).state()).isEqualTo(IndexState.READ_WRITE);
  }

  @Test
  void nullFilteredFiltersOnEveryKeyColumn() {
    IndexSpec spec =
        new IndexSpec(
            "I",
            "T",
            List.of(KeyPartSpec.ascending("a"), KeyPartSpec.ascending("b")),
            List.of(),
            false,
            true,
            List.of(),
            null);
    assertThat(only(apply(SCHEMA, new CreateIndex(spec, false))).notNullColumnIds())
        .containsExactly(2, 3);
  }

  @Test
  void filterOutsideTheIndexIsNotSupported() {
    IndexSpec spec =
        new IndexSpec(
            "I",
            "T",
            List.of(KeyPartSpec.ascending("a")),
            List.of(),
            false,
            false,
            List.of("b"),
            null);
    DbException refusal = refusal(SCHEMA, new CreateIndex(spec, false));
    assertThat(refusal).hasMessage("Cannot null-filter column b that is not in the index I.");
    assertThat(refusal.code()).isEqualTo(ErrorCode.NOT_SUPPORTED);
  }

  @Test
  void wrongColumnsAreRefused() {
    assertThat(refuse(IndexSpec.on("I", "T", "a", "a")))
        .hasMessage("Index I specifies key column a twice.");
    assertThat(refuse(IndexSpec.on("I", "T", "A")))
        .hasMessage(
            "Index I specifies key column A which does not exist in the index's base table.");
    assertThat(refuse(IndexSpec.on("I", "T")))
        .hasMessage("Index I does not specify any key columns.");
    assertThat(refuse(IndexSpec.on("I", "T", "arr")))
        .hasMessage("Cannot reference ARRAY arr in the creation of index I.");
    assertThat(refuse(IndexSpec.on("I", "T", "j")).code().status())
        .isEqualTo(CanonicalStatus.FAILED_PRECONDITION);
    assertThat(refuse(storing("a")))
        .hasMessage("Index I specifies stored column a already specified as primary key.");
    assertThat(refuse(storing("k")))
        .hasMessage("Index I specifies stored column k which is a key of table T.");
  }

  @Test
  void wrongNamesAreRefused() {
    assertThat(refuse(IndexSpec.on("T", "T", "a"))).hasMessage("Duplicate name in schema: T.");
    assertThat(refuse(IndexSpec.on("Dir_X", "T", "a"))).hasMessage("Index name not valid: Dir_X.");
    assertThat(refuse(IndexSpec.on("PRIMARY_KEY", "T", "a")))
        .hasMessageContaining("Cannot use reserved name PRIMARY_KEY");
    assertThat(refuse(IndexSpec.on("I", "t", "a"))).hasMessage("Table not found: t");
  }

  @Test
  void appendedKeyColumnsCountToTheLimit() {
    List<ColumnSpec> columns = new ArrayList<>(List.of(int64("k")));
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      columns.add(int64("c" + i));
      names.add("c" + i);
    }
    Schema schema = createTable(EMPTY, table("T", columns, "k"));
    String[] sixteen = names.toArray(String[]::new);

    assertThat(refusal(schema, new CreateIndex(IndexSpec.on("I", "T", sixteen), false)))
        .hasMessage("Index I has too many keys (17); the limit is 16.");
  }

  @Test
  void the129thIndexOfTableIsRefused() {
    Schema schema = SCHEMA;
    for (int i = 0; i < 128; i++) {
      schema = apply(schema, new CreateIndex(IndexSpec.on("I" + i, "T", "a"), false));
    }
    assertThat(refusal(schema, new CreateIndex(IndexSpec.on("More", "T", "a"), false)))
        .hasMessage("Cannot add index More to table T: too many indices (limit 128 per table).")
        .extracting(DbException::code)
        .isEqualTo(ErrorCode.SCHEMA_QUOTA_EXCEEDED);
  }

  @Test
  void interleavedIndexBeginsWithParentKey() {
    Schema schema = createTable(EMPTY, table("P", List.of(int64("p")), "p"));
    schema =
        createTable(
            schema, child(table("C", List.of(int64("p"), int64("c"), int64("v")), "p", "c"), "P"));

    assertThat(only(apply(schema, interleaved("p", "v"))).interleaveInTableId()).isEqualTo(1);
    // Names need not match: c has the type of p.
    assertThat(only(apply(schema, interleaved("c"))).interleaveInTableId()).isEqualTo(1);
    schema = apply(schema, new AlterTable("C", new AddColumn(string("s"), false), false));
    assertThat(refusal(schema, interleaved("s")))
        .hasMessage(
            "Index I references parent key column p with incorrect type STRING (should be INT64).");
  }

  @Test
  void ifNotExistsLeavesSchemaAlone() {
    Schema schema = apply(SCHEMA, new CreateIndex(IndexSpec.on("I", "T", "a"), false));
    assertThat(new CreateIndex(IndexSpec.on("I", "T", "b"), true).apply(schema).schema())
        .isSameAs(schema);
  }

  @Test
  void dropAsksForItsStorageBack() {
    Schema schema = apply(SCHEMA, new CreateIndex(IndexSpec.on("I", "T", "a"), false));
    ChangeResult result = new DropIndex("I", false).apply(schema);

    assertThat(result.schema().indexes()).isEmpty();
    assertThat(result.effects()).containsExactly(new ChangeEffect.DropIndexStorage(only(schema)));
    assertThat(refusal(schema, new DropIndex("i", false))).hasMessage("Index not found: i");
    assertThat(new DropIndex("Missing", true).apply(schema).schema()).isSameAs(schema);
  }

  private static CreateIndex interleaved(String... columns) {
    IndexSpec plain = IndexSpec.on("I", "C", columns);
    return new CreateIndex(
        new IndexSpec("I", "C", plain.keyParts(), List.of(), false, false, List.of(), "P"), false);
  }

  private static IndexSpec storing(String column) {
    return new IndexSpec(
        "I",
        "T",
        List.of(KeyPartSpec.ascending("a")),
        List.of(column),
        false,
        false,
        List.of(),
        null);
  }

  private static Index only(Schema schema) {
    assertThat(schema.indexes()).hasSize(1);
    return schema.indexes().get(0);
  }

  private static DbException refuse(IndexSpec spec) {
    return refusal(SCHEMA, new CreateIndex(spec, false));
  }
}
