package org.ratchetdb.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ratchetdb.catalog.change.ChangeEffect;
import org.ratchetdb.catalog.change.ChangeResult;
import org.ratchetdb.catalog.change.SchemaChange;
import org.ratchetdb.catalog.change.SetIndexState;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.IndexState;
import org.ratchetdb.catalog.model.Interleave;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.planner.context.PlanningContext;
import org.ratchetdb.planner.context.TableStatistics;
import org.ratchetdb.planner.explain.PlanExplainer;
import org.ratchetdb.sqlfrontend.SqlParser;
import org.ratchetdb.sqlfrontend.ast.DdlStatement;
import org.ratchetdb.sqlfrontend.ast.Statement;
import org.ratchetdb.sqlfrontend.bind.BindOptions;
import org.ratchetdb.sqlfrontend.bind.Binder;
import org.ratchetdb.sqlfrontend.bind.DdlBinder;

/**
 * Runs scripts of statements with the plans they must get. Blocks are separated by empty lines: a
 * statement, {@code ----}, its plan or its error. A block {@code rows T n, U m} says how many rows
 * tables have, {@code values T.c n, U.d m} how many values columns have, {@code interleave T U}
 * puts T into U whatever its key columns are called. With {@code -Dratchet.rewrite=true} the files
 * are written anew, for review.
 */
final class PlanScriptTest {
  private static final String DIRECTORY = "src/test/resources/plans/";

  private Schema schema = Schema.empty(Dialect.GOOGLE_STANDARD_SQL);
  private final Map<String, Long> rows = new HashMap<>();
  private final Map<String, Long> values = new HashMap<>();

  @ParameterizedTest
  @ValueSource(
      strings = {"access.sql", "joins.sql", "subqueries.sql", "dml.sql", "pg.sql", "tpch.sql"})
  void statementsGetTheirPlans(String file) throws IOException {
    if (file.startsWith("pg")) {
      schema = Schema.empty(Dialect.POSTGRESQL);
    }
    String script = Files.readString(Path.of(DIRECTORY + file));
    StringBuilder actual = new StringBuilder();
    for (String block : script.split("\n\n")) {
      if (block.isBlank()) {
        continue;
      }
      int rule = block.indexOf("\n----");
      String statement = (rule < 0 ? block : block.substring(0, rule)).strip();
      actual.append(actual.length() == 0 ? "" : "\n\n").append(statement);
      String result = run(statement);
      if (!result.isEmpty()) {
        actual.append("\n----\n").append(result);
      }
    }
    actual.append('\n');
    if (Boolean.getBoolean("ratchet.rewrite")) {
      Files.writeString(Path.of(DIRECTORY + file), actual);
      return;
    }
    assertThat(actual.toString()).isEqualTo(script);
  }

  private String run(String block) {
    StringBuilder sql = new StringBuilder();
    for (String line : block.split("\n")) {
      if (!line.startsWith("##")) {
        sql.append(sql.length() == 0 ? "" : "\n").append(line);
      }
    }
    String text = sql.toString();
    if (text.isEmpty()) {
      return "";
    }
    if (text.startsWith("rows ")) {
      set(rows, text.substring("rows ".length()));
      return "";
    }
    if (text.startsWith("values ")) {
      set(values, text.substring("values ".length()));
      return "";
    }
    if (text.startsWith("interleave ")) {
      interleave(text.substring("interleave ".length()));
      return "";
    }
    try {
      Statement statement = SqlParser.forDialect(schema.dialect()).parse(text);
      if (statement instanceof DdlStatement ddl) {
        schema = apply(DdlBinder.bind(ddl, text, schema), schema);
        return "";
      }
      return PlanExplainer.text(
          new QueryPlanner()
              .plan(Binder.bind(statement, text, schema, BindOptions.DEFAULT), context()));
    } catch (DbException e) {
      if (e.code() == ErrorCode.INTERNAL) {
        throw e;
      }
      return "error " + e.code() + ": " + e.message();
    }
  }

  private static void set(Map<String, Long> numbers, String text) {
    for (String entry : text.split(",")) {
      String[] words = entry.strip().split(" ");
      numbers.put(words[0].toLowerCase(Locale.ROOT), Long.parseLong(words[1]));
    }
  }

  private void interleave(String text) {
    Map<String, String> parents = new HashMap<>();
    for (String entry : text.split(",")) {
      String[] words = entry.strip().split(" ");
      parents.put(words[0], words[1]);
    }
    List<Table> tables = new ArrayList<>();
    for (Table table : schema.tables()) {
      String parent = parents.get(table.name());
      tables.add(
          parent == null
              ? table
              : new Table(
                  table.id(),
                  table.name(),
                  table.columns(),
                  table.primaryKey(),
                  new Interleave(schema.findTable(parent).orElseThrow().id(), true, true),
                  table.nextColumnId()));
    }
    schema =
        new Schema(
            schema.dialect(),
            schema.version(),
            schema.since(),
            schema.nextObjectId(),
            tables,
            schema.indexes(),
            schema.sequences(),
            schema.options());
  }

  static Schema apply(SchemaChange change, Schema schema) {
    ChangeResult result = change.apply(schema);
    Schema next = result.schema();
    for (ChangeEffect effect : result.effects()) {
      if (effect instanceof ChangeEffect.BackfillIndex backfill) {
        next = new SetIndexState(backfill.indexId(), IndexState.READ_WRITE).apply(next).schema();
      }
    }
    return next;
  }

  private PlanningContext context() {
    return PlanningContext.of(
        schema,
        new Statistics(schema, rows, values),
        expression -> {
          throw new DbException(ErrorCode.INVALID_ARGUMENT, "nothing is folded here");
        });
  }

  /** A hundred bytes a row, forty an index entry. */
  private record Statistics(Schema schema, Map<String, Long> rows, Map<String, Long> values)
      implements TableStatistics {
    @Override
    public long rowCount(Table table) {
      return rows.getOrDefault(table.name().toLowerCase(Locale.ROOT), 1_000L);
    }

    @Override
    public long byteCount(Table table) {
      return rowCount(table) * 100;
    }

    @Override
    public long entryCount(Index index) {
      return rowCount(schema.table(index.tableId()));
    }

    @Override
    public long byteCount(Index index) {
      return entryCount(index) * 40;
    }

    @Override
    public long distinctValues(Table table, int columnId) {
      String name = table.name() + "." + table.column(columnId).name();
      return values.getOrDefault(name.toLowerCase(Locale.ROOT), -1L);
    }
  }
}
