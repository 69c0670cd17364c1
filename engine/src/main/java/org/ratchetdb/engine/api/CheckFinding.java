package org.ratchetdb.engine.api;

import org.jspecify.annotations.Nullable;

/**
 * One thing that a check of a database has to say.
 *
 * @param severity how bad it is
 * @param object table, index, file or other part of the database
 * @param key the row or entry as people write it, or null
 * @param problem what is wrong
 * @param hint what to do about it, or null
 */
public record CheckFinding(
    Severity severity, String object, @Nullable String key, String problem, @Nullable String hint) {
  /** How bad it is. */
  public enum Severity {
    /** Data is damaged, missing or contradictory. */
    ERROR,
    /** Harmless now, but should not be. */
    WARNING,
    /** Said for completeness. */
    INFO
  }
}
