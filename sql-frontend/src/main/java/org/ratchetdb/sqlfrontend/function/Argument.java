package org.ratchetdb.sqlfrontend.function;

import org.ratchetdb.common.type.SqlType;

/**
 * What overload resolution knows of an argument.
 *
 * @param type its type; UNKNOWN for an untyped NULL, an undeclared parameter and PostgreSQL's
 *     quoted literals
 * @param origin where it comes from, for literals and parameters coerce further than columns
 */
public record Argument(SqlType type, Origin origin) {
  /** Where a value comes from. */
  public enum Origin {
    EXPRESSION,
    LITERAL,
    /** A parameter of a declared type. */
    PARAMETER,
    /** Takes any type. */
    UNTYPED
  }

  public static Argument expression(SqlType type) {
    return new Argument(type, Origin.EXPRESSION);
  }
}
