package org.ratchetdb.sqlfrontend.ast;

/**
 * Where a node was written: UTF-16 offsets into the text that was parsed.
 *
 * @param begin offset of its first character
 * @param end offset after its last character
 */
public record Span(int begin, int end) {
  /** The text of the node, without comments before or after it. */
  public String textIn(String sql) {
    return sql.substring(begin, end);
  }
}
