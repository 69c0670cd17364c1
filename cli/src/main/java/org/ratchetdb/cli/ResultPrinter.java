package org.ratchetdb.cli;

import java.io.PrintWriter;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Prints results in one format. */
interface ResultPrinter {
  /** Prints all rows that are left. */
  void rows(ResultSet rows, PrintWriter out) throws SQLException;

  /** Says that a statement without rows ran. */
  void done(long updateCount, boolean counts, PrintWriter out);
}
