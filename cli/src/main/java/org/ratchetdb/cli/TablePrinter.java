package org.ratchetdb.cli;

import java.io.PrintWriter;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints results as tables. Widths come from the first rows, so that a large result begins to
 * appear at once and is never held whole; a later value that is wider pushes its line out. A value
 * of several lines takes as many; a plus sign behind a line says that the value goes on.
 */
final class TablePrinter implements ResultPrinter {
  /** Rows that are looked at before the first is printed. */
  private static final int ROWS_MEASURED = 1_000;

  @Override
  public void rows(ResultSet rows, PrintWriter out) throws SQLException {
    ResultSetMetaData about = rows.getMetaData();
    int columns = about.getColumnCount();
    String[] labels = new String[columns];
    boolean[] right = new boolean[columns];
    int[] widths = new int[columns];
    for (int i = 0; i < columns; i++) {
      labels[i] = about.getColumnLabel(i + 1);
      right[i] = isNumber(about.getColumnType(i + 1));
      widths[i] = width(labels[i]);
    }
    List<String[]> measured = new ArrayList<>();
    while (measured.size() < ROWS_MEASURED && rows.next()) {
      String[] row = row(rows, columns);
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], width(row[i]));
      }
      measured.add(row);
    }
    line(out, widths);
    print(out, labels, widths, new boolean[columns]);
    line(out, widths);
    long count = measured.size();
    for (String[] row : measured) {
      print(out, row, widths, right);
    }
    while (measured.size() == ROWS_MEASURED && rows.next()) {
      print(out, row(rows, columns), widths, right);
      count++;
    }
    line(out, widths);
    out.println(count == 1 ? "1 row" : count + " rows");
  }

  private static boolean isNumber(int jdbcType) {
    return switch (jdbcType) {
      case Types.BIGINT, Types.DOUBLE, Types.REAL, Types.NUMERIC -> true;
      default -> false;
    };
  }

  private static String[] row(ResultSet rows, int columns) throws SQLException {
    String[] row = new String[columns];
    for (int i = 0; i < columns; i++) {
      String text = rows.getString(i + 1);
      row[i] = text == null ? "NULL" : visible(text);
    }
    return row;
  }

  /** What moves the cursor would break the table. */
  private static String visible(String text) {
    return text.replace("\r", "\\r").replace("\t", "\\t");
  }

  /** The width of the widest line. */
  private static int width(String text) {
    int widest = 0;
    for (String line : lines(text)) {
      widest = Math.max(widest, line.codePointCount(0, line.length()));
    }
    return widest;
  }

  private static String[] lines(String text) {
    return text.split("\n", -1);
  }

  private static void line(PrintWriter out, int[] widths) {
    StringBuilder line = new StringBuilder("+");
    for (int width : widths) {
      line.append("-".repeat(width + 2)).append('+');
    }
    out.println(line);
  }

  private static void print(PrintWriter out, String[] cells, int[] widths, boolean[] right) {
    List<String[]> columns = new ArrayList<>(cells.length);
    int height = 1;
    for (String cell : cells) {
      String[] lines = lines(cell);
      columns.add(lines);
      height = Math.max(height, lines.length);
    }
    for (int y = 0; y < height; y++) {
      StringBuilder line = new StringBuilder("|");
      for (int i = 0; i < cells.length; i++) {
        String[] lines = columns.get(i);
        String text = y < lines.length ? lines[y] : "";
        String padding = " ".repeat(Math.max(0, widths[i] - width(text)));
        line.append(' ').append(right[i] ? padding + text : text + padding);
        line.append(y + 1 < lines.length ? "+|" : " |");
      }
      out.println(line);
    }
  }

  @Override
  public void done(long updateCount, boolean counts, PrintWriter out) {
    out.println(!counts ? "OK" : updateCount == 1 ? "OK, 1 row" : "OK, " + updateCount + " rows");
  }
}
