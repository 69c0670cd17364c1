package org.ratchetdb.executor.function;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.executor.vector.BytesVector;

/**
 * A LIKE pattern: {@code %} stands for any bytes, {@code _} for one character. Works on UTF-8
 * without decoding it. Immutable.
 */
final class LikeMatcher {
  private static final int NO_ESCAPE = -1;

  /** Bytes to match; -1 stands for one character. */
  private final List<int[]> pieces = new ArrayList<>();

  private final boolean startsFree;
  private final boolean endsFree;
  private final boolean utf8;

  private LikeMatcher(byte[] pattern, int escape, boolean utf8) {
    this.utf8 = utf8;
    List<Integer> piece = new ArrayList<>();
    boolean first = true;
    boolean free = false;
    boolean startFree = false;
    for (int i = 0; i < pattern.length; i++) {
      int b = pattern[i] & 0xFF;
      if (b == escape) {
        if (++i == pattern.length) {
          throw new DbException(ErrorCode.INVALID_ESCAPE, "LIKE pattern ends with a backslash");
        }
        piece.add(pattern[i] & 0xFF);
        free = false;
      } else if (b == '%') {
        startFree |= first && piece.isEmpty();
        if (!piece.isEmpty()) {
          pieces.add(ints(piece));
          piece.clear();
        }
        first = false;
        free = true;
      } else {
        piece.add(b == '_' ? -1 : b);
        free = false;
      }
    }
    if (!piece.isEmpty()) {
      pieces.add(ints(piece));
    }
    this.startsFree = startFree;
    this.endsFree = free;
  }

  private static int[] ints(List<Integer> list) {
    return list.stream().mapToInt(Integer::intValue).toArray();
  }

  /** With backslash as the escape character. */
  static LikeMatcher of(byte[] pattern, boolean utf8) {
    return new LikeMatcher(pattern, '\\', utf8);
  }

  /** With an escape character of one ASCII character, or none when it is empty. */
  static LikeMatcher of(byte[] pattern, String escape, boolean utf8) {
    if (escape.length() > 1 || (!escape.isEmpty() && escape.charAt(0) > 0x7F)) {
      throw new DbException(ErrorCode.INVALID_ESCAPE, "invalid escape string")
          .hint("Escape string must be empty or one character.");
    }
    return new LikeMatcher(pattern, escape.isEmpty() ? NO_ESCAPE : escape.charAt(0), utf8);
  }

  boolean matches(BytesVector vector, int row) {
    return matches(vector.buffer(), vector.start(row), vector.start(row) + vector.length(row));
  }

  boolean matches(byte[] text, int from, int to) {
    if (pieces.isEmpty()) {
      return startsFree || from == to;
    }
    int at = from;
    int last = pieces.size() - 1;
    for (int p = 0; p <= last; p++) {
      int[] piece = pieces.get(p);
      boolean anchoredAtEnd = p == last && !endsFree;
      if (p == 0 && !startsFree) {
        at = matchAt(piece, text, at, to);
        if (at < 0 || (anchoredAtEnd && at != to)) {
          return false;
        }
      } else {
        at = find(piece, text, at, to, anchoredAtEnd);
        if (at < 0) {
          return false;
        }
      }
    }
    return true;
  }

  /** End of the first match at or after a position (of one that ends the text), or -1. */
  private int find(int[] piece, byte[] text, int from, int to, boolean atEnd) {
    for (int start = from; start <= to; start++) {
      int end = matchAt(piece, text, start, to);
      if (end >= 0 && (!atEnd || end == to)) {
        return end;
      }
    }
    return -1;
  }

  private int matchAt(int[] piece, byte[] text, int start, int to) {
    int at = start;
    for (int wanted : piece) {
      if (at >= to) {
        return -1;
      }
      if (wanted >= 0) {
        if ((text[at] & 0xFF) != wanted) {
          return -1;
        }
        at++;
      } else {
        if (utf8 && (text[at] & 0xC0) == 0x80) {
          return -1; // in the middle of a character
        }
        at++;
        while (utf8 && at < to && (text[at] & 0xC0) == 0x80) {
          at++;
        }
      }
    }
    return at;
  }
}
