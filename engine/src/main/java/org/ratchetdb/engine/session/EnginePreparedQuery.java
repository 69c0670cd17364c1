package org.ratchetdb.engine.session;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.engine.api.ParameterDescription;
import org.ratchetdb.engine.api.PreparedQuery;
import org.ratchetdb.engine.api.ResultColumn;
import org.ratchetdb.engine.api.StatementKind;
import org.ratchetdb.engine.api.StatementResult;
import org.ratchetdb.engine.api.TimestampBound;
import org.ratchetdb.engine.api.TransactionState;
import org.ratchetdb.engine.statement.CompiledStatement;
import org.ratchetdb.engine.statement.StatementCompiler;
import org.ratchetdb.sqlfrontend.ast.SessionStatement;

/**
 * A prepared statement: keeps the compiled form and renews it when the schema moves on. Owned by
 * one thread.
 */
final class EnginePreparedQuery implements PreparedQuery {
  /** Schema changes that one execution may meet before it gives up. */
  private static final int COMPILATIONS_MAX = 20;

  private static final long PLAN_KEPT_NANOS = StatementCompiler.PLAN_KEPT.toNanos();

  private final EngineSession session;
  private final String sql;
  private final List<@Nullable SqlType> parameterTypes;

  /** What it was compiled by: another one after the database was restored. */
  private StatementRunner runner;

  private CompiledStatement compiled;
  private long schemaVersion;
  private long compiledNanos;

  EnginePreparedQuery(EngineSession session, String sql, List<@Nullable SqlType> parameterTypes) {
    this.session = session;
    this.sql = sql;
    this.parameterTypes = new ArrayList<>(parameterTypes);
    this.runner = session.runner();
    this.compiled = compile(runner.schema());
  }

  /** Compiles for the schema that a query would see, or, what writes, for the newest. */
  private CompiledStatement compile(Schema seen) {
    compiledNanos = runner.nanos();
    schemaVersion = seen.version();
    TimestampBound stale = runner.staleBound();
    Schema current = runner.currentSchema();
    if (stale == null || schemaVersion == current.version()) {
      return runner.compile(sql, parameterTypes, seen);
    }
    CompiledStatement forSeen;
    try {
      forSeen = runner.compile(sql, parameterTypes, seen);
    } catch (DbException e) {
      return compileDespite(e, stale, current);
    }
    if (!writes(forSeen)) {
      return forSeen;
    }
    schemaVersion = current.version();
    return runner.compile(sql, parameterTypes, current);
  }

  /** A statement that the older schema refuses may be one that writes and wants the newest. */
  private CompiledStatement compileDespite(
      DbException refusal, TimestampBound stale, Schema current) {
    CompiledStatement forCurrent;
    try {
      forCurrent = runner.compile(sql, parameterTypes, current);
    } catch (DbException e) {
      throw refusal;
    }
    if (!writes(forCurrent)) {
      session.reads().requireRetained(stale);
      throw notFoundThen(refusal, stale);
    }
    schemaVersion = current.version();
    return forCurrent;
  }

  private static boolean writes(CompiledStatement statement) {
    CompiledStatement.Plan plan = statement.plan();
    return plan != null && (plan.isDml() || plan.needsWriter());
  }

  private DbException notFoundThen(DbException refusal, TimestampBound stale) {
    String table = refusal.attributes().get("table");
    if (refusal.code() != ErrorCode.UNDEFINED_TABLE || table == null) {
      return refusal;
    }
    DbException error =
        new DbException(
                ErrorCode.TABLE_NOT_FOUND,
                "Table '"
                    + table
                    + "' is not found at timestamp: "
                    + TimestampBound.format(session.reads().timestamp(stale)),
                refusal)
            .with("table", table);
    refusal.position().ifPresent(error::at);
    return error;
  }

  /** The EXECUTE that the text is, or null. */
  SessionStatement.@Nullable Execute executed() {
    return compiled instanceof CompiledStatement.Command command
            && command.ast() instanceof SessionStatement.Execute execute
        ? execute
        : null;
  }

  @Override
  public String sql() {
    return sql;
  }

  @Override
  public StatementKind kind() {
    return compiled.kind();
  }

  @Override
  public List<ParameterDescription> parameters() {
    renew();
    return compiled.parameters();
  }

  @Override
  public List<ResultColumn> columns() {
    renew();
    return compiled.columns();
  }

  @Override
  public StatementResult execute(List<Value> parameters) {
    return withCurrentSchema(
        statement -> {
          if (statement instanceof CompiledStatement.Shaped shaped) {
            return runShaped(shaped);
          }
          return runner.run(
              sql, statement, ParameterConversion.convert(statement, parameters, session));
        });
  }

  @Override
  public long[] executeBatch(List<List<Value>> rows) {
    return withCurrentSchema(
        statement -> {
          if (statement instanceof CompiledStatement.Shaped) {
            throw new DbException(
                ErrorCode.INVALID_ARGUMENT, "A batch needs a statement with parameters");
          }
          List<List<Value>> converted = new ArrayList<>(rows.size());
          for (List<Value> row : rows) {
            converted.add(ParameterConversion.convert(statement, row, session));
          }
          return runner.runBatch(sql, statement, converted);
        });
  }

  private StatementResult runShaped(CompiledStatement.Shaped shaped) {
    List<Value> literals;
    try {
      literals = ParameterConversion.convert(shaped.plan(), shaped.literals(), session);
    } catch (DbException e) {
      // A literal that does not become its column's type: let the text itself say where it stands.
      return runner.run(sql, runner.compileExactly(sql, runner.schema()), List.of());
    }
    return runner.run(sql, shaped.plan(), literals);
  }

  private <T> T withCurrentSchema(Execution<T> execution) {
    if (compiled.plan() != null) {
      session.requireRunnable(false);
      session.runner().openTransaction();
    }
    for (int attempt = 1; ; attempt++) {
      renew();
      // A statement of an open transaction, COMMIT above all, is not repeated: what came before it
      // in the transaction is lost, and the caller has to know.
      boolean alone = session.transactionState() == TransactionState.IDLE;
      try {
        return execution.run(compiled);
      } catch (DbException e) {
        boolean overtaken =
            e.code() == ErrorCode.TRANSACTION_ABORTED
                && alone
                && (runner.schema().version() != schemaVersion || runner.staleBound() != null);
        if (!overtaken || attempt == COMPILATIONS_MAX) {
          throw e;
        }
      }
    }
  }

  private void renew() {
    session.requireOpen();
    boolean restored = runner != session.runner();
    runner = session.runner();
    Schema schema = runner.schema();
    long now = runner.nanos();
    if (restored || schema.version() != schemaVersion || now - compiledNanos > PLAN_KEPT_NANOS) {
      compiled = compile(schema);
    }
  }

  /** One execution of the compiled form. */
  private interface Execution<T> {
    T run(CompiledStatement statement);
  }
}
