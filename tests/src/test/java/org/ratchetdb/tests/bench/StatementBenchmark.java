package org.ratchetdb.tests.bench;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.engine.api.EngineProvider;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.PreparedQuery;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.api.StatementResult;

/**
 * A row read by its key and a row updated by its key through a prepared statement, in memory: what
 * a statement costs beside the disk, its counting for the system tables included.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(2)
@SuppressWarnings("NullAway.Init") // JMH calls open first
public class StatementBenchmark {
  private static final int ROWS = 1_000;

  private Instance instance;
  private Session session;
  private PreparedQuery read;
  private PreparedQuery update;
  private long next;

  @Setup
  public void open() {
    instance = EngineProvider.load().openMemory(InstanceOptions.DEFAULT);
    session =
        instance.createDatabase("bench", Dialect.POSTGRESQL).openSession(SessionOptions.DEFAULT);
    session.execute("CREATE TABLE t (id bigint PRIMARY KEY, n bigint, s varchar)").close();
    for (int id = 0; id < ROWS; id++) {
      session.execute("INSERT INTO t (id, n, s) VALUES (" + id + ", 0, 'text')").close();
    }
    read = session.prepare("SELECT n, s FROM t WHERE id = $1", List.of(SqlType.INT64));
    update = session.prepare("UPDATE t SET n = n + 1 WHERE id = $1", List.of(SqlType.INT64));
  }

  @TearDown
  public void close() {
    session.close();
    instance.close();
  }

  private List<Value> key() {
    next = (next + 7_919) % ROWS;
    return List.of(new Value.Int64(next));
  }

  @Benchmark
  public long pointRead() {
    try (StatementResult result = read.execute(key())) {
      ResultCursor cursor = Objects.requireNonNull(result.cursor());
      cursor.next();
      long value = cursor.getLong(0);
      cursor.next();
      return value;
    }
  }

  @Benchmark
  public long singleRowCommit() {
    try (StatementResult result = update.execute(key())) {
      return result.updateCount();
    }
  }
}
