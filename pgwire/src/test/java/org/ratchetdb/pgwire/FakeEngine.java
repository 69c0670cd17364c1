package org.ratchetdb.pgwire;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.engine.api.BackupInfo;
import org.ratchetdb.engine.api.CheckReport;
import org.ratchetdb.engine.api.CommitStatistics;
import org.ratchetdb.engine.api.Database;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.Notice;
import org.ratchetdb.engine.api.NoticeListener;
import org.ratchetdb.engine.api.ParameterDescription;
import org.ratchetdb.engine.api.PreparedQuery;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.api.ResultColumn;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.api.Snapshot;
import org.ratchetdb.engine.api.StatementKind;
import org.ratchetdb.engine.api.StatementResult;
import org.ratchetdb.engine.api.TransactionMode;
import org.ratchetdb.engine.api.TransactionState;

/**
 * An engine that understands a handful of made-up statements and writes down what it was asked:
 * {@code ROWS n}, {@code INSERT x}, {@code CREATE x}, {@code ECHO $1}, {@code FAIL}, {@code BAD},
 * {@code WAIT}, {@code SET name value}, BEGIN, COMMIT, ROLLBACK.
 */
public final class FakeEngine implements Instance, Database {
  public final List<String> log = new CopyOnWriteArrayList<>();

  /** Numbers of rows of the batches that ran. */
  public final List<Integer> batches = new CopyOnWriteArrayList<>();

  public final AtomicInteger openSessions = new AtomicInteger();

  /** Released whenever a WAIT begins to wait. */
  public final Semaphore waiting = new Semaphore(0);

  private final AtomicInteger sessionIds = new AtomicInteger(100);

  @Override
  public List<String> databaseNames() {
    return List.of("db");
  }

  @Override
  public Database database(String name) {
    return this;
  }

  @Override
  public Optional<DbException> damage(String name) {
    return Optional.empty();
  }

  @Override
  public boolean hasDatabase(String name) {
    return name.equals("db");
  }

  @Override
  public Database createDatabase(String name, Dialect dialect) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Database branchDatabase(String name, String origin) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Database createDatabaseFromSnapshot(String name, String snapshot) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void dropDatabase(String name) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void awaitUnused(String name, Duration patience, Runnable check) {}

  @Override
  public void dropUnusedDatabase(String name) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void restoreDatabase(String name, String snapshot) {
    throw new UnsupportedOperationException();
  }

  @Override
  public BackupInfo backupDatabase(
      String name, Path directory, boolean incremental, ProgressListener progress) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Database restoreBackup(
      String name,
      Path directory,
      long backupId,
      @Nullable CommitTimestamp at,
      ProgressListener progress) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Database rewindDatabase(
      String name, String origin, CommitTimestamp at, ProgressListener progress) {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<Snapshot> snapshots() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Snapshot createSnapshot(String name, String database) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void dropSnapshot(String name) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}

  @Override
  public String name() {
    return "db";
  }

  @Override
  public Dialect dialect() {
    return Dialect.POSTGRESQL;
  }

  @Override
  public CheckReport check(ProgressListener progress) {
    throw DbException.notSupported("CHECK DATABASE in a fake engine");
  }

  @Override
  public Session openSession(SessionOptions options) {
    if (options.settings().containsKey("nonsense")) {
      throw new DbException(
          ErrorCode.UNKNOWN_SETTING, "unrecognized configuration parameter \"nonsense\"");
    }
    openSessions.incrementAndGet();
    return new FakeSession(options);
  }

  private final class FakeSession implements Session {
    final int id = sessionIds.incrementAndGet();
    final Map<String, String> settings = new LinkedHashMap<>();
    final Semaphore cancelled = new Semaphore(0);
    TransactionState state = TransactionState.IDLE;
    NoticeListener notices = NoticeListener.NONE;
    volatile boolean running;
    boolean open = true;

