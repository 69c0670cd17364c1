package org.ratchetdb.tests.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.Dialect;
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
 * Messages of the PostgreSQL dialect call types by PostgreSQL's names. Thousands of statements,
 * most of them wrong, are made from every type and every place where a type can be wrong.
 */
final class PostgresTypeNamesTest {
  private static final Pattern FOREIGN_NAME =
      Pattern.compile(
          "\\b(STRING|INT64|FLOAT64|FLOAT32|BYTES|BOOL|NUMERIC|DATE|TIMESTAMP|UUID|INTERVAL|PG_\\w+|STRUCT)\\b|ARRAY<|PG\\.");

  /** PostgreSQL itself writes this one in capitals. */
  private static final Pattern OWN_WORDS = Pattern.compile("NUMERIC (precision|scale)");

  /** A value of each type, by the type's name. */
  private static final Map<String, String> VALUES = new LinkedHashMap<>();

  static {
    VALUES.put("boolean", "true");
    VALUES.put("bigint", "7::bigint");
    VALUES.put("real", "1.5::real");
    VALUES.put("double precision", "1.5::double precision");
    VALUES.put("numeric", "1.5::numeric");
    VALUES.put("varchar", "'x'::varchar");
    VALUES.put("bytea", "'\\x01ff'::bytea");
    VALUES.put("date", "'2026-01-31'::date");
    VALUES.put("timestamptz", "'2026-01-31 12:00:00+00'::timestamptz");
    VALUES.put("uuid", "'00000000-0000-4000-8000-000000000001'::uuid");
    VALUES.put("jsonb", "'{\"a\": [1]}'::jsonb");
    VALUES.put("interval", "'1 day'::interval");
    VALUES.put("bigint[]", "ARRAY[1, 2]::bigint[]");
    VALUES.put("varchar[]", "ARRAY['a']::varchar[]");
  }

  private static final List<String> BINARY =
      List.of(
          "+",
          "-",
          "*",
          "/",
          "%",
          "^",
          "||",
          "=",
          "<",
          "<>",
          "AND",
          "LIKE",
          "ILIKE",
          "~",
          "<<",
          "->",
          "->>",
          "@>",
          "&&",
          "IS DISTINCT FROM",
          "&",
          "|",
          "#");

  private static final List<String> UNARY =
      List.of(
          "- %s",
          "NOT %s",
          "~ %s",
          "%s IS TRUE",
          "%s IS NULL",
          "(%s)[1]",
          "(%s)[1:2]",
          "(%s).f",
          "abs(%s)",
          "length(%s)",
          "upper(%s)",
          "sum(%s)",
          "avg(%s)",
          "min(%s)",
          "bool_and(%s)",
          "string_agg(%s, ',')",
          "array_agg(%s)",
          "count(DISTINCT %s)",
          "substring(%s, 1, 2)",
          "substring(%s FROM 2)",
          "trim(%s)",
          "position('x' IN %s)",
          "extract(year FROM %s)",
          "extract(nosuch FROM %s)",
          "date_trunc('day', %s)",
          "to_char(%s, 'YYYY')",
          "array_length(%s, 1)",
          "array_upper(%s)",
          "jsonb_typeof(%s)",
          "nosuch(%s)",
          "pg_cancel_backend(%s)",
          "spanner.bit_reverse(%s, true)",
          "spanner.farm_fingerprint(%s)",
          "%s AT TIME ZONE 'UTC'",
          "CASE WHEN %s THEN 1 END",
          "%s IN (1, 2)",
          "%s IN (SELECT 'a')",
          "%s = ANY (ARRAY[1])",
          "%s = ANY (SELECT true)",
          "EXISTS (SELECT %s)",
          "(SELECT %s, 1)",
          "%s BETWEEN 1 AND 2",
          "ARRAY[%s, 1]",
          "ARRAY[ARRAY[%s]]",
          "ROW(%s) = 1",
          "nullif(%s, 1)",
          "greatest(%s, 'x')",
          "coalesce(%s, 1, true)");

