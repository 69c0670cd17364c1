package org.ratchetdb.tests.pgwire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

/** psql -c against both dialects. */
@Timeout(120)
@EnabledIf("org.ratchetdb.tests.pgwire.ServerFixture#hasPsql")
class PsqlTest {
  private static ServerFixture server = new ServerFixture();

  @BeforeAll
  static void createTables() throws IOException, InterruptedException {
    server.psql("pg", "create table singer (id bigint primary key, name varchar, fee numeric)");
    server.psql(
        "gsql",
        "CREATE TABLE singer (id INT64 NOT NULL, name STRING(MAX), fee NUMERIC) PRIMARY KEY (id)");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void postgresDialectWritesAndReads() throws Exception {
    assertThat(
            server.psql(
                "pg",
                "insert into singer (id, name, fee) values (1, 'Ä', 1.50), (2, null, null)",
                "select id, name, fee from singer where id < 3 order by id",
                "update singer set name = 'B' where id = 2 returning id, name",
                "delete from singer where id < 3"))
        .isEqualTo(
            """
            INSERT 0 2
            id|name|fee
            1|Ä|1.50
            2||
            (2 rows)
            id|name
            2|B
            (1 row)
            UPDATE 1
            DELETE 2
            """);
  }

  @Test
  void googleDialectWritesAndReads() throws Exception {
    assertThat(
            server.psql(
                "gsql",
                "INSERT INTO singer (id, name, fee) VALUES (1, \"Ä\", NUMERIC '1.50')",
                "SELECT s.id, s.name, s.fee FROM singer AS s WHERE s.id = 1",
                "SELECT 1 + 1",
                "DELETE FROM singer WHERE id = 1"))
        .isEqualTo(
            """
            INSERT 0 1
            id|name|fee
            1|Ä|1.5
            (1 row)
            ?column?
            2
            (1 row)
            DELETE 1
            """);
  }

  @Test
  void databasesBranchAndRewind() throws Exception {
    assertThat(
            server.psql(
                "pg",
                "create database work",
                "create snapshot before of database work",
                "create database copy from snapshot before",
                "create snapshot mine of database copy"))
        .isEqualTo("CREATE DATABASE\nCREATE SNAPSHOT\nCREATE DATABASE\nCREATE SNAPSHOT\n");
    assertThat(
            server.psql(
                "copy",
                "create table t (id bigint primary key)",
                "create database other from database copy",
                "restore database copy from snapshot mine",
                "select * from t",
                "drop database copy"))
        .isEqualTo(
            """
            CREATE TABLE
            CREATE DATABASE
            RESTORE DATABASE
            ERROR:  relation "t" does not exist
            LINE 1: select * from t
                                  ^
            ERROR:  cannot drop the currently open database
            """);
    assertThat(
            server.psql(
                "other",
                "select count(*) from t",
                "drop database nope",
                "begin; drop database work"))
        .isEqualTo(
            """
            count
            0
            (1 row)
            ERROR:  database "nope" does not exist
            BEGIN
            ERROR:  DDL statements are only allowed outside explicit transactions.
            """);
    assertThat(
            server.psql(
                "gsql",
                "DROP DATABASE other",
                "DROP DATABASE copy",
                "DROP DATABASE IF EXISTS work",
                "DROP SNAPSHOT before",
                "DROP SNAPSHOT mine",
                "SHOW SNAPSHOTS"))
        .endsWith(
            "DROP SNAPSHOT\nsnapshot_name|database_name|dialect|commit_timestamp|created\n(0 rows)\n");
  }

  @Test
  void longStatementsShowHowFarTheyAre() throws Exception {
    String said =
        server.psql(
            "pg",
            "create table watched (id bigint primary key)",
            "insert into watched values (1)",
            "set client_min_messages = log",
            "check database",
            "set client_min_messages = warning",
            "check database",
            "drop table watched");
    assertThat(said).containsOnlyOnce("LOG:  rows: 100 %, ");
  }

  @Test
  void errorsPointIntoTheStatement() throws Exception {
    assertThat(server.psql("pg", "select *\n  from nowhere"))
        .isEqualTo(
            """
            ERROR:  relation "nowhere" does not exist
            LINE 2:   from nowhere
                           ^
            """);
    assertThat(server.psql("gsql", "SELECT 'ä', * FROM nowhere"))
        .isEqualTo(
            """
            ERROR:  Table not found: nowhere [at 1:20]
            LINE 1: SELECT 'ä', * FROM nowhere
                                       ^
            """);
    assertThat(server.psql("pg", "select 1; selec 2"))
        .isEqualTo(
            """
            ERROR:  syntax error at or near "selec"
            LINE 1: select 1; selec 2
                              ^
            """);
  }

  @Test
  void scriptIsOneTransactionUnlessItSaysOtherwise() throws Exception {
    server.psql(
        "pg",
        "insert into singer (id) values (10); insert into singer (id) values (10)",
        "insert into singer (id) values (11); commit; insert into singer (id) values (11)");

    assertThat(server.psql("pg", "select id from singer where id >= 10 and id < 20"))
        .isEqualTo("id\n11\n(1 row)\n");
  }

  @Test
  void failedBlockIsAbortedUntilItsEnd() throws Exception {
    assertThat(
            server.psql(
                "pg",
                "begin",
                "insert into singer (id) values (20)",
                "select 1/0",
                "select 1",
                "commit",
                "select id from singer where id = 20"))
        .isEqualTo(
            """
            BEGIN
            INSERT 0 1
            ERROR:  division by zero
            ERROR:  current transaction is aborted, commands ignored until end of transaction block
            ROLLBACK
            id
            (0 rows)
            """);
  }

  @Test
  void schemaAndDataInOneScript() throws Exception {
    assertThat(
            server.psql(
                "pg",
                "create table album (id bigint primary key); insert into album (id) values (1);"
                    + " insert into album (id) values (2); select count(*) from album"))
        .isEqualTo("CREATE TABLE\nINSERT 0 1\nINSERT 0 1\ncount\n2\n(1 row)\n");
  }

  @Test
  void settingsReachTheClient() throws Exception {
    assertThat(
            server.psql(
                "pg",
                "set timezone to 'Europe/Berlin'",
                "show timezone",
                "select timestamptz '2024-07-01 00:00:00+00' as t"))
        .isEqualTo(
            """
            SET
            timezone
            Europe/Berlin
            (1 row)
            t
            2024-07-01 02:00:00+02
            (1 row)
            """);
  }

  @Test
  void copyIsRefused() throws Exception {
    assertThat(server.psql("pg", "copy singer from stdin")).contains("COPY is not supported");
  }

  @Test
  void unknownDatabaseIsFatal() throws Exception {
    assertThat(server.psql("nowhere", "select 1"))
        .contains("FATAL:  database \"nowhere\" does not exist");
  }
}
