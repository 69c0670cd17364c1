package org.ratchetdb.engine.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ratchetdb.catalog.change.SetIndexState;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.IndexState;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyEncoder;
import org.ratchetdb.common.time.ManualClock;
import org.ratchetdb.common.time.ManualScheduler;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.row.KeyLayout;
import org.ratchetdb.executor.row.KeyRanges;
import org.ratchetdb.executor.row.RowWriter;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.sqlfrontend.SqlParser;
import org.ratchetdb.sqlfrontend.ast.DdlStatement;
import org.ratchetdb.sqlfrontend.bind.DdlBinder;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.TransactionOptions;
import org.ratchetdb.storage.memory.MemoryKvStore;
import org.ratchetdb.storage.txn.StoreEnvironment;
import org.ratchetdb.storage.txn.StoreOptions;

class SampledStatisticsTest {
  private static final int ROWS = 6_000;

  private final ManualClock clock = new ManualClock(1_000_000);
  private final KvStore store =
      MemoryKvStore.open(
          StoreOptions.DEFAULT, new StoreEnvironment(clock, clock, new ManualScheduler(clock)));
  private final Schema schema =
      schema(
          "CREATE TABLE t (a bigint, b bigint, c bigint, d bigint, PRIMARY KEY (a, b))",
          "CREATE INDEX i ON t (c)");
  private final Table table = schema.tables().iterator().next();
  private final Index index = schema.indexesOf(table.id()).get(0);
  private final SampledStatistics statistics = new SampledStatistics(store, clock, () -> schema);

  @AfterEach
  void close() {
    store.close();
  }

  static Schema schema(String... statements) {
    Schema schema = Schema.empty(Dialect.POSTGRESQL);
    for (String ddl : statements) {
      DdlStatement statement = (DdlStatement) SqlParser.forDialect(Dialect.POSTGRESQL).parse(ddl);
      schema = DdlBinder.bind(statement, ddl, schema).apply(schema).schema();
    }
    for (Index index : schema.indexes()) {
      schema = new SetIndexState(index.id(), IndexState.READ_WRITE).apply(schema).schema();
    }
    return schema;
  }

  @Test
  void leadingKeyColumnsHaveTheirValuesCounted() {
    try (KvTransaction transaction = store.begin(TransactionOptions.DEFAULT)) {
      for (int n = 0; n < ROWS; n++) {
        put(transaction, KeyLayout.of(schema, table, null), n / 10, n % 10);
        put(transaction, KeyLayout.of(schema, table, index), n / 1_000, n / 10, n % 10);
      }
      transaction.commit();
    }

    assertThat(statistics.distinctValues(table, columnId("a"))).isBetween(400L, 800L);
    assertThat(statistics.distinctValues(table, columnId("c"))).isBetween(1L, 12L);
    // The rows cannot be read.
    assertThat(statistics.distinctValues(table, columnId("b"))).isEqualTo(-1);
  }

  @Test
  void otherColumnsHaveTheirValuesGuessed() {
    KeyLayout layout = KeyLayout.of(schema, table, null);
    ColumnVector cell = ColumnVector.create(SqlType.INT64, 1);
    try (KvTransaction transaction = store.begin(TransactionOptions.DEFAULT)) {
      for (int n = 0; n < ROWS; n++) {
        cell.set(0, new Value.Int64(n % 3));
        byte[] payload = new RowWriter().reset().add(columnId("d"), cell, 0).toPayload();
        transaction.put(key(layout, n / 10, n % 10), payload);
      }
      transaction.commit();
    }

    assertThat(statistics.distinctValues(table, columnId("b"))).isEqualTo(10);
    assertThat(statistics.distinctValues(table, columnId("d"))).isEqualTo(3);
  }

  @Test
  void columnsThatAreAKeyAloneAreNotCounted() {
    Schema single = schema("CREATE TABLE s (a bigint PRIMARY KEY)");
    SampledStatistics of = new SampledStatistics(store, clock, () -> single);
    Table only = single.tables().iterator().next();

    assertThat(of.distinctValues(only, only.columns().get(0).id())).isEqualTo(-1);
  }

  private int columnId(String name) {
    return table.columns().stream()
        .filter(c -> c.name().equals(name))
        .findFirst()
        .orElseThrow()
        .id();
  }

  private static void put(KvTransaction transaction, KeyLayout layout, long... values) {
    transaction.put(key(layout, values), new byte[20]);
  }

  static Key key(KeyLayout layout, long... values) {
    KeyEncoder encoder = new KeyEncoder();
    int part = 0;
    for (KeyLayout.Segment segment : layout.segments()) {
      encoder.tag(segment.tag());
      for (; part < segment.endPart(); part++) {
        KeyRanges.put(encoder, new Value.Int64(values[part]), layout.parts().get(part));
      }
    }
    return encoder.toKey();
  }
}
