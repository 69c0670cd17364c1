package org.ratchetdb.jdbc.meta;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.jdbc.backend.SqlErrors;

/**
 * Reads relations of INFORMATION_SCHEMA whole, with the simplest of queries; filters and joins are
 * the caller's. So metadata works as soon as the relation is there, in both dialects.
 */
final class InformationSchema {
  /** A row: text of each column by lower-case name; SQL NULL as null. */
  record Row(Map<String, @Nullable String> cells) {
    @Nullable String get(String column) {
      return cells.get(column);
    }

    String text(String column) {
      String value = cells.get(column);
      return value == null ? "" : value;
    }

    long number(String column) {
      String value = cells.get(column);
      return value == null ? 0 : Long.parseLong(value);
    }
  }

  private final Connection connection;

  InformationSchema(Connection connection) {
    this.connection = connection;
  }

  /**
   * All rows of a relation.
   *
   * @throws SQLException 0A000 when the database has no such relation
   */
  List<Row> read(String relation) throws SQLException {
    List<Row> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT * FROM information_schema." + relation)) {
      int columns = result.getMetaData().getColumnCount();
      String[] names = new String[columns];
      for (int i = 0; i < columns; i++) {
        names[i] = result.getMetaData().getColumnLabel(i + 1).toLowerCase(Locale.ROOT);
      }
      while (result.next()) {
        Map<String, @Nullable String> cells = new HashMap<>();
        for (int i = 0; i < columns; i++) {
          cells.put(names[i], result.getString(i + 1));
        }
        rows.add(new Row(cells));
      }
    } catch (SQLSyntaxErrorException e) {
      throw SqlErrors.of(
          ErrorCode.NOT_SUPPORTED,
          "This metadata is not supported: the database has no INFORMATION_SCHEMA."
              + relation.toUpperCase(Locale.ROOT),
          e);
    }
    return rows;
  }
}
