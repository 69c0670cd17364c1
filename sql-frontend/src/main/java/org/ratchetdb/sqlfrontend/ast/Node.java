package org.ratchetdb.sqlfrontend.ast;

/** A part of a syntax tree. Immutable; equality includes the place. */
public interface Node {
  /** Where it was written. A parenthesised expression spans what is inside its parentheses. */
  Span span();

  /** Offset of the first character, for error positions. */
  default int begin() {
    return span().begin();
  }

  /** Offset after the last character. */
  default int end() {
    return span().end();
  }
}
