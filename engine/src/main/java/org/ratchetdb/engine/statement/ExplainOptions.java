package org.ratchetdb.engine.statement;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.sqlfrontend.ast.Statement;

/**
 * What an EXPLAIN is to show.
 *
 * @param analyze whether to run the statement
 * @param timing whether to show the time of each operator
 * @param summary whether to show the time of the whole
 */
public record ExplainOptions(boolean analyze, boolean timing, boolean summary) {
  /**
   * Reads PostgreSQL's options; of several with one name the last counts.
   *
   * @throws DbException when there is no such option or it asks for what is not shown
   */
  static ExplainOptions of(Statement.Explain explain, Dialect dialect) {
    if (explain.options().isEmpty()) {
      return new ExplainOptions(explain.analyze(), true, explain.analyze());
    }
    if (dialect != Dialect.POSTGRESQL) {
      throw DbException.notSupported("EXPLAIN with options").at(explain.begin());
    }
    boolean analyze = false;
    @Nullable Boolean timing = null;
    @Nullable Boolean summary = null;
    for (String option : explain.options()) {
      int space = option.indexOf(' ');
      String name = space < 0 ? option : option.substring(0, space);
      String value = space < 0 ? "" : option.substring(space + 1);
      switch (name) {
        case "ANALYZE", "ANALYSE" -> analyze = isOn(name, value);
        case "TIMING" -> timing = isOn(name, value);
        case "SUMMARY" -> summary = isOn(name, value);
        case "VERBOSE" -> isOn(name, value);
        case "COSTS", "SETTINGS", "GENERIC_PLAN", "BUFFERS", "WAL", "MEMORY" -> {
          if (isOn(name, value)) {
            throw DbException.notSupported("EXPLAIN with " + name).at(explain.begin());
          }
        }
        case "FORMAT" -> {
          if (!unquoted(value).equals("TEXT")) {
            throw DbException.notSupported("EXPLAIN with a FORMAT other than TEXT")
                .at(explain.begin());
          }
        }
        default ->
            throw new DbException(
                    ErrorCode.SYNTAX_ERROR,
                    "unrecognized EXPLAIN option \"" + name.toLowerCase(Locale.ROOT) + "\"")
                .at(explain.begin());
      }
    }
    if (timing != null && timing && !analyze) {
      throw new DbException(ErrorCode.INVALID_ARGUMENT, "EXPLAIN option TIMING requires ANALYZE");
    }
    return new ExplainOptions(
        analyze, timing == null || timing, analyze && (summary == null || summary));
  }

  private static boolean isOn(String name, String value) {
    return switch (unquoted(value)) {
      case "", "TRUE", "ON", "1" -> true;
      case "FALSE", "OFF", "0" -> false;
      default ->
          throw new DbException(
              ErrorCode.SYNTAX_ERROR, name.toLowerCase(Locale.ROOT) + " requires a Boolean value");
    };
  }

  private static String unquoted(String value) {
    boolean quoted = value.length() > 1 && (value.startsWith("'") || value.startsWith("\""));
    return quoted ? value.substring(1, value.length() - 1) : value;
  }
}
