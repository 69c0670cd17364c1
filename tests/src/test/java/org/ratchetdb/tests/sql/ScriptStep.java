package org.ratchetdb.tests.sql;

import java.util.ArrayList;
import java.util.List;

/**
 * One step of a script.
 *
 * <pre>
 *   # comment, up to the end of the line
 *
 *   statement                     runs, and gives what it likes
 *   CREATE TABLE ...
 *
 *   query                         gives exactly these rows, in this order
 *   SELECT ...
 *   ----
 *   1 | a
 *   2 | NULL
 *
 *   error ALREADY_EXISTS          fails with this canonical status, or this SQLSTATE
 *   INSERT ...                    and, if more words follow, with a message that holds them
 *
 *   count 3                       DML that writes so many rows
 *   UPDATE ...
 *
 *   session b                     runs what follows in the session of that name, a new one if need be
 *
 *   reopen                        closes the database and opens it again
 * </pre>
 *
 * A step ends at an empty line.
 *
 * @param line where it begins, from 1
 * @param kind first word
 * @param argument the rest of the first line
 * @param sql the statement
 * @param rows expected rows of a query
 */
record ScriptStep(int line, String kind, String argument, String sql, List<String> rows) {
  static List<ScriptStep> parse(List<String> lines) {
    List<ScriptStep> steps = new ArrayList<>();
    int i = 0;
    while (i < lines.size()) {
      String first = lines.get(i).strip();
      if (first.isEmpty() || first.startsWith("#")) {
        i++;
        continue;
      }
      int line = i + 1;
      List<String> sql = new ArrayList<>();
      List<String> rows = new ArrayList<>();
      boolean inRows = false;
      for (i++; i < lines.size() && !lines.get(i).isBlank(); i++) {
        if (lines.get(i).strip().equals("----")) {
          inRows = true;
        } else {
          (inRows ? rows : sql).add(lines.get(i));
        }
      }
      int space = first.indexOf(' ');
      String kind = space < 0 ? first : first.substring(0, space);
      String argument = space < 0 ? "" : first.substring(space + 1).strip();
      steps.add(new ScriptStep(line, kind, argument, String.join("\n", sql), rows));
    }
    return steps;
  }
}
