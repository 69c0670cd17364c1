package org.ratchetdb.sqlfrontend.ast;

/**
 * One name.
 *
 * @param name without quotes and escapes; folded to lower case when unquoted in PostgreSQL
 * @param quoted whether it was written in quotes (backticks in GoogleSQL)
 */
public record Identifier(String name, boolean quoted, Span span) implements Node {
  @Override
  public String toString() {
    return name;
  }
}