    FakeSession(SessionOptions options) {
      settings.put("server_version", "15.0");
      settings.put("client_encoding", "UTF8");
      settings.put("DateStyle", "ISO, MDY");
      settings.put("integer_datetimes", "on");
      settings.put("standard_conforming_strings", "on");
      settings.put("TimeZone", "UTC");
      settings.put("application_name", options.settings().getOrDefault("application_name", ""));
    }

    @Override
    public int id() {
      return id;
    }

    @Override
    public Database database() {
      return FakeEngine.this;
    }

    @Override
    public List<String> split(String script) {
      List<String> parts = new ArrayList<>();
      for (String part : script.split(";")) {
        if (!part.isBlank()) {
          parts.add(part.strip());
        }
      }
      return parts;
    }

    @Override
    public PreparedQuery prepare(String sql, List<@Nullable SqlType> types) {
      String word = sql.strip().split("\\s+")[0].toUpperCase(Locale.ROOT);
      if (word.equals("BAD")) {
        throw new DbException(ErrorCode.SYNTAX_ERROR, "syntax error at or near \"BAD\"").at(0);
      }
      return new FakeQuery(this, sql.strip(), word, types);
    }

    @Override
    public StatementResult execute(String sql) {
      return prepare(sql, List.of()).execute(List.of());
    }

    @Override
    public TransactionState transactionState() {
      return state;
    }

    @Override
    public void begin(TransactionMode mode) {
      log.add("begin");
      state = TransactionState.ACTIVE;
    }

    @Override
    public void commit() {
      log.add("commit");
      state = TransactionState.IDLE;
    }

    @Override
    public void rollback() {
      log.add("rollback");
      state = TransactionState.IDLE;
    }

    @Override
    public void fail() {
      if (state == TransactionState.ACTIVE) {
        log.add("fail");
        state = TransactionState.FAILED;
      }
    }

    @Override
    public @Nullable CommitTimestamp readTimestamp() {
      return null;
    }

    @Override
    public @Nullable CommitStatistics lastCommit() {
      return null;
    }

    @Override
    public @Nullable CommitTimestamp commitTimestamp() {
      return null;
    }

    @Override
    public String setting(String name) {
      return "UTC";
    }

    @Override
    public void set(String name, String value) {
      settings.put(name, value);
    }

    @Override
    public void setNoticeListener(NoticeListener listener) {
      notices = listener;
    }

    @Override
    public Map<String, String> reportedSettings() {
      return settings;
    }

    @Override
    public void cancel() {
      if (running) {
        cancelled.release();
      }
    }

    @Override
    public boolean isOpen() {
      return open;
    }

    @Override
    public void close() {
      if (open) {
        open = false;
        openSessions.decrementAndGet();
      }
    }

    void waitForCancel() {
      running = true;
      notices.notice(new Notice(Notice.Level.NOTICE, Notice.SUCCESS, "waiting for a cancel"));
      waiting.release();
      cancelled.acquireUninterruptibly();
      running = false;
      throw new DbException(ErrorCode.CANCELLED, "canceling statement due to user request");
    }
  }

  private final class FakeQuery implements PreparedQuery {
    final FakeSession session;
    final String sql;
    final String word;
    final List<@Nullable SqlType> types;

    FakeQuery(FakeSession session, String sql, String word, List<@Nullable SqlType> types) {
      this.session = session;
      this.sql = sql;
      this.word = word;
      this.types = types;
    }

    @Override
    public String sql() {
      return sql;
    }

    @Override
    public StatementKind kind() {
      return switch (word) {
        case "ROWS", "ECHO", "WAIT", "FAIL" -> StatementKind.QUERY;
        case "INSERT" -> StatementKind.DML;
        case "CREATE" -> StatementKind.DDL;
        case "BEGIN", "COMMIT", "ROLLBACK", "START", "END" -> StatementKind.TRANSACTION_CONTROL;
        default -> StatementKind.SESSION;
      };
    }

