package org.ratchetdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.EngineProvider;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.pgwire.PgServer;
import org.ratchetdb.pgwire.PgServerOptions;

/** The commands backup, restore and check, on a directory and through a server. */
final class AdminCommandsTest {
  @TempDir private Path root;
  private String data;
  private String backups;

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

  @BeforeEach
  void fill() {
    data = root.resolve("data").toString();
    backups = root.resolve("backups").toString();
    try (Instance instance = open();
        Session session =
            instance.createDatabase("d", Dialect.POSTGRESQL).openSession(SessionOptions.DEFAULT)) {
      session.execute("CREATE TABLE t (k bigint PRIMARY KEY, v varchar)").close();
      session.execute("CREATE INDEX by_v ON t (v)").close();
      session.execute("INSERT INTO t VALUES (1, 'a'), (2, 'b')").close();
    }
  }

  private Instance open() {
    return EngineProvider.load().openDirectory(Path.of(data), InstanceOptions.DEFAULT);
  }

  @Test
  void backupRestoreAndCheckOnADirectory() {
    Run made = run("backup", "create", "--data", data, "-d", "d", backups);
    assertThat(made.err()).contains("backup: 100 %");
    assertThat(made.exit()).isZero();
    assertThat(made.out()).startsWith("backup 1 of d: full, as of 2");
    Run second = run("backup", "create", "--data", data, "-d", "d", "--incremental", backups);
    assertThat(second.out()).startsWith("backup 2 of d: incremental on 1");
    assertThat(run("backup", "list", backups).out()).hasLineCount(2);
    assertThat(run("backup", "verify", backups))
        .satisfies(
            verified -> {
              assertThat(verified.exit()).isZero();
              assertThat(verified.out()).contains("backup 1: Sound: its ");
            });
    assertThat(run("backup", "delete", "--id", "1", backups).exit()).isZero();

    Run restored = run("restore", "--data", data, "-d", "r", backups);
    assertThat(restored.err()).contains("verify: 100 %").contains("restore: 100 %");
    assertThat(restored.out()).contains("Database r is restored.");

    Run checked = run("check", "--data", data);
    assertThat(checked.exit()).isZero();
    assertThat(checked.out()).hasLineCount(2).contains("INFO  database r: No problems found");
  }

  @Test
  void restoreIntoANewDirectoryAndAtATimestamp() {
    run("backup", "create", "--data", data, "-d", "d", backups);
    String other = root.resolve("other").toString();

    assertThat(run("restore", "--data", other, "-d", "d", backups).exit()).isZero();
    Run tooOld =
        run("restore", "--data", other, "-d", "x", "--at", "2001-01-01T00:00:00Z", backups);
    assertThat(tooOld.exit()).isEqualTo(1);
    assertThat(tooOld.err()).contains("the oldest possible timestamp is");
    Run future =
        run(
            "restore",
            "--data",
            other,
            "-d",
            "x",
            "--from-database",
            "d",
            "--at",
            "2991-01-01 00:00:00+02:00");
    assertThat(future.exit()).isEqualTo(1);
    assertThat(future.err()).contains("in the future");
  }

  @Test
  void theSameThroughAServer() {
    try (Instance instance = open();
        PgServer server = new PgServer(instance, PgServerOptions.DEFAULT.withPort(0))) {
      server.start();
      String url = "127.0.0.1:" + server.port() + "/d";
      Run made = run("backup", "create", "--url", url, backups);
      assertThat(made.err()).isEmpty();
      assertThat(made.out()).contains("| FULL").contains("backup_id");
      Run restored = run("restore", "--url", url, "-d", "r", "--id", "1", backups);
      assertThat(restored.err()).isEmpty();
      Run checked = run("check", "--url", url, "-d", "r");
      assertThat(checked.err()).isEmpty();
      assertThat(checked.exit()).isZero();
      assertThat(checked.out()).contains("No problems found: 1 tables with 2 rows");
      assertThat(run("check", "--url", url, "-d", "nosuch").exit()).isEqualTo(1);
    }
  }

  @Test
  void aServerIsAskedInTheDatabaseThatTheCommandNames() {
    try (Instance instance = open();
        PgServer server = new PgServer(instance, PgServerOptions.DEFAULT.withPort(0))) {
      server.start();
      String url = "127.0.0.1:" + server.port();
      assertThat(run("check", "--url", url, "-d", "d").out()).contains("INFO  database d:");
      assertThat(run("backup", "create", "--url", url, "-d", "d", backups).exit()).isZero();
      assertThat(run("check", "--url", url).err())
          .contains("Name a database of the server: --url HOST:PORT/DATABASE");
      assertThat(run("check", "--url", url, "-d", "nosuch").err())
          .contains("database \"nosuch\" does not exist");

      instance.createDatabase("postgres", Dialect.POSTGRESQL);
      assertThat(run("check", "--url", url).out()).contains("INFO  database postgres:");
      assertThat(run("restore", "--url", url, "-d", "r", backups).exit()).isZero();
      assertThat(run("check", "--url", url + "/postgres", "-d", "r").out())
          .contains("INFO  database r:");
    }
  }

  @Test
  void damageEndsWithThree() throws IOException {
    run("backup", "create", "--data", data, "-d", "d", backups);
    List<Path> tables;
    try (Stream<Path> files = Files.list(Path.of(backups, "files"))) {
      tables = files.filter(file -> file.toString().endsWith(".sst")).toList();
    }
    byte[] bytes = Files.readAllBytes(tables.get(0));
    bytes[bytes.length / 2] ^= 4;
    Files.write(tables.get(0), bytes);

    Run verified = run("backup", "verify", backups);

    assertThat(verified.exit()).isEqualTo(CheckCommand.FOUND);
    assertThat(verified.out()).contains("ERROR  file " + tables.get(0));
    assertThat(run("restore", "--data", data, "-d", "r", backups).err())
        .contains("The backup is damaged")
        .contains(tables.get(0).getFileName().toString());
  }

  @Test
  void whatIsMissingIsSaid() {
    assertThat(run("check").exit()).isEqualTo(2);
    assertThat(run("check", "--data", root.resolve("none").toString()).err())
        .contains("There is no directory");
    assertThat(run("backup", "create", "--data", data, backups).err())
        .contains("Say which database");
    assertThat(run("restore", "--data", data, "-d", "r").err())
        .contains("Name a directory of backups, or --from-database");
    assertThat(run("backup", "list", root.toString()).err()).contains("holds no backups");
    for (String command : List.of("backup", "restore", "check")) {
      assertThat(run(command, "--help").exit()).isZero();
    }
  }
}
