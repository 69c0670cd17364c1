package org.ratchetdb.engine.api;

/**
 * Something to know beside the result of a statement.
 *
 * @param level how important it is
 * @param sqlState of success, or of a warning
 * @param message one line
 */
public record Notice(Level level, String sqlState, String message) {
  /** The SQLSTATE of what is no error at all. */
  public static final String SUCCESS = "00000";

  /** PostgreSQL's levels that are below an error, ascending. */
  public enum Level {
    LOG,
    NOTICE,
    WARNING
  }
}
