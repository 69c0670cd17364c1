package org.ratchetdb.sqlfrontend.lexer;

import org.ratchetdb.common.value.Value;

/**
 * The tokens of a text. Comments are gone; hints are tokens. Immutable.
 *
 * <p>Token {@code i} has a kind (see {@link TokenKind}) and the offsets of its first character and
 * of the character after its last. At {@link #size()} stands the end token.
 */
public final class TokenStream {
  private final String text;
  private final int[] kinds;
  private final int[] begins;
  private final int[] ends;
  private final int size;
  private final LiteralDecoder decoder;

  TokenStream(
      String text, int[] kinds, int[] begins, int[] ends, int size, LiteralDecoder decoder) {
    this.text = text;
    this.kinds = kinds;
    this.begins = begins;
    this.ends = ends;
    this.size = size;
    this.decoder = decoder;
  }

  public String text() {
    return text;
  }

  /** The number of tokens, the end token not counted. */
  public int size() {
    return size;
  }

  public int kind(int i) {
    return kinds[i];
  }

  public int begin(int i) {
    return begins[i];
  }

  public int end(int i) {
    return ends[i];
  }

  /** The token as written. */
  public String textOf(int i) {
    return text.substring(begins[i], ends[i]);
  }

  /** Whether the token is a string, a bytes literal or a number; TRUE, FALSE and NULL are words. */
  public boolean isLiteral(int i) {
    int kind = kinds[i];
    return kind >= TokenKind.STRING && kind <= TokenKind.DECIMAL;
  }

  /**
   * Whether a string may belong to a typed literal such as {@code DATE '...'}, so that replacing it
   * by a parameter would change the grammar. Says yes rather too often: behind any word that is not
   * reserved (and behind INTERVAL), and behind a closing bracket, for {@code varchar(3) '...'}.
   */
  public boolean isTypedLiteral(int i) {
    if (kinds[i] != TokenKind.STRING || i == 0) {
      return false;
    }
    int before = kinds[i - 1];
    if (before == TokenKind.WORD) {
      return isWord(i - 1, "INTERVAL") || !decoder.isReserved(text, begins[i - 1], ends[i - 1]);
    }
    return before == TokenKind.QUOTED || before == ')' || before == '>' || before == ']';
  }

  /** Whether token {@code i} is the word, which is given in upper case. */
  public boolean isWord(int i, String upperCaseWord) {
    if (kinds[i] != TokenKind.WORD) {
      return false;
    }
    int begin = begins[i];
    int length = upperCaseWord.length();
    if (ends[i] - begin != length) {
      return false;
    }
    for (int k = 0; k < length; k++) {
      char c = text.charAt(begin + k);
      char upper = upperCaseWord.charAt(k);
      if (c != upper && (c ^ 0x20) != upper) {
        return false;
      }
    }
    return true;
  }

  /** The value of a STRING token. A bad escape is a syntax error with its position. */
  public String stringValue(int i) {
    return decoder.string(text, begins[i], ends[i]);
  }

  /** The value of a BYTES token. A bad escape is a syntax error with its position. */
  public Value.Bytes bytesValue(int i) {
    return decoder.bytes(text, begins[i], ends[i]);
  }

  /** The name that a WORD or QUOTED token stands for, folded as the dialect folds. */
  public String name(int i) {
    return kinds[i] == TokenKind.WORD
        ? decoder.word(text, begins[i], ends[i])
        : decoder.quoted(text, begins[i], ends[i]);
  }

  /** Whether the WORD token cannot be a name in this dialect. */
  public boolean isReserved(int i) {
    return kinds[i] == TokenKind.WORD && decoder.isReserved(text, begins[i], ends[i]);
  }
}
