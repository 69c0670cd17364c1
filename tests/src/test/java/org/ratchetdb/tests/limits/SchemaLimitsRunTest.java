package org.ratchetdb.tests.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ratchetdb.tests.limits.LimitsDatabase.numbered;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ratchetdb.common.error.CanonicalStatus;
import org.ratchetdb.common.type.Dialect;

/** Schemas as large as they may be, in SQL; the counts of objects are tested with the catalog. */
class SchemaLimitsRunTest {
  private static String createWithDefault(boolean postgres, String table, int length) {
    String text = "x".repeat(length);
    return postgres
        ? "CREATE TABLE " + table + " (k bigint PRIMARY KEY, s text DEFAULT '" + text + "')"
        : "CREATE TABLE "
            + table
            + " (k INT64, s STRING(MAX) DEFAULT ('"
            + text
            + "')) PRIMARY KEY (k)";
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void columnsAndKeys(Dialect dialect) {
    try (LimitsDatabase database = new LimitsDatabase(dialect)) {
      String sqlState = "54000";
      database.createTable("wide", 1_024);
      database.run("INSERT INTO wide (c0, c1023) VALUES (1, 2)");
      assertThat(database.number("SELECT c1023 FROM wide WHERE c0 = 1")).isEqualTo(2);
      String add = "ALTER TABLE wide ADD COLUMN more " + (database.postgres ? "bigint" : "INT64");
      database.assertRefused(
          add,
          CanonicalStatus.FAILED_PRECONDITION,
          sqlState,
          "Table wide has too many columns; the limit is 1024.");

      String type = database.postgres ? " bigint" : " INT64";
      String columns = numbered(0, 17, "c#" + type, ", ");
      String sixteen = numbered(0, 16, "c#", ", ");
      String before = "CREATE TABLE keyed (" + columns + (database.postgres ? ", " : ") ");
      String behind = database.postgres ? "))" : ")";
      database.assertRefused(
          before + "PRIMARY KEY (" + sixteen + ", c16" + behind,
          CanonicalStatus.INVALID_ARGUMENT,
          sqlState,
          "Table keyed has too many keys (17); the limit is 16.");
      database.run(before + "PRIMARY KEY (" + sixteen + behind);
      database.assertRefused(
          "CREATE INDEX too_long ON keyed (c16)",
          CanonicalStatus.INVALID_ARGUMENT,
          sqlState,
          "Index too_long has too many keys (17); the limit is 16.");
      database.run(
          "INSERT INTO keyed ("
              + numbered(0, 17, "c#", ", ")
              + ") VALUES ("
              + numbered(0, 17, "#", ", ")
              + ")");
      assertThat(database.number("SELECT c16 FROM keyed WHERE c0 = 0 AND c15 = 15")).isEqualTo(16);
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void interleavingAndIndexesPerTable(Dialect dialect) {
    try (LimitsDatabase database = new LimitsDatabase(dialect)) {
      String type = database.postgres ? " bigint" : " INT64";
      database.createTable("level0", 1);
      for (int level = 1; level <= 8; level++) {
        String columns = numbered(0, level + 1, "c#" + type, ", ");
        String key = numbered(0, level + 1, "c#", ", ");
        String parent = "INTERLEAVE IN PARENT level" + (level - 1);
        String sql =
            "CREATE TABLE level"
                + level
                + " ("
                + columns
                + (database.postgres
                    ? ", PRIMARY KEY (" + key + ")) " + parent
                    : ") PRIMARY KEY (" + key + "), " + parent);
        if (level <= 7) {
          database.run(sql);
        } else {
          database.assertRefused(
              sql,
              CanonicalStatus.FAILED_PRECONDITION,
              "54000",
              "Table level8 is too deeply nested; the limit is 7.");
        }
      }
      for (int i = 0; i < 128; i++) {
        database.run("CREATE INDEX i" + i + " ON level1 (c1)");
      }
      database.assertRefused(
          "CREATE INDEX more ON level1 (c1)",
          CanonicalStatus.FAILED_PRECONDITION,
          "53400",
          "Cannot add index more to table level1: too many indices (limit 128 per table).");
      database.run("DROP INDEX i0");
      database.run("CREATE INDEX more ON level1 (c1)");
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void sizeOfStatement(Dialect dialect) {
    try (LimitsDatabase database = new LimitsDatabase(dialect)) {
      database.createTable("t", 1);
      String ddl = "CREATE INDEX i ON t (c0)";
      database.assertRefused(
          ddl + " ".repeat((10 << 20) - ddl.length() + 1),
          CanonicalStatus.INVALID_ARGUMENT,
          "54000",
          "DDL statement size of 10485761 bytes exceeds maximum allowed size of 10485760");
      database.run(ddl + " ".repeat((10 << 20) - ddl.length()));
      database.run("DROP INDEX i");
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void sizeOfSchema(Dialect dialect) {
    try (LimitsDatabase database = new LimitsDatabase(dialect)) {
      database.run(createWithDefault(database.postgres, "a", 5 << 20));
      database.run(createWithDefault(database.postgres, "b", 5_200_000));
      database.assertRefused(
          createWithDefault(database.postgres, "c", 50_000),
          CanonicalStatus.FAILED_PRECONDITION,
          "54000",
          "exceeds maximum allowed size of 10485760");
      database.run(createWithDefault(database.postgres, "c", 40_000));
      database.run("DROP TABLE a");
      database.run(createWithDefault(database.postgres, "d", 50_000));
      database.run("INSERT INTO d (k) VALUES (1)");
      assertThat(database.number("SELECT length(s) FROM d")).isEqualTo(50_000);
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void databasesOfInstance(Dialect dialect) {
    try (LimitsDatabase database = new LimitsDatabase(dialect)) {
      for (int i = 1; i < 99; i++) {
        database.instance.createDatabase("db" + i, dialect);
      }
      database.run("CREATE DATABASE last");
      database.run("CREATE SNAPSHOT snap");
      for (String sql :
          new String[] {
            "CREATE DATABASE more",
            "CREATE DATABASE more FROM DATABASE last",
            "CREATE DATABASE more FROM SNAPSHOT snap"
          }) {
        database.assertRefused(
            sql, CanonicalStatus.RESOURCE_EXHAUSTED, "53400", "Too many databases for instance");
      }
      database.run("CREATE DATABASE IF NOT EXISTS last");
      database.run("DROP DATABASE last");
      database.run("CREATE DATABASE more");
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void namesOfDatabases(Dialect dialect) {
    try (LimitsDatabase database = new LimitsDatabase(dialect)) {
      String quote = database.postgres ? "\"" : "`";
      for (String name : new String[] {"ab", "a".repeat(30), "a_1-b", "x9"}) {
        database.run("CREATE DATABASE " + quote + name + quote);
      }
      for (String name : new String[] {"a".repeat(31), "1a", "A1", "a_", "a-", "_a", "a.b"}) {
        database.assertRefused(
            "CREATE DATABASE " + quote + name + quote,
            CanonicalStatus.INVALID_ARGUMENT,
            "42602",
            "Invalid database name");
      }
    }
  }
}
