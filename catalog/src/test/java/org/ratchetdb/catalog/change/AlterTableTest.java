package org.ratchetdb.catalog.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ratchetdb.catalog.change.Changes.EMPTY;
import static org.ratchetdb.catalog.change.Changes.alter;
import static org.ratchetdb.catalog.change.Changes.apply;
import static org.ratchetdb.catalog.change.Changes.child;
import static org.ratchetdb.catalog.change.Changes.createTable;
import static org.ratchetdb.catalog.change.Changes.find;
import static org.ratchetdb.catalog.change.Changes.int64;
import static org.ratchetdb.catalog.change.Changes.refusal;
import static org.ratchetdb.catalog.change.Changes.string;
import static org.ratchetdb.catalog.change.Changes.table;
import static org.ratchetdb.catalog.change.Changes.timestamp;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.catalog.spec.ColumnSpec;
import org.ratchetdb.catalog.spec.DefaultSpec;
import org.ratchetdb.catalog.spec.GeneratedSpec;
import org.ratchetdb.catalog.spec.IndexSpec;
import org.ratchetdb.catalog.spec.InterleaveSpec;
import org.ratchetdb.catalog.spec.KeyPartSpec;
import org.ratchetdb.catalog.spec.SequenceSpec;
import org.ratchetdb.common.error.CanonicalStatus;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;

class AlterTableTest {
  private static final Schema SCHEMA =
      createTable(
          EMPTY,
          table(
              "T",
              List.of(
                  int64("k"),
                  string("s", 20),
                  string("n").asNotNull(),
                  timestamp("ts"),
                  string("g").withGenerated(new GeneratedSpec("s", true, List.of("s")))),
              "k"));

  @Test
  void unknownTableIsNotFoundUnlessIfExists() {
    DropColumn change = new DropColumn("s");
    assertThat(refusal(SCHEMA, new AlterTable("X", change, false)))
        .hasMessage("Table not found: X");
    assertThat(new AlterTable("X", change, true).apply(SCHEMA).schema()).isSameAs(SCHEMA);
  }

  @Test
  void addedColumnTakesNextId() {
    Schema schema = apply(SCHEMA, alter("T", new AddColumn(int64("more"), false)));
    Table table = find(schema, "T");

    assertThat(table.column(6).name()).isEqualTo("more");
    assertThat(table.nextColumnId()).isEqualTo(7);
  }

  @Test
  void idsOfDroppedColumnsAreNotUsedAgain() {
    Schema schema =
        apply(
            SCHEMA,
            alter("T", new AddColumn(int64("more"), false)),
            alter("T", new DropColumn("more")),
            alter("T", new AddColumn(int64("more"), false)));
    assertThat(column(schema, "more").id()).isEqualTo(7);
  }

  @Test
  void constantDefaultOfAddedColumnStandsForOldRows() {
    ColumnSpec spec =
        int64("c").withDefault(DefaultSpec.constant("1", new Value.Int64(1))).asNotNull();
    ChangeResult result = alter("T", new AddColumn(spec, false)).apply(SCHEMA);

    assertThat(column(result.schema(), "c").initialValue()).isEqualTo(new Value.Int64(1));
    assertThat(result.effects()).isEmpty();
  }

  @Test
  void valuesComputedPerRowNeedBackfill() {
    ColumnSpec perRow = string("c").withDefault(DefaultSpec.perRow("GENERATE_UUID()"));
    ColumnSpec stored = string("c").withGenerated(new GeneratedSpec("n", true, List.of("n")));
    ColumnSpec virtual = string("c").withGenerated(new GeneratedSpec("n", false, List.of("n")));
    ChangeEffect backfill = new ChangeEffect.BackfillColumn(1, 6);

    assertThat(alter("T", new AddColumn(perRow, false)).apply(SCHEMA).effects())
        .containsExactly(backfill);
    assertThat(alter("T", new AddColumn(stored, false)).apply(SCHEMA).effects())
        .containsExactly(backfill);
    assertThat(alter("T", new AddColumn(virtual, false)).apply(SCHEMA).effects()).isEmpty();
  }

  @Test
  void addingNotNullColumnWithoutValueIsNotSupported() {
    DbException refusal = refusal(SCHEMA, alter("T", new AddColumn(int64("c").asNotNull(), false)));
    assertThat(refusal).hasMessage("Cannot add NOT NULL column T.c to existing table T.");
    assertThat(refusal.code().status()).isEqualTo(CanonicalStatus.UNIMPLEMENTED);
  }

