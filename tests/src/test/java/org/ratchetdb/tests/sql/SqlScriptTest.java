package org.ratchetdb.tests.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.common.value.Values;
import org.ratchetdb.engine.api.CheckFinding;
import org.ratchetdb.engine.api.EngineProvider;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.api.StatementResult;

/**
 * Runs every script under {@code sql/}, each on a new database on disk. See {@link ScriptStep} for
 * their form.
 */
class SqlScriptTest {
  @TestFactory
  Stream<DynamicTest> googleSqlScripts(@TempDir Path directory) throws Exception {
    return scripts("googlesql", Dialect.GOOGLE_STANDARD_SQL, directory);
  }

  @TestFactory
  Stream<DynamicTest> postgresScripts(@TempDir Path directory) throws Exception {
    return scripts("postgres", Dialect.POSTGRESQL, directory);
  }

  private static Stream<DynamicTest> scripts(String folder, Dialect dialect, Path directory)
      throws IOException, URISyntaxException {
    Path root = Path.of(SqlScriptTest.class.getResource("/sql/" + folder).toURI());
    List<Path> files;
    try (Stream<Path> walk = Files.walk(root)) {
      files = walk.filter(file -> file.toString().endsWith(".test")).sorted().toList();
    }
    assertThat(files).as("scripts of %s", folder).isNotEmpty();
    return files.stream()
        .map(
            file ->
                DynamicTest.dynamicTest(
                    root.relativize(file).toString(),
                    () -> run(file, dialect, directory.resolve(file.getFileName().toString()))));
  }

  private static void run(Path file, Dialect dialect, Path data) throws IOException {
    List<ScriptStep> steps = ScriptStep.parse(Files.readAllLines(file));
    assertThat(steps).isNotEmpty();
    try (Database database = new Database(data, dialect)) {
      for (ScriptStep step : steps) {
        run(step, database);
      }
      assertThat(database.check()).as("what CHECK DATABASE says in the end").isEmpty();
    }
  }

  private static void run(ScriptStep step, Database database) {
    String where = "line " + step.line() + ": " + step.sql();
    switch (step.kind()) {
      case "reopen" -> database.reopen();
      case "session" -> database.use(step.argument());
      case "statement" -> rows(step, database, where);
      case "query" -> assertThat(rows(step, database, where)).as(where).isEqualTo(step.rows());
      case "count" -> {
        try (StatementResult result = execute(step, database, where)) {
          assertThat(result.updateCount()).as(where).isEqualTo(Long.parseLong(step.argument()));
        }
      }
      case "error" -> {
        try (StatementResult result = database.session.execute(step.sql())) {
          drain(result, database);
          fail(where + "\nshould have failed with " + step.argument());
        } catch (DbException e) {
          assertThat(List.of(e.code().status().name(), e.code().sqlState()))
              .as(where + "\nfailed with " + e.message())
              .contains(step.argument().split(" ")[0]);
          int space = step.argument().indexOf(' ');
          if (space > 0) {
            assertThat(e.message()).as(where).contains(step.argument().substring(space + 1));
          }
        }
      }
      default -> fail("line " + step.line() + ": no step is called " + step.kind());
    }
  }

  private static List<String> rows(ScriptStep step, Database database, String where) {
    try (StatementResult result = execute(step, database, where)) {
      return drain(result, database);
    } catch (DbException e) {
      throw new AssertionError(where + "\nfailed with " + e.code() + ": " + e.message(), e);
    }
  }

  private static StatementResult execute(ScriptStep step, Database database, String where) {
    try {
      return database.session.execute(step.sql());
    } catch (DbException e) {
      throw new AssertionError(where + "\nfailed with " + e.code() + ": " + e.message(), e);
    }
  }

  private static List<String> drain(StatementResult result, Database database) {
    List<String> rows = new ArrayList<>();
    ResultCursor cursor = result.cursor();
    while (cursor != null && cursor.next()) {
      List<String> cells = new ArrayList<>();
      for (int i = 0; i < cursor.columns().size(); i++) {
        Value value = cursor.getValue(i);
        cells.add(
            value.isNull()
                ? "NULL"
                : Values.format(value, database.session.dialect(), ZoneId.of("UTC")));
      }
      rows.add(String.join(" | ", cells));
    }
    return rows;
  }

  /** A database on disk that can be closed and opened again. */
  private static final class Database implements AutoCloseable {
    private final Path data;
    private Instance instance;
    private final Map<String, Session> sessions = new HashMap<>();
    private Session session;

    Database(Path data, Dialect dialect) {
      this.data = data;
      this.instance = EngineProvider.load().openDirectory(data, InstanceOptions.DEFAULT);
      this.session = instance.createDatabase("test", dialect).openSession(SessionOptions.DEFAULT);
      sessions.put("", session);
    }

    void use(String name) {
      session =
          sessions.computeIfAbsent(
              name, n -> instance.database("test").openSession(SessionOptions.DEFAULT));
    }

    /** What is wrong with what the script has left. */
    List<CheckFinding> check() {
      return instance.database("test").check(ProgressListener.NONE).findings().stream()
          .filter(finding -> finding.severity() != CheckFinding.Severity.INFO)
          .toList();
    }

    void reopen() {
      close();
      instance = EngineProvider.load().openDirectory(data, InstanceOptions.DEFAULT);
      use("");
    }

    @Override
    public void close() {
      sessions.values().forEach(Session::close);
      sessions.clear();
      instance.close();
    }
  }
}
