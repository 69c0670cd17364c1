package org.ratchetdb.catalog.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ratchetdb.catalog.change.Changes.EMPTY;
import static org.ratchetdb.catalog.change.Changes.EMPTY_PG;
import static org.ratchetdb.catalog.change.Changes.child;
import static org.ratchetdb.catalog.change.Changes.createTable;
import static org.ratchetdb.catalog.change.Changes.find;
import static org.ratchetdb.catalog.change.Changes.int64;
import static org.ratchetdb.catalog.change.Changes.refusal;
import static org.ratchetdb.catalog.change.Changes.string;
import static org.ratchetdb.catalog.change.Changes.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.IdentitySpec;
import org.ratchetdb.catalog.model.Interleave;
import org.ratchetdb.catalog.model.KeyPart;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.catalog.spec.ColumnSpec;
import org.ratchetdb.catalog.spec.DefaultSpec;
import org.ratchetdb.catalog.spec.GeneratedSpec;
import org.ratchetdb.catalog.spec.IndexSpec;
import org.ratchetdb.catalog.spec.InterleaveSpec;
import org.ratchetdb.catalog.spec.KeyPartSpec;
import org.ratchetdb.catalog.spec.SequenceSpec;
import org.ratchetdb.catalog.spec.TableSpec;
import org.ratchetdb.common.error.CanonicalStatus;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;

class CreateTableTest {
  @Test
  void numbersTheTableAndItsColumns() {
    Schema schema = createTable(EMPTY, table("T", List.of(int64("a"), string("b", 20)), "a"));
    Table table = find(schema, "t");

    assertThat(schema.version()).isEqualTo(1);
    assertThat(table.id()).isEqualTo(1);
    assertThat(schema.nextObjectId()).isEqualTo(2);
    assertThat(table.columns()).extracting(Column::id).containsExactly(1, 2);
    assertThat(table.nextColumnId()).isEqualTo(3);
    assertThat(table.column(2).lengthMax()).isEqualTo(20);
    assertThat(table.primaryKey()).containsExactly(new KeyPart(1, false, true));
  }

  @Test
  void descendingKeyPartHasItsNullsLastInGoogleSql() {
    TableSpec spec =
        new TableSpec("T", List.of(int64("a")), List.of(KeyPartSpec.descending("a")), null);

    assertThat(find(createTable(EMPTY, spec), "T").primaryKey())
        .containsExactly(new KeyPart(1, true, false));
  }

  @Test
  void postgresKeyColumnsAreNotNullWithNullsLast() {
    Table table = find(createTable(EMPTY_PG, table("t", List.of(int64("a")), "a")), "t");

    assertThat(table.column(1).notNull()).isTrue();
    assertThat(table.primaryKey()).containsExactly(new KeyPart(1, false, false));
  }

  @Test
  void emptyKeyMakesTableOfOneRow() {
    assertThat(find(createTable(EMPTY, table("T", List.of(int64("a")))), "T").primaryKey())
        .isEmpty();
  }

  @Test
  void tableWithoutPrimaryKeyGetsHiddenIdentityKey() {
    Schema schema = createTable(EMPTY, new TableSpec("T", List.of(int64("a")), null, null));
    Column rowId = Objects.requireNonNull(find(schema, "T").findColumn("rowid"));

    assertThat(rowId.hidden()).isTrue();
    assertThat(rowId.notNull()).isTrue();
    assertThat(find(schema, "T").isKeyColumn(rowId.id())).isTrue();
    IdentitySpec identity = Objects.requireNonNull(rowId.identity());
    assertThat(schema.sequence(identity.sequenceId()).identityOwnerTableId()).isEqualTo(1);
  }

  @Test
  void postgresTableNeedsPrimaryKey() {
    assertThat(refusal(EMPTY_PG, new CreateTable(new TableSpec("t", List.of(), null, null), false)))
        .hasMessage("Primary key must be defined for table \"t\".");
  }

  @Test
  void ifNotExistsLeavesSchemaAlone() {
    Schema schema = createTable(EMPTY, table("T", List.of(int64("a")), "a"));

    ChangeResult result = new CreateTable(table("T", List.of()), true).apply(schema);
    assertThat(result.schema()).isSameAs(schema);
    assertThat(result.changed(schema)).isFalse();
  }