    @Override
    public List<ParameterDescription> parameters() {
      if (!sql.contains("$1")) {
        return List.of();
      }
      SqlType declared = types.isEmpty() ? null : types.get(0);
      return List.of(new ParameterDescription("1", declared == null ? SqlType.INT64 : declared));
    }

    @Override
    public List<ResultColumn> columns() {
      return switch (word) {
        case "ROWS" ->
            List.of(new ResultColumn("n", SqlType.INT64), new ResultColumn("s", SqlType.STRING));
        case "ECHO" -> List.of(new ResultColumn("v", parameters().get(0).type()));
        case "WAIT", "FAIL" -> List.of(new ResultColumn("w", SqlType.INT64));
        default -> List.of();
      };
    }

    @Override
    public StatementResult execute(List<Value> parameters) {
      log.add(sql);
      return switch (word) {
        case "ROWS" ->
            new StatementResult(
                new FakeCursor(columns(), Integer.parseInt(sql.substring(5)), null), -1, "SELECT");
        case "ECHO" ->
            new StatementResult(new FakeCursor(columns(), 1, parameters.get(0)), -1, "SELECT");
        case "WAIT" -> {
          session.waitForCancel();
          throw new AssertionError();
        }
        case "FAIL" -> throw new DbException(ErrorCode.DIVISION_BY_ZERO, "division by zero").at(2);
        case "INSERT" -> new StatementResult(null, 1, "INSERT 0 1");
        case "CREATE" -> new StatementResult(null, -1, "CREATE TABLE");
        case "BEGIN", "START" -> {
          session.state = TransactionState.ACTIVE;
          yield new StatementResult(null, -1, "BEGIN");
        }
        case "COMMIT", "END" -> {
          boolean failed = session.state == TransactionState.FAILED;
          session.state = TransactionState.IDLE;
          yield new StatementResult(null, -1, failed ? "ROLLBACK" : "COMMIT");
        }
        case "ROLLBACK" -> {
          session.state = TransactionState.IDLE;
          yield new StatementResult(null, -1, "ROLLBACK");
        }
        default -> {
          String[] words = sql.split("\\s+");
          if (words.length == 3) {
            session.settings.put(words[1], words[2]);
          }
          yield new StatementResult(null, -1, "SET");
        }
      };
    }

    @Override
    public long[] executeBatch(List<List<Value>> rows) {
      long[] counts = new long[rows.size()];
      for (int i = 0; i < counts.length; i++) {
        counts[i] = execute(rows.get(i)).updateCount();
      }
      batches.add(counts.length);
      return counts;
    }
  }

  private static final class FakeCursor implements ResultCursor {
    final List<ResultColumn> columns;
    final int count;
    final @Nullable Value echo;
    int row;

    FakeCursor(List<ResultColumn> columns, int count, @Nullable Value echo) {
      this.columns = columns;
      this.count = count;
      this.echo = echo;
    }

    @Override
    public List<ResultColumn> columns() {
      return columns;
    }

    @Override
    public boolean next() {
      return row++ < count;
    }

    @Override
    public boolean isNull(int column) {
      return getValue(column).isNull();
    }

    @Override
    public long getLong(int column) {
      return getValue(column) instanceof Value.Int64 v ? v.value() : row;
    }

    @Override
    public double getDouble(int column) {
      return getValue(column) instanceof Value.Float64 v ? v.value() : row;
    }

    @Override
    public String getString(int column) {
      return getValue(column) instanceof Value.Str v ? v.value() : "";
    }

    @Override
    public void getBytes(int column, ByteSlice into) {
      byte[] bytes = getString(column).getBytes(StandardCharsets.UTF_8);
      into.set(bytes, 0, bytes.length);
    }

    @Override
    public Value getValue(int column) {
      if (echo != null) {
        return echo;
      }
      return column == 0 ? new Value.Int64(row) : new Value.Str("row " + row);
    }

    @Override
    public void close() {
      row = count;
    }
  }
}
