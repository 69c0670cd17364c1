package org.ratchetdb.cli;

import java.io.PrintWriter;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Prints results as CSV after RFC 4180: lines end in CR LF, a field with a comma, a quote or a line
 * break is quoted and its quotes doubled. NULL is an empty field; an empty string is {@code ""}.
 */
final class CsvPrinter implements ResultPrinter {
  private static final String LINE_END = "\r\n";

  @Override
  public void rows(ResultSet rows, PrintWriter out) throws SQLException {
    int columns = rows.getMetaData().getColumnCount();
    StringBuilder line = new StringBuilder();
    for (int i = 1; i <= columns; i++) {
      append(line, i, rows.getMetaData().getColumnLabel(i));
    }
    out.print(line.append(LINE_END));
    while (rows.next()) {
      line.setLength(0);
      for (int i = 1; i <= columns; i++) {
        String text = rows.getString(i);
        if (text == null) {
          line.append(i == 1 ? "" : ",");
        } else {
          append(line, i, text);
        }
      }
      out.print(line.append(LINE_END));
    }
  }

  private static void append(StringBuilder line, int column, String text) {
    line.append(column == 1 ? "" : ",");
    boolean quote =
        text.isEmpty()
            || text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    if (quote) {
      line.append('"').append(text.replace("\"", "\"\"")).append('"');
    } else {
      line.append(text);
    }
  }

  @Override
  public void done(long updateCount, boolean counts, PrintWriter out) {
    // A file of values has no place for it.
  }
}