  @Test
  void namesThatDifferByCaseCollide() {
    Schema schema = createTable(EMPTY, table("Users", List.of()));
    DbException refusal = refusal(schema, new CreateTable(table("users", List.of()), false));

    assertThat(refusal).hasMessage("Duplicate name in schema: users.");
    assertThat(refusal.code().status()).isEqualTo(CanonicalStatus.FAILED_PRECONDITION);
  }

  @Test
  void tablesAndIndexesShareNames() {
    Schema schema = createTable(EMPTY, table("T", List.of(int64("a")), "a"));
    schema = new CreateIndex(IndexSpec.on("I", "T", "a"), false).apply(schema).schema();

    assertThat(refusal(schema, new CreateTable(table("i", List.of()), false)))
        .hasMessage("Duplicate name in schema: i.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"_T", "1T", "T-1", ""})
  void malformedNamesAreRefused(String name) {
    assertThat(refusal(EMPTY, new CreateTable(table(name, List.of()), false)))
        .hasMessage("Table name not valid: " + name + ".");
  }

  @Test
  void nameOf129CharactersIsRefused() {
    assertThat(createTable(EMPTY, table("T".repeat(128), List.of())).tables()).hasSize(1);
    assertThat(refusal(EMPTY, new CreateTable(table("T".repeat(129), List.of()), false)).code())
        .isEqualTo(ErrorCode.INVALID_NAME);
  }

  @Test
  void unknownNamedSchemaIsNotFound() {
    assertThat(refusal(EMPTY, new CreateTable(table("s.T", List.of()), false)))
        .hasMessage("Schema not found: s");
  }

  @Test
  void duplicateColumnIsRefused() {
    assertThat(refuse(table("T", List.of(int64("a"), string("A")), "a")))
        .hasMessage("Duplicate column name T.A.");
  }

  @Test
  void tableOf1025ColumnsIsRefused() {
    List<ColumnSpec> columns = new ArrayList<>();
    IntStream.range(0, 1024).forEach(i -> columns.add(int64("c" + i)));
    assertThat(createTable(EMPTY, table("T", columns)).tables()).hasSize(1);
    columns.add(int64("more"));

    DbException refusal = refuse(table("T", columns));
    assertThat(refusal).hasMessage("Table T has too many columns; the limit is 1024.");
    assertThat(refusal.code().status()).isEqualTo(CanonicalStatus.FAILED_PRECONDITION);
  }

  @Test
  void keyColumnsMustExistWithTheirCase() {
    assertThat(refuse(table("T", List.of(int64("a")), "A")))
        .hasMessage("Table T references nonexistent key column A.");
  }

  @Test
  void keyColumnIsListedOnce() {
    DbException refusal = refuse(table("T", List.of(int64("a")), "a", "a"));
    assertThat(refusal).hasMessage("Table T references key column a more than once.");
    assertThat(refusal.code().status()).isEqualTo(CanonicalStatus.INVALID_ARGUMENT);
  }

  @Test
  void seventeenKeyColumnsAreRefused() {
    List<ColumnSpec> columns = new ArrayList<>();
    IntStream.range(0, 17).forEach(i -> columns.add(int64("c" + i)));

    assertThat(
            refuse(
                table("T", columns, columns.stream().map(ColumnSpec::name).toArray(String[]::new))))
        .hasMessage("Table T has too many keys (17); the limit is 16.");
  }

  @Test
  void jsonIsNoKey() {
    ColumnSpec json = ColumnSpec.plain("j", SqlType.JSON, null, "JSON");
    assertThat(refuse(table("T", List.of(json), "j")))
        .hasMessage("Column T.j has type JSON, but is part of the primary key.");
  }

  @Test
  void lengthsOutsideTheRangeAreRefused() {
    assertThat(refuse(table("T", List.of(string("s", 0)))))
        .hasMessage("Bad length for column T.s: 0 : Allowed length range: [1, 2621440].");
    SqlType bytesArray = SqlType.arrayOf(SqlType.BYTES);
    ColumnSpec column = ColumnSpec.plain("b", bytesArray, 10485761L, "ARRAY<BYTES(10485761)>");
    assertThat(refuse(table("T", List.of(column))))
        .hasMessage("Bad length for column T.b: 10485761 : Allowed length range: [1, 10485760].");
  }

  @Test
  void commitTimestampOptionNeedsTimestamp() {
    assertThat(refuse(table("A", List.of(int64("T").withAllowCommitTimestamp(false)))))
        .hasMessage(
            "Column A.T has invalid allow_commit_timestamp option.  Option only allowed on"
                + " TIMESTAMP columns.");
  }

  @Test
  void pendingCommitTimestampDefaultNeedsOption() {
    DefaultSpec pending = new DefaultSpec("PENDING_COMMIT_TIMESTAMP()", null, List.of(), true);
    ColumnSpec column = Changes.timestamp("ts").withDefault(pending);

    assertThat(
            createTable(EMPTY, table("T", List.of(column.withAllowCommitTimestamp(true)))).tables())
        .hasSize(1);
    assertThat(refuse(table("T", List.of(column))))
        .hasMessageContaining("without the allow_commit_timestamp column option");
  }

  @Test
  void defaultAndGeneratedExcludeEachOther() {
    ColumnSpec column =
        int64("c")
            .withDefault(DefaultSpec.perRow("1"))
            .withGenerated(new GeneratedSpec("1", true, List.of()));
    assertThat(refuse(table("T", List.of(column))))
        .hasMessage("Column T.c with a DEFAULT value cannot be a generated column and vice versa.");
  }

  @Test
  void identityNeedsSequenceKind() {
    ColumnSpec column = int64("id").withIdentity(SequenceSpec.DEFAULT_KIND);
    DbException refusal = refuse(table("T", List.of(column), "id"));

    assertThat(refusal)
        .hasMessage(
            "The sequence kind of an identity column id is not specified. Please specify the"
                + " sequence kind explicitly or set the database option `default_sequence_kind`.");
    assertThat(refusal.code().status()).isEqualTo(CanonicalStatus.INVALID_ARGUMENT);
  }

  @Test
  void unknownSequenceInDefaultIsRefused() {
    ColumnSpec column =
        int64("id").withDefault(new DefaultSpec("f", null, List.of("nonexist"), false));
    assertThat(refuse(table("T", List.of(column)))).hasMessage("Sequence not found: nonexist");
  }

  @Test
  void virtualGeneratedColumnCannotBeNotNull() {
    ColumnSpec shard =
        int64("shard").withGenerated(new GeneratedSpec("k", false, List.of("k"))).asNotNull();

    assertThat(refuse(table("T", List.of(int64("k"), shard), "k")))
        .hasMessage(
            "Generated column `T.shard` that are not marked as STORED cannot be specified as NOT"
                + " NULL.");
  }

  @Test
  void storedGeneratedColumnKnowsWhatItReads() {
    ColumnSpec shard =
        int64("shard").withGenerated(new GeneratedSpec("K", true, List.of("K"))).asNotNull();
    Table table = find(createTable(EMPTY, table("T", List.of(int64("k"), shard), "k")), "T");

    assertThat(table.column(2).generatedFrom()).containsExactly(1);
  }

  @Test
  void cyclesOfGeneratedColumnsAreNamedAsWalked() {
    ColumnSpec a = int64("a").withGenerated(new GeneratedSpec("b", true, List.of("b")));
    ColumnSpec b = int64("b").withGenerated(new GeneratedSpec("d", true, List.of("d")));
    ColumnSpec c = int64("c").withGenerated(new GeneratedSpec("b", true, List.of("b")));
    ColumnSpec d = int64("d").withGenerated(new GeneratedSpec("c", true, List.of("c")));

    assertThat(refuse(table("T", List.of(int64("id"), a, b, c, d), "id")))
        .hasMessage(
            "Cycle detected while analysing generated column, which include objects (a,b,d,c)");
  }

  @Test
  void generatedKeyColumnReadsAtMostOneOtherColumn() {
    ColumnSpec key = int64("g").withGenerated(new GeneratedSpec("a + b", true, List.of("a", "b")));
    assertThat(refuse(table("T", List.of(int64("a"), int64("b"), key), "g")))
        .hasMessageContaining("cannot reference more than one non-key column");
  }

  @Test
  void childBeginsWithParentKey() {
    Schema schema = createTable(EMPTY, table("P", List.of(int64("p")), "p"));
    schema = createTable(schema, child(table("C", List.of(int64("p"), int64("c")), "p", "c"), "P"));

    assertThat(find(schema, "C").interleave()).isEqualTo(new Interleave(1, true, false));
    assertThat(schema.childrenOf(1)).hasSize(1);
  }

  @Test
  void plainInterleaveIsNotEnforcedAndTakesNoAction() {
    Schema schema = createTable(EMPTY, table("Depot", List.of(int64("d")), "d"));
    TableSpec crate = table("Crate", List.of(int64("d"), int64("c")), "d", "c");
    TableSpec plain =
        new TableSpec(
            "Crate", crate.columns(), crate.primaryKey(), new InterleaveSpec("Depot", false, null));

    assertThat(find(createTable(schema, plain), "Crate").interleave())
        .isEqualTo(new Interleave(1, false, false));
    TableSpec withAction =
        new TableSpec(
            "Crate", crate.columns(), crate.primaryKey(), new InterleaveSpec("Depot", false, true));
    assertThat(refusal(schema, new CreateTable(withAction, false)))
        .hasMessage("Cannot SET ON DELETE on an INTERLEAVE IN table Crate.");
  }

  @Test
  void childKeyMayNameParentKeyDifferently() {
    Schema schema = createTable(EMPTY, table("Orders", List.of(int64("o")), "o"));
    TableSpec lines = table("Lines", List.of(int64("l"), int64("n")), "l", "n");
    TableSpec child =
        new TableSpec(
            "Lines", lines.columns(), lines.primaryKey(), new InterleaveSpec("Orders", true, true));

    assertThat(find(createTable(schema, child), "Lines").interleave())
        .isEqualTo(new Interleave(1, true, true));
  }

  @Test
  void childKeysThatDisagreeWithParentAreRefused() {
    Schema schema = createTable(EMPTY, table("P", List.of(string("p", 10).asNotNull()), "p"));
    ColumnSpec c = int64("c");

    assertThat(childRefusal(schema, table("C", List.of(string("p"), c), "c")))
        .hasMessage("Table C does not reference parent key column p.");
    assertThat(childRefusal(schema, table("C", List.of(int64("q"), c), "q", "c")))
        .hasMessage("Table C does not reference parent key column p.");
    assertThat(childRefusal(schema, table("C", List.of(string("p"), c), "c", "p")))
        .hasMessage("Table C references parent key column p at incorrect position 2.");
    assertThat(childRefusal(schema, table("C", List.of(int64("p"), c), "p", "c")))
        .hasMessage(
            "Table C references parent key column p with incorrect type INT64 (should be STRING).");
    assertThat(childRefusal(schema, table("C", List.of(string("p"), c), "p", "c")))
        .hasMessage(
            "Table C references parent key column p with incorrect length MAX (should be 10).");
    assertThat(childRefusal(schema, table("C", List.of(string("p", 10), c), "p", "c")))
        .hasMessageContaining("that is not null, but child key is nullable");
    TableSpec descending =
        new TableSpec(
            "C",
            List.of(string("p", 10).asNotNull()),
            List.of(KeyPartSpec.descending("p")),
            new InterleaveSpec("P", true, null));
    assertThat(refusal(schema, new CreateTable(descending, false)))
        .hasMessage("Table C references parent key column p with incorrect order DESC.");
  }

  @Test
  void childWithoutColumnsIsRefused() {
    Schema schema = createTable(EMPTY, table("P", List.of()));
    assertThat(childRefusal(schema, table("C", List.of())))
        .hasMessage("Table C adds no columns and is not a top level table.");
  }

  @Test
  void unknownParentIsNotFound() {
    DbException refusal =
        refusal(EMPTY, new CreateTable(child(table("C", List.of(int64("p")), "p"), "P"), false));
    assertThat(refusal).hasMessage("Table not found: P");
    assertThat(refusal.code().status()).isEqualTo(CanonicalStatus.NOT_FOUND);
  }

  @Test
  void eighthLevelBelowTheRootIsRefused() {
    Schema schema = createTable(EMPTY, table("T0", List.of(int64("k")), "k"));
    for (int depth = 1; depth <= 7; depth++) {
      schema =
          createTable(
              schema, child(table("T" + depth, List.of(int64("k")), "k"), "T" + (depth - 1)));
    }
    assertThat(
            refusal(
                schema, new CreateTable(child(table("T8", List.of(int64("k")), "k"), "T7"), false)))
        .hasMessage("Table T8 is too deeply nested; the limit is 7.");
  }

  private static DbException refuse(TableSpec spec) {
    return refusal(EMPTY, new CreateTable(spec, false));
  }

  private static DbException childRefusal(Schema schema, TableSpec spec) {
    return refusal(schema, new CreateTable(child(spec, "P"), false));
  }
}
