package org.ratchetdb.tests.history;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What clients make of errors. */
final class SqlStates {
  private SqlStates() {}

  static boolean isAborted(SQLException e) {
    return "40001".equals(e.getSQLState());
  }

  static boolean isUniqueViolation(SQLException e) {
    return "23505".equals(e.getSQLState());
  }

  /** The connection broke, or the server is going down or coming up. */
  static boolean isDisconnect(SQLException e) {
    @Nullable String state = e.getSQLState();
    return state != null && (state.startsWith("08") || state.startsWith("57P"));
  }
}
