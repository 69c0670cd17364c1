package org.ratchetdb.engine.ddl;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.change.AlterTable;
import org.ratchetdb.catalog.change.CreateTable;
import org.ratchetdb.catalog.change.SchemaChange;
import org.ratchetdb.catalog.change.TableChange;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Sequence;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.catalog.spec.ColumnSpec;
import org.ratchetdb.catalog.spec.InterleaveSpec;
import org.ratchetdb.catalog.spec.KeyPartSpec;
import org.ratchetdb.catalog.spec.TableSpec;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.common.time.ManualClock;
import org.ratchetdb.common.time.ManualScheduler;
import org.ratchetdb.common.time.Scheduler;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.engine.txn.SchemaGate;
import org.ratchetdb.executor.PlanExecutor;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.row.RowMerger;
import org.ratchetdb.planner.physical.AccessPath;
import org.ratchetdb.planner.physical.DmlPlan;
import org.ratchetdb.planner.physical.KeyCondition;
import org.ratchetdb.planner.physical.OutputColumn;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.physical.PhysicalPlan;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.ReadBound;
import org.ratchetdb.storage.api.ReadView;
import org.ratchetdb.storage.api.TransactionOptions;
import org.ratchetdb.storage.memory.MemoryKvStore;
import org.ratchetdb.storage.txn.StoreEnvironment;
import org.ratchetdb.storage.txn.StoreOptions;

/** A store in memory with what changes its schema, and rows written as a session would. */
final class DdlFixture implements AutoCloseable {
  /** SQL NULL in rows. */
  static final Object NULL = new Object();

  static final Duration RETENTION = Duration.ofHours(1);

  final ManualClock clock = new ManualClock(1_000_000_000_000L);
  final ManualScheduler scheduler = new ManualScheduler(clock);
  final KvStore store;
  final Map<Integer, Long> restarted = new HashMap<>();
  SchemaStore schemas;
  SchemaGate gate;
  DdlRunner runner;

  DdlFixture() {
    this(Dialect.GOOGLE_STANDARD_SQL);
  }

  DdlFixture(Dialect dialect) {
    store =
        MemoryKvStore.open(
            StoreOptions.DEFAULT.withIdleTimeout(Duration.ZERO).withMerger(RowMerger.INSTANCE),
            new StoreEnvironment(clock, clock, scheduler));
    schemas = SchemaStore.open(store, dialect);
    gate = new SchemaGate(schemas.current().version(), JdkThreads.INSTANCE);
    runner = newRunner();
  }

  private DdlRunner newRunner() {
    return newRunner(scheduler);
  }

  /** With a scheduler that does what becomes due when it likes. */
  DdlRunner newRunner(Scheduler chosen) {
    SequenceCounters counters =
        new SequenceCounters() {
          @Override
          public long next(Sequence sequence) {
            return restarted.merge(sequence.id(), 1L, Long::sum);
          }

          @Override
          public void restart(int sequenceId, long counter) {
            restarted.put(sequenceId, counter);
          }

          @Override
          public void forget(int sequenceId) {
            restarted.remove(sequenceId);
          }
        };
    return new DdlRunner(
        store, schemas, gate, counters, clock, chosen, JdkThreads.INSTANCE, () -> RETENTION);
  }

  /** A new process on the same store. */
  void reopen() {
    runner.close();
    schemas = SchemaStore.open(store, null);
    gate = new SchemaGate(schemas.current().version(), JdkThreads.INSTANCE);
    runner = newRunner();
  }

  void run(SchemaChange change) {
    runner.execute(schema -> change, JobControl.NONE);
  }

  void alter(String table, TableChange change) {
    run(new AlterTable(table, change, false));
  }

  Schema schema() {
    return schemas.current();
  }

  Table table(String name) {
    return schema().findTable(name).orElseThrow();
  }

  Index index(String name) {
    return schema().findIndex(name).orElseThrow();
  }

  static ColumnSpec int64(String name) {
    return ColumnSpec.plain(name, SqlType.INT64, null, "INT64");
  }

  static ColumnSpec string(String name) {
    return ColumnSpec.plain(name, SqlType.STRING, null, "STRING(MAX)");
  }

  void createTable(String name, List<ColumnSpec> columns, String... key) {
    run(new CreateTable(spec(name, columns, null, key), false));
  }

  void createChild(String name, String parent, List<ColumnSpec> columns, String... key) {
    InterleaveSpec interleave = new InterleaveSpec(parent, true, null);
    run(new CreateTable(spec(name, columns, interleave, key), false));
  }