  @Test
  void addingColumnTwiceIsRefusedUnlessIfNotExists() {
    assertThat(refusal(SCHEMA, alter("T", new AddColumn(int64("S"), false))))
        .hasMessage("Duplicate column name T.S.");
    assertThat(alter("T", new AddColumn(int64("s"), true)).apply(SCHEMA).schema()).isSameAs(SCHEMA);
  }

  @Test
  void generatedColumnCannotReadItself() {
    ColumnSpec self = int64("c").withGenerated(new GeneratedSpec("c + 1", true, List.of("c")));
    assertThat(refusal(SCHEMA, alter("T", new AddColumn(self, false))))
        .hasMessage("Cycle detected while analysing generated column, which include objects (c)");
  }

  @Test
  void columnsInUseAreNotDropped() {
    DbException key = refusal(SCHEMA, alter("T", new DropColumn("k")));
    assertThat(key).hasMessage("Cannot drop key column k from table T.");
    assertThat(key.code().status()).isEqualTo(CanonicalStatus.INVALID_ARGUMENT);
    assertThat(refusal(SCHEMA, alter("T", new DropColumn("s"))))
        .hasMessage(
            "Cannot drop column `s` from table `T` because it is referenced by generated column"
                + " `g`.");
    Schema indexed = apply(SCHEMA, new CreateIndex(IndexSpec.on("I", "T", "n"), false));
    assertThat(refusal(indexed, alter("T", new DropColumn("n"))))
        .hasMessage("Cannot drop column n from table T because it is used by index I.");
    assertThat(refusal(SCHEMA, alter("T", new DropColumn("N"))))
        .hasMessage("Column not found in table T: N");
  }

  @Test
  void notNullIsValidated() {
    assertThat(alter("T", new SetColumnNotNull("s", true)).apply(SCHEMA).effects())
        .containsExactly(new ChangeEffect.ValidateNotNull(1, 2));
    assertThat(alter("T", new SetColumnNotNull("n", false)).apply(SCHEMA).effects()).isEmpty();
    assertThat(alter("T", new SetColumnNotNull("n", true)).apply(SCHEMA).schema()).isSameAs(SCHEMA);
  }

  @Test
  void nullabilityUnderAnIndexIsFixedUnlessFiltered() {
    IndexSpec unique =
        new IndexSpec(
            "I", "T", List.of(KeyPartSpec.ascending("n")), List.of(), true, false, List.of(), null);
    DbException refusal =
        refusal(
            apply(SCHEMA, new CreateIndex(unique, false)),
            alter("T", new SetColumnNotNull("n", false)));
    assertThat(refusal)
        .hasMessage(
            "Changing NOT NULL constraints on column n is not allowed because it affects index I.");
    assertThat(refusal.code().status()).isEqualTo(CanonicalStatus.FAILED_PRECONDITION);
    assertThat(refusal.attributes()).containsEntry("index", "I");

    IndexSpec filtered =
        new IndexSpec("I", "T", unique.keyParts(), List.of(), true, true, List.of(), null);
    Schema allowed =
        apply(
            SCHEMA, new CreateIndex(filtered, false), alter("T", new SetColumnNotNull("n", false)));
    assertThat(column(allowed, "n").notNull()).isFalse();
  }

  @Test
  void redefinitionDropsWhatItDoesNotRepeat() {
    Schema schema =
        apply(
            SCHEMA,
            alter("T", new SetColumnDefault("n", DefaultSpec.perRow("'x'"))),
            alter("T", new RedefineColumn(string("n"))));
    assertThat(column(schema, "n").notNull()).isFalse();
    assertThat(column(schema, "n").defaultSql()).isNull();
  }

  @Test
  void shorterLengthIsValidatedAndLongerIsNot() {
    assertThat(alter("T", new RedefineColumn(string("s", 10))).apply(SCHEMA).effects())
        .containsExactly(new ChangeEffect.ValidateLength(1, 2, 10));
    assertThat(alter("T", new RedefineColumn(string("s", 30))).apply(SCHEMA).effects()).isEmpty();
    assertThat(alter("T", new RedefineColumn(string("s"))).apply(SCHEMA).effects()).isEmpty();
  }

  @Test
  void stringAndBytesConvertAndOthersDoNot() {
    Schema schema = apply(SCHEMA, alter("T", new AddColumn(bytes("b"), false)));
    assertThat(alter("T", new RedefineColumn(string("b"))).apply(schema).effects())
        .containsExactly(
            new ChangeEffect.ValidateUtf8(1, 6), new ChangeEffect.ValidateLength(1, 6, 2_621_440));
    assertThat(alter("T", new RedefineColumn(bytes("n").asNotNull())).apply(schema).effects())
        .isEmpty();
    assertThat(refusal(schema, alter("T", new RedefineColumn(int64("n")))))
        .hasMessage("Cannot change type of column `n` from `STRING` to `INT64`");
    assertThat(refusal(schema, alter("T", new RedefineColumn(bytes("s")))))
        .hasMessage(
            "Cannot change the data type of column `s`, which has a dependent stored generated"
                + " column.");
  }

