package org.ratchetdb.catalog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.IdentitySpec;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.IndexState;
import org.ratchetdb.catalog.model.Interleave;
import org.ratchetdb.catalog.model.KeyPart;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Sequence;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.catalog.store.proto.CatalogProto.SchemaRecord;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.Value;

class SchemaCodecTest {
  @Property(tries = 200)
  void whatIsWrittenIsReadAgain(@ForAll("schemas") Schema schema) {
    Schema read = SchemaCodec.decode(SchemaCodec.encode(schema));

    assertThat(read.dialect()).isEqualTo(schema.dialect());
    assertThat(read.version()).isEqualTo(schema.version());
    assertThat(read.since()).isEqualTo(schema.since());
    assertThat(read.nextObjectId()).isEqualTo(schema.nextObjectId());
    assertThat(read.tables()).isEqualTo(schema.tables());
    assertThat(read.indexes()).isEqualTo(schema.indexes());
    assertThat(read.sequences()).isEqualTo(schema.sequences());
    assertThat(read.options()).isEqualTo(schema.options());
  }

  static List<Value> initialValues() {
    SqlType array = SqlType.arrayOf(SqlType.STRING);
    return List.of(
        new Value.Bool(true),
        new Value.Int64(Long.MIN_VALUE),
        new Value.Float32(Float.NaN),
        new Value.Float64(-0.0),
        new Value.Numeric(new BigDecimal("-1.500")),
        new Value.PgNumeric(new BigDecimal("1000.10")),
        new Value.PgNumeric(null),
        new Value.Str("a\u0000b\n\"ü"),
        new Value.Bytes(new byte[] {0, -1}),
        new Value.Date(-719162),
        new Value.Timestamp(-1, 999),
        new Value.Uuid(new UUID(1, 2)),
        new Value.Json("{\"a\":1}", SqlType.JSON),
        new Value.Array(array, List.of(new Value.Str("x"), new Value.Null(SqlType.STRING))));
  }

  @ParameterizedTest
  @MethodSource("initialValues")
  void everyTypeOfInitialValueIsKept(Value value) {
    Column column =
        Column.plain(1, "c", value.type(), 0, "t").toBuilder().initialValue(value).build();
    Table table = new Table(1, "T", List.of(column), List.of(), null, 2);
    Value read = SchemaCodec.decode(encode(table)).table(1).column(1).initialValue();

    assertThat(read).isEqualTo(value);
  }

  @Test
  void unknownCodesAreCorruptData() throws Exception {
    Table table =
        new Table(
            1, "T", List.of(Column.plain(1, "c", SqlType.BOOL, 0, "BOOL")), List.of(), null, 2);
    SchemaRecord good = SchemaRecord.parseFrom(encode(table));

    SchemaRecord.Builder dialect = good.toBuilder().setDialectValue(99);
    assertCorrupt(dialect.build().toByteArray());
    SchemaRecord.Builder type = good.toBuilder();
    type.getTablesBuilder(0).getColumnsBuilder(0).getTypeBuilder().setCodeValue(99);
    assertCorrupt(type.build().toByteArray());
    assertCorrupt(good.toBuilder().setFormat(2).build().toByteArray());
    SchemaRecord.Builder twice = good.toBuilder().addTables(good.getTables(0));
    assertCorrupt(twice.build().toByteArray());
  }

  @Test
  void otherBytesAreCorruptData() {
    assertCorrupt("no schema".getBytes(StandardCharsets.UTF_8));
    assertCorrupt(new byte[0]);
    assertCorrupt(ByteString.copyFromUtf8("\u0001").toByteArray());
  }

