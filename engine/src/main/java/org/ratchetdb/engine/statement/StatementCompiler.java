package org.ratchetdb.engine.statement;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.engine.activity.StatementIdentity;
import org.ratchetdb.engine.api.ParameterDescription;
import org.ratchetdb.engine.api.ResultColumn;
import org.ratchetdb.engine.api.StatementKind;
import org.ratchetdb.executor.CompiledPlan;
import org.ratchetdb.executor.PlanExecutor;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.planner.QueryPlanner;
import org.ratchetdb.planner.context.PlanningCheck;
import org.ratchetdb.planner.context.PlanningContext;
import org.ratchetdb.planner.context.TableStatistics;
import org.ratchetdb.planner.explain.PlanExplainer;
import org.ratchetdb.planner.physical.DmlPlan;
import org.ratchetdb.planner.physical.OutputColumn;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.physical.PhysicalPlan;
import org.ratchetdb.sqlfrontend.SqlParser;
import org.ratchetdb.sqlfrontend.SqlScript;
import org.ratchetdb.sqlfrontend.ast.AdminStatement;
import org.ratchetdb.sqlfrontend.ast.DdlStatement;
import org.ratchetdb.sqlfrontend.ast.DmlStatement;
import org.ratchetdb.sqlfrontend.ast.SessionStatement;
import org.ratchetdb.sqlfrontend.ast.Statement;
import org.ratchetdb.sqlfrontend.bind.BindOptions;
import org.ratchetdb.sqlfrontend.bind.Binder;
import org.ratchetdb.sqlfrontend.bind.SystemTables;
import org.ratchetdb.sqlfrontend.bound.BoundParameter;
import org.ratchetdb.sqlfrontend.bound.BoundStatement;
import org.ratchetdb.sqlfrontend.limit.StatementLimits;

/**
 * From text to something that runs, for one database. What was compiled is kept: first under the
 * exact text, and texts that differ only in literals that take part in a comparison or fill a row
 * share one plan, in which those literals are parameters (see {@link TextShape}). A new schema
 * version leaves the old entries to age out. Thread-safe.
 */
public final class StatementCompiler {
  /** A plan is made anew after so long, since tables grow and shrink beside it. */
  public static final Duration PLAN_KEPT = Duration.ofMinutes(1);

  /** About 2,000 statements of usual length; a plan takes memory as its text does. */
  static final long CACHED_WEIGHT_MAX = 8L << 20;

  private static final int STATEMENT_WEIGHT = 4_096;

  private final Dialect dialect;
  private final SqlParser parser;
  private final QueryPlanner planner = new QueryPlanner();
  private final TableStatistics statistics;
  private final SystemTables systemTables;
  private final Cache<CacheKey, CompiledStatement> cache =
      Caffeine.newBuilder()
          .maximumWeight(CACHED_WEIGHT_MAX)
          .weigher((CacheKey key, CompiledStatement plan) -> STATEMENT_WEIGHT + key.text().length())
          .expireAfterWrite(PLAN_KEPT)
          .build();

  public StatementCompiler(Dialect dialect, TableStatistics statistics, SystemTables systemTables) {
    this.dialect = dialect;
    this.parser = SqlParser.forDialect(dialect);
    this.statistics = statistics;
    this.systemTables = systemTables;
  }

  /** Forgets all plans, so that each statement is planned anew. */
  public void forgetPlans() {
    cache.invalidateAll();
  }

  /** What the kept plans weigh together, in characters of text; for tests. */
  long cachedWeight() {
    cache.cleanUp();
    return cache.policy().eviction().orElseThrow().weightedSize().orElseThrow();
  }

  /** Cuts a script at its statement ends. */
  public List<String> split(String script) {
    return SqlScript.split(dialect, script).stream().map(SqlScript.Part::sql).toList();
  }

  /**
   * Compiles one statement.
   *
   * @param parameterTypes types decided by the caller, null where the statement is to tell
   * @param timeZone zone of timestamps that name none
   * @param check ends planning on a cancel or a deadline
   */
  public CompiledStatement compile(
      String sql,
      List<@Nullable SqlType> parameterTypes,
      Schema schema,
      String timeZone,
      PlanningCheck check) {
    CacheKey exact = new CacheKey(sql, parameterTypes, schema.version(), timeZone);
    CompiledStatement known = cache.getIfPresent(exact);
    if (known != null) {
      return known;
    }
    if (parameterTypes.isEmpty() && sql.length() <= StatementLimits.TEXT_LENGTH_MAX) {
      CompiledStatement shaped = compileByShape(sql, schema, timeZone, check);
      if (shaped != null) {
        return shaped;
      }
    }
    return compileExactly(sql, parameterTypes, schema, timeZone, check);
  }

  /**
   * Plans an INSERT against a schema that may never be published; nothing is kept, for another
   * schema may come to have its version.
   */
  public DmlPlan.Insert planInsert(String sql, Schema schema, String timeZone) {
    BindOptions options = new BindOptions(List.of(), timeZone, systemTables);
    BoundStatement bound = Binder.bind(parser.parse(sql), sql, schema, options);
    return (DmlPlan.Insert) planner.plan(bound, context(schema, options, PlanningCheck.NONE));
  }

  /** Compiles one statement with its literals as they stand in the text. */
  public CompiledStatement compileExactly(
      String sql,
      List<@Nullable SqlType> parameterTypes,
      Schema schema,
      String timeZone,
      PlanningCheck check) {
    CompiledStatement compiled = compileText(sql, parameterTypes, schema, timeZone, check);
    cache.put(new CacheKey(sql, parameterTypes, schema.version(), timeZone), compiled);
    return compiled;
  }

