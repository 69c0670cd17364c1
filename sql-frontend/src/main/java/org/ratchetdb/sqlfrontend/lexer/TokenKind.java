package org.ratchetdb.sqlfrontend.lexer;

/**
 * The kinds of token. A symbol of one character has that character as its kind; a symbol of several
 * has a constant here. Keywords are words: which words mean something depends on where they stand.
 */
public final class TokenKind {
  /** Behind the last token; its offsets are the length of the text. */
  public static final int EOF = 0;

  /** A name or keyword without quotes. */
  public static final int WORD = 1;

  /** A name in quotes. */
  public static final int QUOTED = 2;

  public static final int STRING = 3;
  public static final int BYTES = 4;
  public static final int INTEGER = 5;

  /** A number with a point or an exponent. */
  public static final int DECIMAL = 6;

  /** {@code @name}. */
  public static final int NAMED_PARAMETER = 7;

  /** {@code @@name}. */
  public static final int SYSTEM_VARIABLE = 8;

  /** {@code $1}. The other positional form is the symbol {@code ?}. */
  public static final int POSITIONAL_PARAMETER = 9;

  /** <code>@{</code>, or the opening of a PostgreSQL comment hint. */
  public static final int HINT_OPEN = 10;

  /** The closing of a PostgreSQL comment hint; GoogleSQL's is a brace. */
  public static final int HINT_CLOSE = 11;

  /** {@code <>} and {@code !=}. */
  public static final int NOT_EQUAL = 256;

  public static final int LESS_EQUAL = 257;
  public static final int GREATER_EQUAL = 258;
  public static final int CONCAT = 259;
  public static final int SHIFT_LEFT = 260;

  /** PostgreSQL only: in GoogleSQL two brackets close two types. */
  public static final int SHIFT_RIGHT = 261;

  public static final int ARROW = 262;

  /** {@code =>}. */
  public static final int FAT_ARROW = 263;

  public static final int DOUBLE_COLON = 264;
  public static final int COLON_EQUAL = 265;

  /** GoogleSQL's {@code |>}. */
  public static final int PIPE = 266;

  /** Any other PostgreSQL operator; its text tells which. */
  public static final int OPERATOR = 267;

  private TokenKind() {}
}
