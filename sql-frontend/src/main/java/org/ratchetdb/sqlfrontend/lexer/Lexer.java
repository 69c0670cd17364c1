package org.ratchetdb.sqlfrontend.lexer;

import java.util.Arrays;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/**
 * The part of lexical analysis that both dialects share. Runs once over one text; owned by one
 * thread.
 */
public abstract class Lexer {
  /** Statements above this length are refused before anything is allocated for them. */
  public static final int TEXT_LENGTH_MAX = 16 << 20;

  protected final String text;
  protected final int length;

  /** Where the next character is read. */
  protected int at;

  private int[] kinds;
  private int[] begins;
  private int[] ends;
  private int size;

  protected Lexer(String text) {
    if (text.length() > TEXT_LENGTH_MAX) {
      throw new DbException(
          ErrorCode.TOO_COMPLEX,
          "Query string length of "
              + text.length()
              + " exceeds maximum allowed length of "
              + TEXT_LENGTH_MAX);
    }
    this.text = text;
    this.length = text.length();
    int capacity = length / 4 + 16;
    this.kinds = new int[capacity];
    this.begins = new int[capacity];
    this.ends = new int[capacity];
  }

  /** All tokens of the text. */
  public final TokenStream tokens() {
    skipBlanksAndComments();
    while (at < length) {
      int begin = at;
      int kind = scan(text.charAt(at));
      add(kind, begin, at);
      skipBlanksAndComments();
    }
    add(TokenKind.EOF, length, length);
    return new TokenStream(text, kinds, begins, ends, size - 1, decoder());
  }

  /** Moves {@link #at} behind the token that begins there with {@code first}; returns its kind. */
  protected abstract int scan(char first);

  /** Moves {@link #at} to the next token or to the end. */
  protected abstract void skipBlanksAndComments();

  protected abstract LiteralDecoder decoder();

  /** An error of this dialect's form. */
  protected abstract DbException error(String message, int offset);

  /** The kind of the token before the one being read, or EOF. */
  protected final int previousKind() {
    return size == 0 ? TokenKind.EOF : kinds[size - 1];
  }

  protected final int previousBegin() {
    return size == 0 ? -1 : begins[size - 1];
  }

  protected final int previousEnd() {
    return size == 0 ? -1 : ends[size - 1];
  }

  /** The character {@code ahead} of the current one, or NUL behind the end. */
  protected final char peek(int ahead) {
    int i = at + ahead;
    return i < length ? text.charAt(i) : '\0';
  }

  protected final void skipLine() {
    while (at < length && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
      at++;
    }
  }

  /** Reads digits, a fraction and an exponent; {@link #at} is at a digit or a point. */
  protected final int scanDecimalNumber() {
    int kind = TokenKind.INTEGER;
    skipDigits();
    if (peek(0) == '.' && fractionMayFollow()) {
      kind = TokenKind.DECIMAL;
      at++;
      skipDigits();
    }
    char e = peek(0);
    if (e == 'e' || e == 'E') {
      int sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
      if (isDigit(peek(1 + sign))) {
        kind = TokenKind.DECIMAL;
        at += 1 + sign;
        skipDigits();
      }
    }
    return kind;
  }

  /** Whether the point at {@link #at} belongs to the number. */
  protected boolean fractionMayFollow() {
    return true;
  }

  private void skipDigits() {
    while (at < length && isDigit(text.charAt(at))) {
      at++;
    }
  }

  protected static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  protected static boolean isLetter(char c) {
    int lower = c | 0x20;
    return (lower >= 'a' && lower <= 'z') || c == '_';
  }

  private void add(int kind, int begin, int end) {
    if (size == kinds.length) {
      int capacity = size * 2;
      kinds = Arrays.copyOf(kinds, capacity);
      begins = Arrays.copyOf(begins, capacity);
      ends = Arrays.copyOf(ends, capacity);
    }
    kinds[size] = kind;
    begins[size] = begin;
    ends[size] = end;
    size++;
  }
}