  static TableSpec spec(
      String name, List<ColumnSpec> columns, @Nullable InterleaveSpec interleave, String... key) {
    return new TableSpec(
        name, columns, Arrays.stream(key).map(KeyPartSpec::ascending).toList(), interleave);
  }

  /** Inserts a row of all columns in a transaction of its own. */
  void insert(String table, Object... values) {
    insert(schema(), table, values);
  }

  void insert(Schema schema, String table, Object... values) {
    write(schema, insertPlan(schema, table, values));
  }

  void write(Schema schema, DmlPlan plan) {
    try (KvTransaction transaction = store.begin(TransactionOptions.DEFAULT)) {
      execute(transaction, plan);
      gate.commit(schema.version(), () -> false, transaction::commit);
    }
  }

  static void execute(KvTransaction transaction, DmlPlan plan) {
    PlanExecutor.compile(plan)
        .execute(
            ExecutionContext.builder(plan.schema().dialect()).transaction(transaction).build());
  }

  static DmlPlan.Insert insertPlan(Schema schema, String name, Object... values) {
    Table table = schema.findTable(name).orElseThrow();
    List<PhysicalExpr> row = new ArrayList<>();
    List<OutputColumn> output = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      SqlType type = table.columns().get(i).type();
      row.add(new PhysicalExpr.Literal(value(values[i], type)));
      output.add(new OutputColumn("", type));
    }
    return new DmlPlan.Insert(
        schema,
        table,
        new PhysicalPlan.Values(List.of(row), output),
        table.columns().stream().map(Column::id).toList(),
        List.of(),
        List.of(),
        DmlPlan.OnConflict.FAIL,
        List.of(),
        List.of(),
        List.of());
  }

  /** Deletes the row of an INT64 key. */
  static DmlPlan deletePlan(Schema schema, String name, long key) {
    Table table = schema.findTable(name).orElseThrow();
    KeyCondition keys =
        new KeyCondition(
            List.of(new KeyCondition.Equals(new PhysicalExpr.Literal(new Value.Int64(key)))));
    return new DmlPlan.Delete(schema, table, scan(schema, table, null, keys), List.of(), List.of());
  }

  private static PhysicalPlan.Scan scan(
      Schema schema, Table table, @Nullable Index index, KeyCondition keys) {
    List<Integer> columnIds =
        index == null ? table.columns().stream().map(Column::id).toList() : columnsOf(table, index);
    return new PhysicalPlan.Scan(
        new AccessPath(schema, table, index),
        columnIds,
        keys,
        false,
        null,
        null,
        PhysicalPlan.ScanLock.SHARED,
        false,
        columnIds.stream()
            .map(id -> new OutputColumn(table.column(id).name(), table.column(id).type()))
            .toList());
  }

  private static List<Integer> columnsOf(Table table, Index index) {
    List<Integer> ids = new ArrayList<>();
    index.keyParts().forEach(part -> ids.add(part.columnId()));
    table.primaryKey().stream()
        .map(part -> part.columnId())
        .filter(id -> !ids.contains(id))
        .forEach(ids::add);
    return ids;
  }

  private static Value value(Object value, SqlType type) {
    if (value == NULL) {
      return new Value.Null(type);
    }
    return value instanceof String s
        ? new Value.Str(s)
        : new Value.Int64(((Number) value).longValue());
  }

  /** Index keys and table keys of all entries as text. */
  List<String> entries(String index) {
    Index found = index(index);
    return entries(schema(), found);
  }

  List<String> entries(Schema schema, Index index) {
    Table table = schema.table(index.tableId());
    return texts(new TableRows(schema, table, index, columnsOf(table, index)));
  }

  /** All columns of all rows as text. */
  List<String> rows(Schema schema, String name) {
    Table table = schema.findTable(name).orElseThrow();
    return texts(
        new TableRows(schema, table, null, table.columns().stream().map(Column::id).toList()));
  }

  private List<String> texts(TableRows rows) {
    List<String> texts = new ArrayList<>();
    try (ReadView view = store.readAt(ReadBound.STRONG)) {
      rows.forEach(
          view,
          null,
          Long.MAX_VALUE,
          (key, columns) -> {
            List<String> values = new ArrayList<>();
            for (int i = 0; i < columns.columnCount(); i++) {
              values.add(text(columns.column(i).get(0)));
            }
            texts.add(String.join(",", values));
            return true;
          });
    }
    return texts;
  }

  private static String text(Value value) {
    if (value instanceof Value.Int64 number) {
      return Long.toString(number.value());
    }
    return value instanceof Value.Str string ? string.value() : "NULL";
  }

  @Override
  public void close() {
    runner.close();
    store.close();
  }
}