  private static final List<String> CLAUSES =
      List.of(
          "SELECT 1 WHERE %s",
          "SELECT 1 LIMIT %s",
          "SELECT 1 OFFSET %s",
          "SELECT 1 GROUP BY %s",
          "SELECT count(*) FROM every e GROUP BY (SELECT %s)",
          "SELECT 1 FROM every HAVING %s",
          "SELECT DISTINCT %s",
          "SELECT 1 ORDER BY %s",
          "SELECT k FROM every ORDER BY %s",
          "SELECT * FROM unnest(%s) AS u",
          "SELECT * FROM generate_series(1, %s) AS g",
          "SELECT 1 FROM every a JOIN every b ON %s",
          "SELECT %s UNION SELECT true",
          "SELECT %s EXCEPT SELECT 1",
          "VALUES (%s), (1)",
          "VALUES (true), (%s)",
          "DELETE FROM every WHERE %s",
          "EXECUTE takes_bigint(%s)",
          "EXECUTE takes_boolean(%s)",
          "EXECUTE takes_array(%s)",
          "EXECUTE takes_date(%s)",
          "SET statement_timeout = %s",
          "CREATE TABLE made (k bigint PRIMARY KEY, v bigint DEFAULT %s)",
          "CREATE TABLE made (k bigint PRIMARY KEY, v boolean DEFAULT %s)",
          "CREATE TABLE made (k bigint PRIMARY KEY, v jsonb GENERATED ALWAYS AS (%s) STORED)",
          "CREATE INDEX made ON every (k) WHERE %s",
          "SELECT 1 FROM every TABLESAMPLE BERNOULLI (%s)",
          "CALL cancel_query(%s)");

  /** With a type for each %s. */
  private static final List<String> DEFINITIONS =
      List.of(
          "CREATE TABLE made (k %s PRIMARY KEY)",
          "CREATE TABLE made (k %s PRIMARY KEY, v bigint) INTERLEAVE IN PARENT parent",
          "CREATE TABLE made (id %s PRIMARY KEY) INTERLEAVE IN PARENT parent",
          "CREATE TABLE made (id %s, n bigint, PRIMARY KEY (id, n)) INTERLEAVE IN PARENT parent",
          "CREATE TABLE made (k bigint PRIMARY KEY, v %s GENERATED BY DEFAULT AS IDENTITY"
              + " (BIT_REVERSED_POSITIVE))",
          "CREATE TABLE made (k bigint PRIMARY KEY, v %s(10))",
          "CREATE TABLE made (k bigint PRIMARY KEY, v %s(3000000))",
          "CREATE TABLE made (k bigint PRIMARY KEY, v %s(10, 20))",
          "CREATE TABLE made (k bigint PRIMARY KEY, v %s[][])",
          "CREATE TABLE made (k bigint PRIMARY KEY, v %s DEFAULT 'x')",
          "CREATE TABLE made (k bigint PRIMARY KEY, v %s DEFAULT 1)",
          "CREATE TABLE made (k bigint PRIMARY KEY, v %s DEFAULT nextval('nosuch'))",
          "CREATE TABLE made (k bigint PRIMARY KEY, v %s DEFAULT spanner.pending_commit_timestamp())",
          "CREATE TABLE made (k bigint PRIMARY KEY, v %s GENERATED ALWAYS AS (k) STORED)",
          "CREATE TABLE made (k bigint PRIMARY KEY, v %s GENERATED ALWAYS AS (k) VIRTUAL)",
          "ALTER TABLE every ADD COLUMN c %s NOT NULL",
          "ALTER TABLE every ADD COLUMN c %s DEFAULT 'x'",
          "ALTER TABLE every ALTER COLUMN k TYPE %s",
          "ALTER TABLE parent ALTER COLUMN id TYPE %s",
          "PREPARE made (%s) AS SELECT $1 + true",
          "SELECT 'nonsense'::%s",
          "SELECT CAST(k AS %s) FROM every",
          "SELECT '1e999999'::%s");

  private Instance instance;
  private Session session;
  private int failures;

  @BeforeEach
  void open() {
    instance = EngineProvider.load().openMemory(InstanceOptions.DEFAULT);
    session = instance.createDatabase("d", Dialect.POSTGRESQL).openSession(SessionOptions.DEFAULT);
    StringBuilder columns = new StringBuilder();
    for (String type : VALUES.keySet()) {
      if (!type.equals("interval")) {
        columns.append(", ").append(column(type)).append(' ').append(type);
      }
    }
    must("CREATE TABLE every (k bigint PRIMARY KEY" + columns + ")");
    must("INSERT INTO every (k) VALUES (1)");
    must("CREATE TABLE parent (id bigint PRIMARY KEY, v varchar)");
    must("PREPARE takes_bigint AS SELECT $1::bigint");
    must("PREPARE takes_boolean (boolean) AS SELECT $1");
    must("PREPARE takes_array (bigint[]) AS SELECT $1");
    must("PREPARE takes_date (date) AS SELECT $1");
  }

