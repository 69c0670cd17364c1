package org.ratchetdb.sqlfrontend.bind;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ratchetdb.catalog.change.ChangeEffect;
import org.ratchetdb.catalog.change.ChangeResult;
import org.ratchetdb.catalog.change.SchemaChange;
import org.ratchetdb.catalog.change.SetIndexState;
import org.ratchetdb.catalog.ddl.DdlPrinter;
import org.ratchetdb.catalog.model.IndexState;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.sqlfrontend.SqlParser;
import org.ratchetdb.sqlfrontend.ast.DdlStatement;
import org.ratchetdb.sqlfrontend.ast.Statement;

/**
 * Runs scripts: a statement, {@code ----}, and what binding gives. {@code # types: INT64, -, DATE}
 * before a statement declares parameters. DDL changes the schema of what follows; its result is
 * printed. With {@code -Dratchet.rewrite=true} the expectations are written anew.
 */
class BindScriptTest {
  private static final String DIRECTORY = "src/test/resources/org/ratchetdb/sqlfrontend/bind/";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "googlesql-expressions.txt",
        "googlesql-queries.txt",
        "googlesql-dml.txt",
        "googlesql-ddl.txt",
        "googlesql-errors.txt",
        "googlesql-tpch.txt",
        "postgres-expressions.txt",
        "postgres-queries.txt",
        "postgres-dml.txt",
        "postgres-ddl.txt",
        "postgres-errors.txt",
        "postgres-tpch.txt"
      })
  void scriptBindsAsWritten(String file) throws IOException {
    Dialect dialect =
        file.startsWith("postgres") ? Dialect.POSTGRESQL : Dialect.GOOGLE_STANDARD_SQL;
    Schema schema = Schema.empty(dialect);
    StringBuilder actual = new StringBuilder();
    String script = read(file);
    for (String block : script.split("\n\n")) {
      if (block.isBlank()) {
        continue;
      }
      int rule = block.indexOf("\n----");
      String statement = (rule < 0 ? block : block.substring(0, rule)).stripTrailing();
      Result result = run(statement, schema, dialect);
      schema = result.schema();
      if (actual.length() > 0) {
        actual.append("\n\n");
      }
      actual.append(statement.stripLeading()).append("\n----\n").append(result.text());
    }
    actual.append('\n');
    if (Boolean.getBoolean("ratchet.rewrite")) {
      Files.writeString(Path.of(DIRECTORY + file), actual);
      return;
    }
    assertThat(actual.toString()).isEqualTo(script);
  }

  private record Result(String text, Schema schema) {}

  private static Result run(String block, Schema schema, Dialect dialect) {
    List<@Nullable SqlType> types = new ArrayList<>();
    StringBuilder sql = new StringBuilder();
    for (String line : block.strip().split("\n")) {
      if (line.startsWith("# types:")) {
        for (String type : line.substring("# types:".length()).split(",")) {
          types.add(type(type.strip()));
        }
      } else if (!line.startsWith("##")) {
        sql.append(sql.length() == 0 ? "" : "\n").append(line);
      }
    }
    String text = sql.toString();
    try {
      Statement statement = SqlParser.forDialect(dialect).parse(text);
      if (statement instanceof DdlStatement ddl) {
        Schema next = apply(DdlBinder.bind(ddl, text, schema), schema);
        return new Result(changed(schema, next), next);
      }
      BindOptions options = new BindOptions(types, "UTC", BindScriptTest::systemTable);
      String bound =
          new BoundText(dialect).statement(Binder.bind(statement, text, schema, options));
      return new Result(bound, schema);
    } catch (DbException e) {
      return new Result(error(e), schema);
    }
  }

  /** The schema after the change; indexes are complete at once. */
  private static Schema apply(SchemaChange change, Schema schema) {
    ChangeResult result = change.apply(schema);
    Schema next = result.schema();
    for (ChangeEffect effect : result.effects()) {
      if (effect instanceof ChangeEffect.BackfillIndex backfill) {
        next = new SetIndexState(backfill.indexId(), IndexState.READ_WRITE).apply(next).schema();
      }
    }
    return next;
  }

  private static String changed(Schema before, Schema after) {
    List<String> old = new DdlPrinter(before).database("db");
    List<String> lines = new ArrayList<>(new DdlPrinter(after).database("db"));
    lines.removeAll(old);
    return lines.isEmpty() ? "ok" : String.join(";\n", lines).replaceAll("\n\n+", "\n");
  }

  private static String error(DbException e) {
    StringBuilder out = new StringBuilder("error ").append(e.code()).append(": ");
    out.append(e.message());
    e.position().ifPresent(position -> out.append(" @").append(position));
    e.detail().ifPresent(detail -> out.append("\ndetail: ").append(detail));
    e.hint().ifPresent(hint -> out.append("\nhint: ").append(hint));
    return out.toString();
  }

  private static SystemTables.@Nullable SystemTable systemTable(String schema, String name) {
    boolean known =
        (schema.equals("information_schema") && name.toLowerCase(Locale.ROOT).equals("tables"))
            || (schema.equals("pg_catalog") && name.equals("pg_class"));
    return known
        ? new SystemTables.SystemTable(
            schema + "." + name.toLowerCase(Locale.ROOT),
            List.of(
                new SystemTables.SystemColumn("oid", SqlType.PG_OID),
                new SystemTables.SystemColumn("TABLE_NAME", SqlType.STRING),
                new SystemTables.SystemColumn("relname", SqlType.STRING)))
        : null;
  }

  private static @Nullable SqlType type(String text) {
    if (text.equals("-")) {
      return null;
    }
    if (text.startsWith("ARRAY<")) {
      return SqlType.arrayOf(Objects.requireNonNull(type(text.substring(6, text.length() - 1))));
    }
    return new SqlType(TypeKind.valueOf(text), null, List.of());
  }

  private static String read(String file) throws IOException {
    if (Boolean.getBoolean("ratchet.rewrite")) {
      return Files.readString(Path.of(DIRECTORY + file));
    }
    try (InputStream in = BindScriptTest.class.getResourceAsStream(file)) {
      return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
