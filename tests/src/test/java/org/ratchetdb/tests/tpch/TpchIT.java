package org.ratchetdb.tests.tpch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The 22 queries of TPC-H give the known answers, from a database that was loaded over JDBC,
 * closed, and opened again. An answer is the number of rows and per column the sum of its numbers,
 * or of hashes of its texts.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TpchIT {
  private static final int QUERIES = 22;

  private Connection connection;
  private Map<Integer, String> answers;

  @BeforeAll
  void loadAndReopen(@TempDir Path directory) throws SQLException, IOException {
    String url = "jdbc:ratchet:file:" + directory.resolve("data");
    try (Connection loading = DriverManager.getConnection(url)) {
      TpchTables.create(loading);
      TpchTables.load(loading);
      TpchTables.index(loading);
    }
    connection = DriverManager.getConnection(url);
    answers = new HashMap<>();
    for (String line : resource("answers-0.1.txt").lines().toList()) {
      int space = line.indexOf(' ');
      answers.put(Integer.parseInt(line.substring(0, space)), line.substring(space + 1));
    }
  }

  @AfterAll
  void close() throws SQLException {
    connection.close();
  }

  @TestFactory
  Stream<DynamicTest> answersAreThoseOfTheBenchmark() {
    return IntStream.rangeClosed(1, QUERIES)
        .mapToObj(query -> DynamicTest.dynamicTest("Q" + query, () -> check(query)));
  }

  private void check(int query) throws SQLException, IOException {
    String sql = resource(String.format(Locale.ROOT, "q%02d.sql", query));
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertClose(answer(rows), Objects.requireNonNull(answers.get(query)));
    }
  }

  private static double[] answer(ResultSet rows) throws SQLException {
    ResultSetMetaData columns = rows.getMetaData();
    double[] sums = new double[columns.getColumnCount() + 1];
    while (rows.next()) {
      sums[0]++;
      for (int i = 1; i < sums.length; i++) {
        int type = columns.getColumnType(i);
        if (type == Types.VARCHAR || type == Types.DATE) {
          String text = rows.getString(i);
          sums[i] += text == null ? 0 : text.trim().hashCode() & 0xffff;
        } else {
          sums[i] += rows.getDouble(i);
        }
      }
    }
    return sums;
  }

  /** Sums agree to a millionth; averages may be rounded to a hundredth per row. */
  private static void assertClose(double[] actual, String expected) {
    String[] cells = expected.split(" ");
    assertThat(actual).as("columns of %s", expected).hasSize(cells.length);
    double rows = Double.parseDouble(cells[0]);
    assertThat(actual[0]).as("rows").isEqualTo(rows);
    for (int i = 1; i < cells.length; i++) {
      double wanted = Double.parseDouble(cells[i]);
      double tolerance = Math.max(0.011 * rows, 1e-6 * Math.abs(wanted));
      assertThat(Math.abs(actual[i] - wanted))
          .as("column %d: expected %s, got %s", i, wanted, actual[i])
          .isLessThanOrEqualTo(tolerance);
    }
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = TpchIT.class.getResourceAsStream("/tpch/" + name)) {
      if (in == null) {
        throw new IOException("no resource " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
