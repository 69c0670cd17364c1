package org.ratchetdb.catalog.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ratchetdb.catalog.change.Changes.EMPTY;
import static org.ratchetdb.catalog.change.Changes.apply;
import static org.ratchetdb.catalog.change.Changes.createTable;
import static org.ratchetdb.catalog.change.Changes.int64;
import static org.ratchetdb.catalog.change.Changes.refusal;
import static org.ratchetdb.catalog.change.Changes.table;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Sequence;
import org.ratchetdb.catalog.spec.DefaultSpec;
import org.ratchetdb.catalog.spec.SequenceSpec;
import org.ratchetdb.common.error.CanonicalStatus;
import org.ratchetdb.common.value.Value;

class SequenceChangesTest {
  private static final Schema SCHEMA =
      apply(EMPTY, new CreateSequence("S", SequenceSpec.BIT_REVERSED, false));

  @Test
  void startsAtOneAndSkipsNothingUnlessTold() {
    assertThat(SCHEMA.sequences()).containsExactly(new Sequence(1, "S", 1, 1, 0, 0));
    SequenceSpec spec = new SequenceSpec(true, 50L, 1L, 1000L);
    assertThat(apply(EMPTY, new CreateSequence("S", spec, false)).sequences())
        .containsExactly(new Sequence(1, "S", 50, 1, 1000, 0));
  }

  @Test
  void kindMayComeFromTheDatabase() {
    CreateSequence change = new CreateSequence("S", SequenceSpec.DEFAULT_KIND, false);
    assertThat(refusal(EMPTY, change))
        .hasMessageStartingWith("The sequence does not have a valid sequence kind.");
    Schema schema = apply(EMPTY, option("default_sequence_kind", "bit_reversed_positive"));
    assertThat(apply(schema, change).sequences()).hasSize(1);
  }

  @Test
  void senselessSkipRangesAreRefused() {
    for (SequenceSpec spec :
        List.of(
            new SequenceSpec(true, null, -100L, -1L),
            new SequenceSpec(true, null, 100L, 1L),
            new SequenceSpec(true, null, 100L, null),
            new SequenceSpec(true, 0L, null, null))) {
      assertThat(refusal(EMPTY, new CreateSequence("S", spec, false)).code().status())
          .isEqualTo(CanonicalStatus.FAILED_PRECONDITION);
    }
  }

  @Test
  void alterationsKeepWhatTheyDoNotName() {
    Schema schema =
        apply(SCHEMA, new AlterSequence("S", SequenceAlteration.skipRange(5, 9), false));
    ChangeResult restarted =
        new AlterSequence("S", SequenceAlteration.restartCounter(77), false).apply(schema);

    assertThat(restarted.schema().sequences()).containsExactly(new Sequence(1, "S", 77, 5, 9, 0));
    assertThat(restarted.effects()).containsExactly(new ChangeEffect.RestartSequence(1, 77));
    assertThat(
            apply(
                    restarted.schema(),
                    new AlterSequence("S", SequenceAlteration.NO_SKIP_RANGE, false))
                .sequences())
        .containsExactly(new Sequence(1, "S", 77, 1, 0, 0));
  }

  @Test
  void sequenceOfDefaultIsNotDropped() {
    DefaultSpec draws =
        new DefaultSpec("GET_NEXT_SEQUENCE_VALUE(SEQUENCE S)", null, List.of("S"), false);
    Schema schema = createTable(SCHEMA, table("T", List.of(int64("id").withDefault(draws)), "id"));

    assertThat(refusal(schema, new DropSequence("S", false)))
        .hasMessage("Cannot drop sequence S. It is in use by the default value of column T.id.");
    assertThat(new DropSequence("S", false).apply(SCHEMA).effects())
        .containsExactly(new ChangeEffect.ForgetSequence(1));
  }

  @Test
  void hiddenSequencesCannotBeNamed() {
    Schema schema =
        createTable(
            EMPTY, table("T", List.of(int64("id").withIdentity(SequenceSpec.BIT_REVERSED)), "id"));
    String hidden = schema.sequences().get(0).name();
    assertThat(refusal(schema, new DropSequence(hidden, false)))
        .hasMessage("Sequence not found: " + hidden);
  }

  @Test
  void databaseOptionsAreChecked() {
    Schema kind = apply(EMPTY, option("default_sequence_kind", "bit_reversed_positive"));
    SchemaChange unset =
        new SetDatabaseOptions(
            List.of(new SetDatabaseOptions.Setting("default_sequence_kind", null)));

    assertThat(refusal(kind, unset))
        .hasMessage("The default_sequence_kind option may not be unset once set.");
    assertThat(refusal(EMPTY, option("nonsense", "x"))).hasMessage("Option: nonsense is unknown.");
    SchemaChange number =
        new SetDatabaseOptions(
            List.of(new SetDatabaseOptions.Setting("default_sequence_kind", new Value.Int64(1))));
    assertThat(refusal(EMPTY, number))
        .hasMessage(
            "Unexpected value for option: default_sequence_kind. Supported option values are"
                + " strings and NULL.");
    assertThat(refusal(EMPTY, option("version_retention_period", "8d")).code().status())
        .isEqualTo(CanonicalStatus.INVALID_ARGUMENT);
    assertThat(apply(EMPTY, option("version_retention_period", "7d")).options())
        .containsEntry("version_retention_period", "7d");
    assertThat(refusal(EMPTY, option("synchronous_commit", "maybe")).code().status())
        .isEqualTo(CanonicalStatus.INVALID_ARGUMENT);
    assertThat(apply(EMPTY, option("synchronous_commit", "OFF")).options())
        .containsEntry("synchronous_commit", "off");
    Schema withTable = createTable(EMPTY, table("T", List.of()));
    assertThat(refusal(withTable, option("default_time_zone", "UTC")).code().status())
        .isEqualTo(CanonicalStatus.FAILED_PRECONDITION);
  }

  private static SchemaChange option(String name, String value) {
    return new SetDatabaseOptions(
        List.of(new SetDatabaseOptions.Setting(name, new Value.Str(value))));
  }
}
