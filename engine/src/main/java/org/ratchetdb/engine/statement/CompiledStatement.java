package org.ratchetdb.engine.statement;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.engine.activity.Footprint;
import org.ratchetdb.engine.activity.StatementIdentity;
import org.ratchetdb.engine.api.ParameterDescription;
import org.ratchetdb.engine.api.ResultColumn;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.engine.api.StatementKind;
import org.ratchetdb.engine.result.StaticCursor;
import org.ratchetdb.engine.txn.TableUse;
import org.ratchetdb.executor.CompiledPlan;
import org.ratchetdb.sqlfrontend.ast.SessionStatement;
import org.ratchetdb.sqlfrontend.ast.Statement;

/** A statement that is ready to run, for one schema version. Immutable, shared by sessions. */
public sealed interface CompiledStatement {
  StatementKind kind();

  List<ParameterDescription> parameters();

  List<ResultColumn> columns();

  /** The plan that it runs, or null. */
  default @Nullable Plan plan() {
    return null;
  }

  /** COMMIT and ROLLBACK, which alone may run in a failed transaction. */
  default boolean runsInFailedTransaction() {
    return false;
  }

  /**
   * A query or DML with its plan.
   *
   * @param verb SELECT, INSERT, UPDATE or DELETE
   * @param needsWriter a query that must run in a read-write transaction: FOR UPDATE, or one that
   *     draws from a sequence
   * @param snapshotOnly a schema of system tables that it reads and that a read-write transaction
   *     may not read, or null
   * @param identity what its executions are counted under
   * @param footprint what it touches, for statistics
   * @param tables that must stay what they are for it to do right
   */
  record Plan(
      String verb,
      List<ParameterDescription> parameters,
      List<ResultColumn> columns,
      CompiledPlan compiled,
      boolean needsWriter,
      @Nullable String snapshotOnly,
      StatementIdentity identity,
      Footprint footprint,
      TableUse tables,
      long schemaVersion)
      implements CompiledStatement {
    public boolean isDml() {
      return compiled.isDml();
    }

    @Override
    public Plan plan() {
      return this;
    }

    @Override
    public StatementKind kind() {
      return isDml() ? StatementKind.DML : StatementKind.QUERY;
    }

    /** PostgreSQL's command tag. */
    public String tagFor(long rows) {
      return verb.equals("INSERT") ? "INSERT 0 " + rows : verb + " " + rows;
    }
  }

  /** A shared plan with the literals of one text as its parameters. */
  record Shaped(Plan plan, List<Value> literals) implements CompiledStatement {
    @Override
    public StatementKind kind() {
      return plan.kind();
    }

    @Override
    public List<ParameterDescription> parameters() {
      return List.of();
    }

    @Override
    public List<ResultColumn> columns() {
      return plan.columns();
    }
  }

  /** Says that texts of a shape do not share a plan. Never runs. */
  enum NoShape implements CompiledStatement {
    INSTANCE;

    @Override
    public StatementKind kind() {
      return StatementKind.SESSION;
    }

    @Override
    public List<ParameterDescription> parameters() {
      return List.of();
    }

    @Override
    public List<ResultColumn> columns() {
      return List.of();
    }
  }

  /**
   * EXPLAIN ANALYZE: runs the plan and answers with what its operators did.
   *
   * @param plan compiled to be measured
   */
  record Analysis(Plan plan, ExplainOptions options) implements CompiledStatement {
    @Override
    public StatementKind kind() {
      return plan.kind();
    }

    @Override
    public List<ParameterDescription> parameters() {
      return plan.parameters();
    }

    @Override
    public List<ResultColumn> columns() {
      return Explanation.COLUMNS;
    }
  }

  /** EXPLAIN: the lines are its answer. */
  record Explanation(List<ParameterDescription> parameters, List<String> lines)
      implements CompiledStatement {
    private static final List<ResultColumn> COLUMNS =
        List.of(new ResultColumn("QUERY PLAN", SqlType.STRING));

    @Override
    public StatementKind kind() {
      return StatementKind.SESSION;
    }

    @Override
    public List<ResultColumn> columns() {
      return COLUMNS;
    }

    public ResultCursor cursor() {
      return cursor(lines);
    }

    /** The answer with the lines. */
    public static ResultCursor cursor(List<String> lines) {
      return new StaticCursor(
          COLUMNS, lines.stream().map(line -> List.<Value>of(new Value.Str(line))).toList());
    }
  }

  /** DDL or a statement about the session: interpreted from its syntax tree. */
  record Command(
      String sql, Statement ast, StatementKind kind, String tag, List<ResultColumn> columns)
      implements CompiledStatement {
    @Override
    public List<ParameterDescription> parameters() {
      return List.of();
    }

    @Override
    public boolean runsInFailedTransaction() {
      return ast instanceof SessionStatement.Commit
          || ast instanceof SessionStatement.Rollback
          || ast instanceof SessionStatement.RollbackToSavepoint;
    }
  }
}