  @AfterEach
  void close() {
    instance.close();
  }

  private static String column(String type) {
    return "c_" + type.replace(' ', '_').replace("[]", "_list");
  }

  private void must(String sql) {
    session.execute(sql).close();
  }

  /** Runs a statement to its end; whatever it says must not name a type of GoogleSQL. */
  private void check(String sql, List<String> foreign) {
    try (StatementResult result = session.execute(sql)) {
      ResultCursor rows = result.cursor();
      while (rows != null && rows.next()) {
        assertThat(rows.columns()).isNotEmpty();
      }
    } catch (DbException e) {
      note(e, sql, foreign);
    }
    session.execute("DROP TABLE IF EXISTS made").close();
  }

  private void note(DbException e, String sql, List<String> foreign) {
    failures++;
    String said =
        e.message()
            + e.detail().map(d -> " / " + d).orElse("")
            + e.hint().map(h -> " / " + h).orElse("");
    if (FOREIGN_NAME.matcher(OWN_WORDS.matcher(said).replaceAll("")).find()) {
      foreign.add(sql + "  =>  " + said);
    }
  }

  @Test
  void noMessageNamesATypeOfGoogleSql() {
    List<String> foreign = new ArrayList<>();
    for (String left : VALUES.values()) {
      for (String right : VALUES.values()) {
        for (String operator : BINARY) {
          check("SELECT " + left + " " + operator + " " + right, foreign);
        }
        check("SELECT CASE WHEN true THEN " + left + " ELSE " + right + " END", foreign);
        check("SELECT coalesce(" + left + ", " + right + ")", foreign);
        check("SELECT " + left + " UNION ALL SELECT " + right, foreign);
        check("VALUES (" + left + "), (" + right + ")", foreign);
        check("SELECT ARRAY[" + left + ", " + right + "]", foreign);
        check("SELECT " + left + " IN (" + right + ")", foreign);
        check("SELECT " + left + " IN (SELECT " + right + ")", foreign);
        check("SELECT power(" + left + ", " + right + ")", foreign);
      }
    }
    for (String value : VALUES.values()) {
      for (String form : UNARY) {
        check("SELECT " + form.replace("%s", value), foreign);
        check("SELECT " + form.replace("%s", value) + " FROM every GROUP BY k", foreign);
      }
      for (String form : CLAUSES) {
        check(form.replace("%s", value), foreign);
      }
    }
    for (String type : VALUES.keySet()) {
      for (String form : DEFINITIONS) {
        check(form.replace("%s", type), foreign);
      }
      for (Map.Entry<String, String> other : VALUES.entrySet()) {
        String column = column(type);
        check("SELECT " + other.getValue() + "::" + type, foreign);
        check("UPDATE every SET " + column + " = " + other.getValue() + " WHERE true", foreign);
        check(
            "INSERT INTO every (k, " + column + ") VALUES (2, " + other.getValue() + ")", foreign);
        check("SELECT CAST(NULL::" + type + " AS " + other.getKey() + ")", foreign);
        check("ALTER TABLE every ALTER COLUMN " + column + " TYPE " + other.getKey(), foreign);
        check(
            "CREATE TABLE made (k bigint PRIMARY KEY, v "
                + type
                + " DEFAULT "
                + other.getValue()
                + ")",
            foreign);
      }
      check("CREATE INDEX made ON every (" + column(type) + ")", foreign);
    }
    assertThat(foreign).isEmpty();
    assertThat(failures).as("statements that failed").isGreaterThan(3_000);
  }

  @Test
  void parametersOfTheWrongTypeAreCalledByPostgresNames() {
    List<String> foreign = new ArrayList<>();
    List<Value> values = new ArrayList<>();
    for (String expression : VALUES.values()) {
      try (StatementResult result = session.execute("SELECT " + expression)) {
        ResultCursor rows = Objects.requireNonNull(result.cursor());
        assertThat(rows.next()).isTrue();
        values.add(rows.getValue(0));
      }
    }
    for (String type : VALUES.keySet()) {
      PreparedQuery query = session.prepare("SELECT $1::" + type + " IS NULL", List.of());
      for (Value value : values) {
        try {
          query.execute(List.of(value)).close();
        } catch (DbException e) {
          note(e, type + " <- " + value, foreign);
        }
      }
    }
    assertThat(foreign).isEmpty();
    assertThat(failures).isPositive();
  }
}
