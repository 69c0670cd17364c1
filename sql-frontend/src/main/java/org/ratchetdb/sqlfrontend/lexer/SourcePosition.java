package org.ratchetdb.sqlfrontend.lexer;

/**
 * Line and column of an offset, both from 1, as GoogleSQL's messages count them: characters rather
 * than UTF-16 units, tabs up to the next multiple of eight.
 */
public record SourcePosition(int line, int column) {
  private static final int TAB_WIDTH = 8;

  public static SourcePosition of(String text, int offset) {
    int line = 1;
    int column = 1;
    int i = 0;
    while (i < offset) {
      int c = text.codePointAt(i);
      if (c == '\n' || (c == '\r' && (i + 1 >= text.length() || text.charAt(i + 1) != '\n'))) {
        line++;
        column = 1;
      } else if (c == '\t') {
        column += TAB_WIDTH - (column - 1) % TAB_WIDTH;
      } else if (c != '\r') {
        column++;
      }
      i += Character.charCount(c);
    }
    return new SourcePosition(line, column);
  }

  /** The suffix of analysis messages: {@code [at 1:8]} with its leading blank. */
  public String suffix() {
    return " [at " + line + ":" + column + "]";
  }
}
