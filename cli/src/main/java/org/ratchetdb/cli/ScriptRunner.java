package org.ratchetdb.cli;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.jdbc.api.RatchetSession;
import org.ratchetdb.jdbc.backend.ErrorDetails;
import org.ratchetdb.jdbc.text.SqlScanner;
import org.ratchetdb.jdbc.text.SqlText;

/** Runs statements and prints what they give. Owned by one thread, but for {@link #cancel}. */
final class ScriptRunner {
  /** Rows that a query holds in memory at a time. */
  private static final String SUCCESS = "00000";

  private static final int FETCH_SIZE = 1_000;

  private final Connection connection;
  private final Dialect dialect;
  private final PrintWriter out;
  private final PrintWriter err;
  private OutputFormat format;
  private volatile @Nullable Statement running;

  ScriptRunner(Connection connection, OutputFormat format, PrintWriter out, PrintWriter err)
      throws SQLException {
    this.connection = connection;
    this.dialect =
        connection.getMetaData().getIdentifierQuoteString().equals("`")
            ? Dialect.GOOGLE_STANDARD_SQL
            : Dialect.POSTGRESQL;
    this.format = format;
    this.out = out;
    this.err = err;
    if (connection.isWrapperFor(RatchetSession.class)) {
      connection.unwrap(RatchetSession.class).setNoticeListener(this::say);
    }
  }

  /** What a statement has to say while it runs goes to standard error. */
  private void say(SQLWarning warning) {
    boolean mild = SUCCESS.equals(warning.getSQLState());
    err.println((mild ? "NOTICE: " : "WARNING: ") + warning.getMessage());
    err.flush();
  }

  Connection connection() {
    return connection;
  }

  Dialect dialect() {
    return dialect;
  }

  void format(OutputFormat newFormat) {
    format = newFormat;
  }

  /**
   * Runs a script up to its first failure, which goes to standard error; false says there was one.
   */
  boolean run(String script) {
    List<String> statements = new SqlScanner(script, dialect).split();
    for (String statement : statements) {
      if (!runOne(statement)) {
        return false;
      }
    }
    return true;
  }

  private boolean runOne(String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(FETCH_SIZE);
      statement.setEscapeProcessing(false);
      running = statement;
      ResultPrinter printer = format.printer();
      if (statement.execute(sql)) {
        try (ResultSet rows = statement.getResultSet()) {
          printer.rows(rows, out);
        }
      } else {
        printer.done(statement.getLargeUpdateCount(), SqlText.changesRows(sql, dialect), out);
      }
      return true;
    } catch (SQLException e) {
      out.flush();
      report(e, sql);
      return false;
    } finally {
      running = null;
      out.flush();
    }
  }

  /** Any thread: ends the statement that runs, if one does. */
  void cancel() {
    Statement statement = running;
    if (statement != null) {
      try {
        statement.cancel();
      } catch (SQLException e) {
        err.println("Cannot cancel: " + e.getMessage());
        err.flush();
      }
    }
  }

  /** The message, and where the statement shows the place, the line with a caret below it. */
  private void report(SQLException e, String sql) {
    String state = e.getSQLState();
    err.println("ERROR" + (state == null ? "" : " " + state) + ": " + e.getMessage());
    Optional<ErrorDetails> details = ErrorDetails.of(e);
    int position = details.map(ErrorDetails::position).orElse(-1);
    if (position >= 0 && position <= sql.length()) {
      int begin = sql.lastIndexOf('\n', position - 1) + 1;
      int end = sql.indexOf('\n', position);
      String line = sql.substring(begin, end < 0 ? sql.length() : end);
      err.println("  " + line.replace('\t', ' '));
      err.println("  " + " ".repeat(sql.codePointCount(begin, position)) + "^");
    }
    err.flush();
  }
}