  private static void assertCorrupt(byte[] bytes) {
    assertThatThrownBy(() -> SchemaCodec.decode(bytes))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_DATA));
  }

  private static byte[] encode(Table table) {
    return SchemaCodec.encode(
        new Schema(
            Dialect.GOOGLE_STANDARD_SQL,
            1,
            CommitTimestamp.ZERO,
            2,
            List.of(table),
            List.of(),
            List.of(),
            Map.of()));
  }

  @Provide
  Arbitrary<Schema> schemas() {
    return Combinators.combine(
            Arbitraries.of(Dialect.class),
            Arbitraries.longs().between(0, Long.MAX_VALUE),
            columns().list().ofMinSize(1).ofMaxSize(5).list().ofMaxSize(4),
            indexes().list().ofMaxSize(4),
            sequences().list().ofMaxSize(3))
        .as(SchemaCodecTest::schema);
  }

  private static Schema schema(
      Dialect dialect,
      long version,
      List<List<Column>> columnLists,
      List<Index> indexes,
      List<Sequence> sequences) {
    List<Table> tables = new ArrayList<>();
    for (List<Column> columns : columnLists) {
      int id = tables.size() + 1;
      Interleave interleave = id == 1 ? null : new Interleave(id - 1, id % 2 == 0, id % 3 == 0);
      List<KeyPart> key = List.of(new KeyPart(1, id % 2 == 0, id % 3 == 0));
      tables.add(new Table(id, "T" + id, columns, key, interleave, 99));
    }
    List<Index> numbered = new ArrayList<>();
    for (Index index : indexes) {
      int id = 100 + numbered.size();
      numbered.add(
          new Index(
              id,
              "I" + id,
              index.tableId(),
              index.keyParts(),
              index.storedColumnIds(),
              index.unique(),
              index.notNullColumnIds(),
              index.nullFiltered(),
              index.interleaveInTableId(),
              index.state()));
    }
    List<Sequence> numberedSequences = new ArrayList<>();
    for (Sequence s : sequences) {
      int id = 200 + numberedSequences.size();
      numberedSequences.add(
          new Sequence(
              id, "S" + id, s.startCounter(), s.skipMin(), s.skipMax(), s.identityOwnerTableId()));
    }
    return new Schema(
        dialect,
        version,
        new CommitTimestamp(version / 2),
        300,
        tables,
        numbered,
        numberedSequences,
        Map.of("default_time_zone", "UTC"));
  }

  private static Arbitrary<Column> columns() {
    Arbitrary<SqlType> scalars =
        Arbitraries.of(
                EnumSet.complementOf(EnumSet.of(TypeKind.UNKNOWN, TypeKind.ARRAY, TypeKind.STRUCT)))
            .map(kind -> new SqlType(kind, null, List.of()));
    Arbitrary<SqlType> types =
        Arbitraries.oneOf(
            scalars,
            scalars.map(SqlType::arrayOf),
            scalars.map(t -> SqlType.structOf(List.of(new SqlType.Field("f", t)))));
    Arbitrary<String> text = Arbitraries.strings().ofMaxLength(10);
    Arbitrary<Boolean> flags = Arbitraries.of(true, false);
    return Combinators.combine(
            Arbitraries.integers().between(1, 1000),
            text,
            types,
            Arbitraries.longs().greaterOrEqual(0),
            flags,
            text.injectNull(0.5),
            flags,
            Arbitraries.integers().between(1, 9).list().ofMaxSize(3))
        .as(
            (id, name, type, length, flag, sql, generated, ids) ->
                new Column(
                    id,
                    name,
                    type,
                    length,
                    name,
                    flag,
                    generated ? null : sql,
                    generated ? sql : null,
                    flag,
                    flag ? new IdentitySpec(id) : null,
                    !flag,
                    generated,
                    ids,
                    ids,
                    null));
  }

  private static Arbitrary<Index> indexes() {
    Arbitrary<Integer> ids = Arbitraries.integers().between(1, 9);
    Arbitrary<Boolean> flags = Arbitraries.of(true, false);
    return Combinators.combine(
            ids,
            ids.list().ofMaxSize(3),
            flags,
            flags,
            ids.injectNull(0.5),
            Arbitraries.of(IndexState.class))
        .as(
            (table, columns, unique, filtered, interleave, state) ->
                new Index(
                    1,
                    "I",
                    table,
                    columns.stream().map(c -> new KeyPart(c, unique, filtered)).toList(),
                    columns,
                    unique,
                    columns,
                    filtered,
                    interleave,
                    state));
  }

  private static Arbitrary<Sequence> sequences() {
    Arbitrary<Long> numbers = Arbitraries.longs();
    return Combinators.combine(numbers, numbers, numbers)
        .as((start, min, max) -> new Sequence(1, "S", start, min, max, 0));
  }
}
