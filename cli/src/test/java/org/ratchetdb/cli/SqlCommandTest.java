package org.ratchetdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SqlCommandTest {
  /** What a run printed, and its exit status. */
  private record Run(int exit, String out, String err) {}

  private static Run run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exit =
        RatchetCli.commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(args);
    return new Run(exit, out.toString(), err.toString());
  }

  private static Run sql(String... args) {
    return run(
        Stream.concat(Stream.of("sql", "--url", "jdbc:ratchet:mem:"), Arrays.stream(args))
            .toArray(String[]::new));
  }

  @Test
  void tablesAlign() {
    Run run = sql("-e", "SELECT 10 AS n, 'ä' AS text, CAST(NULL AS STRING) AS nothing");
    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .isEqualTo(
            """
            +----+------+---------+
            | n  | text | nothing |
            +----+------+---------+
            | 10 | ä    | NULL    |
            +----+------+---------+
            1 row
            """);
  }

  @Test
  void valuesOfSeveralLinesStayInTheirColumn() {
    Run run = sql("-e", "SELECT 1 AS n, 'one\\nand\\ttwo' AS text, 'z' AS last");
    assertThat(run.out())
        .isEqualTo(
            """
            +---+----------+------+
            | n | text     | last |
            +---+----------+------+
            | 1 | one     +| z    |
            |   | and\\ttwo |      |
            +---+----------+------+
            1 row
            """);
  }

  @Test
  void statementsRunInOrderUntilOneFails() {
    Run run =
        sql(
            "-e",
            "CREATE TABLE t (a INT64) PRIMARY KEY (a); INSERT INTO t (a) VALUES (1), (2);",
            "-e",
            "SELECT a FROM t; SELECT nope FROM t; INSERT INTO t (a) VALUES (3)");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).startsWith("OK\nOK, 2 rows\n").endsWith("2 rows\n");
    assertThat(run.err())
        .startsWith("ERROR 42703: ")
        .endsWith("  SELECT nope FROM t\n         ^\n");
  }

  @Test
  void csvQuotesWhatMustBe() {
    Run run =
        sql(
            "--format",
            "csv",
            "-e",
            "SELECT 1 AS a, 'x,\"y' AS b, CAST(NULL AS STRING) AS c, '' AS d, 'l\\nm' AS e");
    assertThat(run.out()).isEqualTo("a,b,c,d,e\r\n1,\"x,\"\"y\",,\"\",\"l\nm\"\r\n");
  }

  @Test
  void jsonIsExact() {
    Run run =
        sql(
            "--format",
            "json",
            "-e",
            "SELECT 9223372036854775807 AS a, NUMERIC '0.000000001' AS b, 'q\"\\n' AS c,"
                + " CAST('NaN' AS FLOAT64) AS d, [1, NULL] AS e, b'ab' AS f, TRUE AS g, NULL AS h,"
                + " 1 AS a, TIMESTAMP '2024-01-01 00:00:00Z' AS t");
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .isEqualTo(
            "[\n{\"a\":9223372036854775807,\"b\":0.000000001,\"c\":\"q\\\"\\n\",\"d\":\"NaN\","
                + "\"e\":[1,null],\"f\":\"YWI=\",\"g\":true,\"h\":null,\"a_2\":1,"
                + "\"t\":\"2024-01-01T00:00:00Z\"}\n]\n");
  }

  @Test
  void anEmptyResultIsAnEmptyArray() {
    assertThat(sql("--format", "json", "-e", "SELECT 1 FROM UNNEST([1]) AS a WHERE a > 1").out())
        .isEqualTo("[]\n");
  }

  @Test
  void filesRunToo(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("a.sql"), "-- one\nSELECT 1 AS a;\n");
    assertThat(sql("--format", "csv", "-f", file.toString()).out()).isEqualTo("a\r\n1\r\n");
    Run missing = sql("-f", folder.resolve("b.sql").toString());
    assertThat(missing.exit()).isEqualTo(1);
    assertThat(missing.err()).contains("no such file").hasLineCount(1);
  }

  @Test
  void whatCannotBeReachedIsOneLine(@TempDir Path folder) {
    for (Run run :
        new Run[] {
          run("sql", "--url", "127.0.0.1:1", "-e", "SELECT 1"),
          run("sql", "--data", folder.resolve("none").toString(), "-e", "SELECT 1"),
          run("sql", "--url", "jdbc:other:x", "-e", "SELECT 1"),
          run("sql", "--url", "jdbc:ratchet:mem:x?nope=1", "-e", "SELECT 1")
        }) {
      assertThat(run.exit()).isEqualTo(1);
      assertThat(run.err()).startsWith("ratchet: ").hasLineCount(1);
      assertThat(run.out()).isEmpty();
    }
  }

  @Test
  void argumentsThatMakeNoSenseAreOneLine() {
    for (Run run :
        new Run[] {
          run("serve", "--listen", "127.0.0.1:99999"),
          run("serve", "--nope"),
          run("nope"),
          run("sql", "--url", "a", "--data", "b"),
          sql("--format", "xml", "-e", "SELECT 1"),
          run("serve", "--memory", "--cache-mib", "-1"),
          run("serve", "--memory", "--max-connections", "0")
        }) {
      assertThat(run.exit()).isEqualTo(2);
      assertThat(run.err()).startsWith("ratchet: ").hasLineCount(1);
    }
  }

  @Test
  void theSampleLoadsIntoBothDialects() {
    assertThat(run("warm-up").exit()).isZero();
  }

  @Test
  void addressesToListenOnAreRead() {
    ListenAddress.Converter converter = new ListenAddress.Converter();
    assertThat(converter.convert("0.0.0.0:1")).isEqualTo(new ListenAddress("0.0.0.0", 1));
    assertThat(converter.convert("[::1]:2")).isEqualTo(new ListenAddress("::1", 2));
    assertThat(converter.convert(":3")).isEqualTo(new ListenAddress("127.0.0.1", 3));
    assertThat(converter.convert("4")).isEqualTo(new ListenAddress("127.0.0.1", 4));
  }
}