  /**
   * The plan that all texts of this shape share, with this text's literals; null when it has none.
   */
  private @Nullable CompiledStatement compileByShape(
      String sql, Schema schema, String timeZone, PlanningCheck check) {
    TextShape shape = TextShape.of(parser, dialect, sql);
    if (shape == null) {
      return null;
    }
    CacheKey key = new CacheKey(shape.text(), List.of(), schema.version(), timeZone);
    CompiledStatement shared = cache.getIfPresent(key);
    if (shared == null) {
      try {
        shared = compileText(shape.text(), List.of(), schema, timeZone, check);
      } catch (DbException e) {
        check.check(); // it may have been this that ended the planning
        // The exact text will say what is wrong, at its own positions, or turn out to be right.
        shared = CompiledStatement.NoShape.INSTANCE;
      }
      cache.put(key, shared);
    }
    if (!(shared instanceof CompiledStatement.Plan plan)
        || !shape.fits(plan.parameters(), dialect)) {
      return null;
    }
    return new CompiledStatement.Shaped(plan, shape.literals());
  }

  private CompiledStatement compileText(
      String sql,
      List<@Nullable SqlType> parameterTypes,
      Schema schema,
      String timeZone,
      PlanningCheck check) {
    Statement ast = parser.parse(sql);
    StatementLimits.check(ast, sql, dialect);
    if (ast instanceof Statement.Unsupported unsupported) {
      throw DbException.notSupported(unsupported.feature()).at(unsupported.begin());
    }
    if (ast instanceof DdlStatement ddl) {
      SystemSchemas.refuse(ddl);
      return command(sql, ast, StatementKind.DDL);
    }
    if (ast instanceof SessionStatement session) {
      boolean control =
          session instanceof SessionStatement.Begin
              || session instanceof SessionStatement.Commit
              || session instanceof SessionStatement.Rollback;
      return command(sql, ast, control ? StatementKind.TRANSACTION_CONTROL : StatementKind.SESSION);
    }
    if (ast instanceof AdminStatement) {
      return command(sql, ast, StatementKind.SESSION);
    }
    BindOptions options = new BindOptions(parameterTypes, timeZone, systemTables);
    if (ast instanceof Statement.Explain explain) {
      return explain(explain, sql, schema, options, check);
    }
    return plan(ast, sql, schema, options, check, false);
  }

  private static CompiledStatement command(String sql, Statement ast, StatementKind kind) {
    return new CompiledStatement.Command(
        sql, ast, kind, CommandText.tag(ast), CommandText.columns(ast));
  }

  private CompiledStatement explain(
      Statement.Explain explain,
      String sql,
      Schema schema,
      BindOptions options,
      PlanningCheck check) {
    ExplainOptions explainOptions = ExplainOptions.of(explain, dialect);
    Statement inner = explain.statement();
    if (!(inner instanceof Statement.Select) && !(inner instanceof DmlStatement)) {
      throw DbException.notSupported("EXPLAIN of this statement").at(inner.begin());
    }
    if (explainOptions.analyze()) {
      return new CompiledStatement.Analysis(
          plan(inner, sql, schema, options, check, true), explainOptions);
    }
    BoundStatement bound = Binder.bind(inner, sql, schema, options);
    PhysicalPlan plan = planner.plan(bound, context(schema, options, check));
    List<String> lines = PlanExplainer.text(plan).lines().toList();
    return new CompiledStatement.Explanation(parameters(bound), lines);
  }

  private CompiledStatement.Plan plan(
      Statement ast,
      String sql,
      Schema schema,
      BindOptions options,
      PlanningCheck check,
      boolean measured) {
    BoundStatement bound = Binder.bind(ast, sql, schema, options);
    PhysicalPlan plan = planner.plan(bound, context(schema, options, check));
    CompiledPlan compiled =
        measured ? PlanExecutor.compileMeasured(plan) : PlanExecutor.compile(plan);
    List<ResultColumn> columns = new ArrayList<>();
    for (OutputColumn column : plan.output()) {
      columns.add(new ResultColumn(column.name(), column.type()));
    }
    return new CompiledStatement.Plan(
        CommandText.verb(ast),
        parameters(bound),
        List.copyOf(columns),
        compiled,
        WriterNeed.of(plan),
        SnapshotNeed.of(plan),
        StatementIdentity.of(sql),
        PlanFootprint.of(plan),
        PlanTables.of(plan),
        schema.version());
  }

  private static List<ParameterDescription> parameters(BoundStatement bound) {
    List<ParameterDescription> parameters = new ArrayList<>();
    for (BoundParameter parameter : bound.parameters()) {
      parameters.add(new ParameterDescription(parameter.name(), parameter.type()));
    }
    return List.copyOf(parameters);
  }

  private PlanningContext context(Schema schema, BindOptions options, PlanningCheck check) {
    ZoneId zone = ZoneId.of(options.timeZone());
    return PlanningContext.of(schema, statistics, expression -> fold(expression, zone))
        .withCheck(check);
  }

  private Value fold(PhysicalExpr expression, ZoneId zone) {
    return PlanExecutor.evaluate(expression, ExecutionContext.builder(dialect).zone(zone).build());
  }

  /** Under which a compiled statement is found again. */
  private record CacheKey(
      String text, List<@Nullable SqlType> parameterTypes, long schemaVersion, String timeZone) {
    CacheKey {
      parameterTypes = Collections.unmodifiableList(new ArrayList<>(parameterTypes));
    }
  }
}