  @Test
  void keyColumnKeepsTypeAndNullability() {
    assertThat(refusal(SCHEMA, alter("T", new RedefineColumn(int64("k").asNotNull()))))
        .hasMessage("Cannot change key column T.k.");
    assertThat(alter("T", new RedefineColumn(int64("k"))).apply(SCHEMA).effects()).isEmpty();
  }

  @Test
  void keyColumnSharedWithParentIsFixedButForTheOption() {
    Schema schema = createTable(EMPTY, table("P", List.of(timestamp("ts")), "ts"));
    schema = createTable(schema, child(table("C", List.of(timestamp("ts")), "ts"), "P"));

    assertThat(refusal(schema, alter("C", new RedefineColumn(timestamp("ts")))))
        .hasMessage("Cannot alter parent key column C.ts.");
    assertThat(alter("C", new SetColumnOptions("ts", true)).apply(schema).effects())
        .containsExactly(new ChangeEffect.ValidateNoFutureTimestamp(2, 1));
  }

  @Test
  void generatedColumnsStayWhatTheyAre() {
    assertThat(refusal(SCHEMA, alter("T", new RedefineColumn(string("g")))))
        .hasMessage("Cannot convert generated column `T.g` to a regular column.");
    ColumnSpec virtual = string("g").withGenerated(new GeneratedSpec("s", false, List.of("s")));
    assertThat(refusal(SCHEMA, alter("T", new RedefineColumn(virtual))))
        .hasMessage("Cannot change the STORED attribute for generated column `T.g`.");
    ColumnSpec generated = string("n").withGenerated(new GeneratedSpec("s", true, List.of("s")));
    assertThat(refusal(SCHEMA, alter("T", new RedefineColumn(generated))))
        .hasMessage("Cannot convert column `T.n` to a generated column.");
    assertThat(refusal(SCHEMA, alter("T", new SetColumnDefault("g", DefaultSpec.perRow("'x'")))))
        .hasMessage("Column T.g with a DEFAULT value cannot be a generated column and vice versa.");
  }

  @Test
  void commitTimestampsAreNoInputOfGeneratedColumns() {
    ColumnSpec derived = timestamp("d").withGenerated(new GeneratedSpec("ts", true, List.of("ts")));
    Schema schema = apply(SCHEMA, alter("T", new AddColumn(derived, false)));

    assertThat(refusal(schema, alter("T", new SetColumnOptions("ts", true))))
        .hasMessage(
            "Cannot use commit timestamp column `ts` as a dependency of a materialized generated"
                + " column.");
  }

  @Test
  void keyChangesBetweenStringAndBytesUnlessShared() {
    Schema schema = createTable(EMPTY, table("P", List.of(string("p")), "p"));
    assertThat(alter("P", new RedefineColumn(bytes("p"))).apply(schema).effects()).isEmpty();

    Schema shared =
        createTable(schema, child(table("C", List.of(string("p"), int64("c")), "p", "c"), "P"));
    assertThat(refusal(shared, alter("P", new RedefineColumn(bytes("p")))))
        .hasMessage("Requested change to key column p could not be made.");
  }

  @Test
  void postgresGeneratedColumnReadsNoOther() {
    GeneratedSpec first = new GeneratedSpec("k + 1", true, List.of("k"));
    GeneratedSpec second = new GeneratedSpec("\"G1\" + 1", true, List.of("G1"));
    Schema schema =
        createTable(
            Changes.EMPTY_PG,
            table("t", List.of(int64("k"), int64("G1").withGenerated(first)), "k"));
    assertThat(refusal(schema, alter("t", new AddColumn(int64("G2").withGenerated(second), false))))
        .hasMessage("A generated column \"G2\" cannot reference another generated column \"G1\".");
  }

  @Test
  void arraysBecomeNotNullWhenNoneIsNull() {
    ColumnSpec array =
        ColumnSpec.plain("arr", SqlType.arrayOf(SqlType.INT64), null, "ARRAY<INT64>");
    Schema schema = apply(SCHEMA, alter("T", new AddColumn(array, false)));
    assertThat(alter("T", new SetColumnNotNull("arr", true)).apply(schema).effects())
        .containsExactly(new ChangeEffect.ValidateNotNull(1, 6));
  }

