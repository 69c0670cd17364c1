package org.ratchetdb.executor;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.random.Randomness;
import org.ratchetdb.common.time.ManualClock;
import org.ratchetdb.common.time.ManualScheduler;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.row.RowMerger;
import org.ratchetdb.executor.vector.Batch;
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

/** An in-memory store with a schema, and shorthands for plans. */
public final class TestDatabase implements AutoCloseable {
  private final Schema schema;
  private final KvStore store;
  private UnaryOperator<ExecutionContext.Builder> settings = b -> b;

  public TestDatabase(Schema schema) {
    this.schema = schema;
    ManualClock clock = new ManualClock(1_000_000);
    this.store =
        MemoryKvStore.open(
            StoreOptions.DEFAULT.withMerger(RowMerger.INSTANCE),
            new StoreEnvironment(clock, clock, new ManualScheduler(clock)));
  }

  /** Changes how contexts are built from now on. */
  public TestDatabase with(UnaryOperator<ExecutionContext.Builder> change) {
    settings = change;
    return this;
  }

  public Schema schema() {
    return schema;
  }

  public KvStore store() {
    return store;
  }

  public Table table(String name) {
    return schema.findTable(name).orElseThrow();
  }

  public Index index(String name) {
    return schema.findIndex(name).orElseThrow();
  }

  private ExecutionContext.Builder context() {
    return settings.apply(
        ExecutionContext.builder(schema.dialect()).randomness(Randomness.seeded(42)));
  }

  // Running.

  public List<List<Object>> query(PhysicalPlan.Query plan, Value... parameters) {
    try (ReadView view = store.readAt(ReadBound.STRONG)) {
      return rows(
          PlanExecutor.open(plan, context().reader(view).parameters(List.of(parameters)).build()));
    }
  }

  /** Runs DML in a transaction of its own. */
  public long run(DmlPlan plan, Value... parameters) {
    return runReturning(plan, new ArrayList<>(), parameters);
  }

  public long runReturning(DmlPlan plan, List<List<Object>> returned, Value... parameters) {
    try (KvTransaction transaction = store.begin(TransactionOptions.DEFAULT)) {
      UpdateResult result = run(transaction, plan, parameters);
      BatchCursor cursor = result.returned();
      if (cursor != null) {
        returned.addAll(rows(cursor));
      }
      transaction.commit();
      return result.count();
    }
  }

  public UpdateResult run(KvTransaction transaction, DmlPlan plan, Value... parameters) {
    return PlanExecutor.compile(plan)
        .execute(context().transaction(transaction).parameters(List.of(parameters)).build());
  }

  /** Rows as plain Java objects; NULL is the text NULL. */
  public static List<List<Object>> rows(BatchCursor cursor) {
    List<List<Object>> rows = new ArrayList<>();
    try (cursor) {
      for (Batch batch = cursor.next(); batch != null; batch = cursor.next()) {
        for (int k = 0; k < batch.size(); k++) {
          List<Object> row = new ArrayList<>();
          for (int c = 0; c < batch.columnCount(); c++) {
            row.add(plain(batch.column(c).get(batch.row(k))));
          }
          rows.add(row);
        }
      }
    }
    return rows;
  }

  private static Object plain(Value value) {
    if (value instanceof Value.Int64 v) {
      return v.value();
    }
    if (value instanceof Value.Str v) {
      return v.value();
    }
    if (value instanceof Value.Bool v) {
      return v.value();
    }
    if (value instanceof Value.Float64 v) {
      return v.value();
    }
    return value.isNull() ? "NULL" : value;
  }

  // Plans.

  public PhysicalPlan.Scan scan(String table) {
    return scan(table, KeyCondition.FULL);
  }

  /** All columns of the table for some keys. */
  public PhysicalPlan.Scan scan(String table, KeyCondition keys) {
    Table t = table(table);
    return scan(t, null, t.columns().stream().map(Column::id).toList(), keys);
  }

  public PhysicalPlan.Scan scanIndex(String index, List<Integer> columnIds, KeyCondition keys) {
    Index i = index(index);
    return scan(schema.table(i.tableId()), i, columnIds, keys);
  }

  private PhysicalPlan.Scan scan(
      Table table, @Nullable Index index, List<Integer> columnIds, KeyCondition keys) {
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

  public static PhysicalPlan.Scan reversed(PhysicalPlan.Scan s) {
    return new PhysicalPlan.Scan(
        s.path(),
        s.columnIds(),
        s.keys(),
        true,
        s.residual(),
        s.limit(),
        s.lock(),
        s.perSplit(),
        s.output());
  }

  public static KeyCondition equalTo(Object... values) {
    List<KeyCondition.ColumnCondition> conditions = new ArrayList<>();
    for (Object value : values) {
      conditions.add(new KeyCondition.Equals(literal(value)));
    }
    return new KeyCondition(conditions);
  }

  /** Inserts rows of all columns. */
  public long insert(String table, Object[]... rows) {
    return run(insertPlan(table, rows));
  }

  public DmlPlan.Insert insertPlan(String table, Object[]... rows) {
    Table t = table(table);
    List<Column> columns = t.columns().stream().filter(c -> !c.isGenerated()).toList();
    return new DmlPlan.Insert(
        schema,
        t,
        values(columns.stream().map(Column::type).toList(), rows),
        columns.stream().map(Column::id).toList(),
        List.of(),
        List.of(),
        DmlPlan.OnConflict.FAIL,
        List.of(),
        List.of(),
        List.of());
  }

  public static PhysicalPlan.Values values(List<SqlType> types, Object[]... rows) {
    List<List<PhysicalExpr>> expressions = new ArrayList<>();
    for (Object[] row : rows) {
      List<PhysicalExpr> list = new ArrayList<>();
      for (int c = 0; c < row.length; c++) {
        list.add(
            row[c] == NULL
                ? new PhysicalExpr.Literal(new Value.Null(types.get(c)))
                : literal(row[c]));
      }
      expressions.add(list);
    }
    return new PhysicalPlan.Values(
        expressions, types.stream().map(t -> new OutputColumn("", t)).toList());
  }

  /** SQL NULL in rows of tests. */
  public static final Object NULL = new Object();

  public static Object[] row(Object... values) {
    return values;
  }

  public static PhysicalExpr literal(Object value) {
    return value instanceof PhysicalExpr e ? e : new PhysicalExpr.Literal(value(value));
  }

  public static Value value(Object value) {
    if (value instanceof Value v) {
      return v;
    }
    if (value instanceof Integer i) {
      return new Value.Int64(i);
    }
    if (value instanceof Long l) {
      return new Value.Int64(l);
    }
    if (value instanceof String s) {
      return new Value.Str(s);
    }
    if (value instanceof Boolean b) {
      return new Value.Bool(b);
    }
    if (value instanceof Double d) {
      return new Value.Float64(d);
    }
    throw new IllegalArgumentException(String.valueOf(value));
  }

  public static PhysicalExpr input(int ordinal, SqlType type) {
    return new PhysicalExpr.InputRef(ordinal, type);
  }

  public static PhysicalExpr call(String kernel, SqlType type, Object... arguments) {
    List<PhysicalExpr> list = new ArrayList<>();
    for (Object argument : arguments) {
      list.add(literal(argument));
    }
    return new PhysicalExpr.Call(kernel, list, type);
  }

  @Override
  public void close() {
    store.close();
  }
}