  @Test
  void identityOptionsChangeTheHiddenSequence() {
    Schema schema =
        createTable(
            EMPTY,
            table(
                "T",
                List.of(int64("id").withIdentity(SequenceSpec.BIT_REVERSED), int64("v")),
                "id"));
    ChangeResult result =
        alter("T", new AlterIdentity("id", SequenceAlteration.restartCounter(1000))).apply(schema);
    int sequenceId = Objects.requireNonNull(column(schema, "id").identity()).sequenceId();

    assertThat(result.effects())
        .containsExactly(new ChangeEffect.RestartSequence(sequenceId, 1000));
    assertThat(
            refusal(schema, alter("T", new AlterIdentity("v", SequenceAlteration.NO_SKIP_RANGE))))
        .hasMessage("Column is not an identity column in table T: v");
    assertThat(new DropTable("T", false).apply(schema).schema().sequences()).isEmpty();
  }

  @Test
  void onDeleteBelongsToTablesInTheirParent() {
    Schema schema = createTable(EMPTY, table("P", List.of(int64("p")), "p"));
    schema = createTable(schema, child(table("C", List.of(int64("p"), int64("c")), "p", "c"), "P"));

    Schema cascading = apply(schema, alter("C", new SetOnDelete(true)));
    assertThat(Objects.requireNonNull(find(cascading, "C").interleave()).onDeleteCascade())
        .isTrue();
    assertThat(refusal(schema, alter("P", new SetOnDelete(true))))
        .hasMessage("Cannot SET ON DELETE on table P that does not have an INTERLEAVE clause.");
    Schema plain =
        apply(schema, alter("C", new SetInterleave(new InterleaveSpec("P", false, null))));
    assertThat(refusal(plain, alter("C", new SetOnDelete(true))))
        .hasMessage("Cannot SET ON DELETE on an INTERLEAVE IN table C.");
    assertThat(
            alter("C", new SetInterleave(new InterleaveSpec("P", true, null)))
                .apply(plain)
                .effects())
        .containsExactly(new ChangeEffect.ValidateParentRows(2));
    assertThat(
            refusal(plain, alter("C", new SetInterleave(new InterleaveSpec("P", true, true))))
                .code())
        .isEqualTo(ErrorCode.NOT_SUPPORTED);
    assertThat(refusal(plain, alter("C", new SetInterleave(new InterleaveSpec("C", true, null)))))
        .hasMessage("Cannot change the interleaving table of table C.");
  }

  @Test
  void tablesWithDependentsAreNotDropped() {
    Schema schema = createTable(EMPTY, table("P", List.of(int64("p")), "p"));
    schema = createTable(schema, child(table("C", List.of(int64("p"), int64("c")), "p", "c"), "P"));
    schema = apply(schema, new CreateIndex(IndexSpec.on("I", "C", "c"), false));

    assertThat(refusal(schema, new DropTable("P", false)))
        .hasMessage("Cannot drop table P with interleaved tables: C.");
    assertThat(refusal(schema, new DropTable("C", false)))
        .hasMessage("Cannot drop table C with indices: I.");
    assertThat(refusal(schema, new DropTable("p", false))).hasMessage("Table not found: p");
    assertThat(new DropTable("Missing", true).apply(schema).schema()).isSameAs(schema);
    Table child = find(schema, "C");
    assertThat(new DropTable("C", false).apply(apply(schema, new DropIndex("I", false))).effects())
        .containsExactly(new ChangeEffect.DropTableStorage(child));
  }

  @Test
  void namesSwapThroughThird() {
    Schema schema = createTable(EMPTY, table("A", List.of(int64("k")), "k"));
    schema = createTable(schema, table("B", List.of(int64("k")), "k"));
    Schema swapped =
        apply(
            schema,
            new RenameTables(
                List.of(
                    new RenameTables.Rename("A", "x"),
                    new RenameTables.Rename("B", "A"),
                    new RenameTables.Rename("x", "B"))));

    assertThat(find(swapped, "A").id()).isEqualTo(2);
    assertThat(find(swapped, "B").id()).isEqualTo(1);
    assertThat(swapped.version()).isEqualTo(schema.version() + 1);
    assertThat(refusal(schema, new RenameTables(List.of(new RenameTables.Rename("A", "B")))))
        .hasMessage("Duplicate name in schema: B.");
  }

  private static ColumnSpec bytes(String name) {
    return ColumnSpec.plain(name, SqlType.BYTES, null, "BYTES(MAX)");
  }

  private static Column column(Schema schema, String name) {
    return Objects.requireNonNull(find(schema, "T").findColumn(name));
  }
}
