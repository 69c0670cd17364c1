package org.ratchetdb.executor.function;

import static org.ratchetdb.common.type.TypeKind.BYTES;
import static org.ratchetdb.common.type.TypeKind.INT64;
import static org.ratchetdb.common.type.TypeKind.STRING;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.executor.vector.BytesVector;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.Values;

/** Functions of STRING and BYTES in GoogleSQL's form; most serve PostgreSQL too. */
final class StringFunctions {
  private static final int RESULT_BYTES_MAX = 1 << 30;

  private StringFunctions() {}

  static void register(KernelRegistry r) {
    registerLengths(r);
    registerSearch(r);
    registerLike(r);
    text(r, "lower", s -> s.toLowerCase(Locale.ROOT));
    text(r, "upper", s -> s.toUpperCase(Locale.ROOT));
    text(r, "reverse", s -> new StringBuilder(s).reverse().toString());
    text(r, "soundex", StringFunctions::soundex);
    bytes(r, "lower", b -> mapAscii(b, 'A', 'Z', 32));
    bytes(r, "upper", b -> mapAscii(b, 'a', 'z', -32));
    bytes(r, "reverse", StringFunctions::reversed);
    registerBuilding(r);
    registerPadding(r);
    registerTrimming(r);
  }

  private static void text(KernelRegistry r, String name, UnaryOperator<String> function) {
    r.rows(
        name,
        (v, row, out, c) -> Outcomes.set(out, row, function.apply(v[0].getString(row))),
        STRING);
  }

  private static void bytes(KernelRegistry r, String name, UnaryOperator<byte[]> function) {
    r.rows(
        name,
        (v, row, out, c) -> Outcomes.set(out, row, function.apply(v[0].getBytes(row))),
        BYTES);
  }

  private static byte[] mapAscii(byte[] value, char from, char to, int shift) {
    for (int i = 0; i < value.length; i++) {
      if (value[i] >= from && value[i] <= to) {
        value[i] = (byte) (value[i] + shift);
      }
    }
    return value;
  }

  private static byte[] reversed(byte[] value) {
    byte[] result = new byte[value.length];
    for (int i = 0; i < value.length; i++) {
      result[i] = value[value.length - 1 - i];
    }
    return result;
  }

  private static void registerLengths(KernelRegistry r) {
    RowKernel byteLength =
        (v, row, out, c) -> Outcomes.set(out, row, (long) ((BytesVector) v[0]).length(row));
    r.rows("byte_length", byteLength, STRING);
    r.rows("byte_length", byteLength, BYTES);
    r.rows("length", byteLength, BYTES);
    RowKernel codePoints =
        (v, row, out, c) -> {
          BytesVector s = (BytesVector) v[0];
          Outcomes.set(out, row, (long) Values.codePoints(s.buffer(), s.start(row), s.length(row)));
        };
    r.rows("length", codePoints, STRING);
    r.rows("char_length", codePoints, STRING);
  }

  private static void registerSearch(KernelRegistry r) {
    for (TypeKind kind : new TypeKind[] {STRING, BYTES}) {
      r.rows(
          "starts_with",
          (v, row, out, c) -> Outcomes.set(out, row, startsWith(v[0], v[1], row)),
          kind,
          kind);
      r.rows(
          "ends_with",
          (v, row, out, c) -> Outcomes.set(out, row, endsWith(v[0], v[1], row)),
          kind,
          kind);
      r.rows(
          "strpos",
          (v, row, out, c) -> {
            BytesVector text = (BytesVector) v[0];
            int at = indexOf(text, (BytesVector) v[1], row);
            long position =
                at < 0 || kind == BYTES
                    ? at + 1
                    : Values.codePoints(text.buffer(), text.start(row), at) + 1;
            Outcomes.set(out, row, position);
          },
          kind,
          kind);
    }
  }

  private static boolean startsWith(ColumnVector text, ColumnVector prefix, int row) {
    BytesVector a = (BytesVector) text;
    BytesVector b = (BytesVector) prefix;
    int length = b.length(row);
    return a.length(row) >= length && sameBytes(a, a.start(row), b, row);
  }

  private static boolean endsWith(ColumnVector text, ColumnVector suffix, int row) {
    BytesVector a = (BytesVector) text;
    BytesVector b = (BytesVector) suffix;
    int length = b.length(row);
    return a.length(row) >= length && sameBytes(a, a.start(row) + a.length(row) - length, b, row);
  }

  private static boolean sameBytes(BytesVector a, int from, BytesVector b, int row) {
    int length = b.length(row);
    int start = b.start(row);
    return Arrays.equals(a.buffer(), from, from + length, b.buffer(), start, start + length);
  }

  /** Offset in bytes of the second argument in the first, or -1. */
  private static int indexOf(BytesVector text, BytesVector sought, int row) {
    int last = text.length(row) - sought.length(row);
    for (int at = 0; at <= last; at++) {
      if (sameBytes(text, text.start(row) + at, sought, row)) {
        return at;
      }
    }
    return -1;
  }

  private static void registerLike(KernelRegistry r) {
    for (TypeKind kind : new TypeKind[] {STRING, BYTES}) {
      boolean utf8 = kind == STRING;
      r.kernel("like", like(utf8, false, false), kind, kind);
      r.kernel("like", like(utf8, true, false), kind, kind, kind);
    }
    r.kernel("pg_like_escape", like(true, true, false), STRING, STRING, STRING);
    r.kernel("pg_ilike", like(true, false, true), STRING, STRING);
    r.kernel("pg_ilike_escape", like(true, true, true), STRING, STRING, STRING);
  }

  private static Kernel like(boolean utf8, boolean hasEscape, boolean ignoresCase) {
    return (v, rows, count, out, context) -> {
      BytesVector text = (BytesVector) v[0];
      BytesVector pattern = (BytesVector) v[1];
      LikeMatcher matcher = null;
      byte[] matcherOf = new byte[0];
      for (int k = 0; k < count; k++) {
        int row = rows[k];
        if (text.isNull(row) || pattern.isNull(row) || (hasEscape && v[2].isNull(row))) {
          out.setNull(row);
          continue;
        }
        // The pattern is nearly always the same for all rows.
        if (matcher == null
            || hasEscape
            || !Arrays.equals(
                matcherOf,
                0,
                matcherOf.length,
                pattern.buffer(),
                pattern.start(row),
                pattern.start(row) + pattern.length(row))) {
          matcherOf = pattern.getBytes(row);
          byte[] shown =
              ignoresCase
                  ? Values.utf8(pattern.getString(row).toLowerCase(Locale.ROOT))
                  : matcherOf;
          matcher =
              hasEscape
                  ? LikeMatcher.of(shown, v[2].getString(row), utf8)
                  : LikeMatcher.of(shown, utf8);
        }
        boolean matches;
        if (ignoresCase) {
          byte[] lower = Values.utf8(text.getString(row).toLowerCase(Locale.ROOT));
          matches = matcher.matches(lower, 0, lower.length);
        } else {
          matches = matcher.matches(text, row);
        }
        Outcomes.set(out, row, matches);
      }
    };
  }

  private static void registerBuilding(KernelRegistry r) {
    for (TypeKind kind : new TypeKind[] {STRING, BYTES}) {
      r.variadic("concat", StringFunctions::concat, kind);
      r.rows("repeat", StringFunctions::repeat, kind, INT64);
    }
    r.rows(
        "substr",
        (v, row, out, c) ->
            Outcomes.set(
                out, row, substring(v[0].getString(row), v[1].getLong(row), Long.MAX_VALUE)),
        STRING,
        INT64);
    r.rows(
        "substr",
        (v, row, out, c) ->
            Outcomes.set(
                out,
                row,
                substring(
                    v[0].getString(row),
                    v[1].getLong(row),
                    notNegative(v[2].getLong(row), "SUBSTR"))),
        STRING,
        INT64,
        INT64);
    r.rows(
        "substr",
        (v, row, out, c) -> slice(v[0], row, v[1].getLong(row), Long.MAX_VALUE, out),
        BYTES,
        INT64);
    r.rows(
        "substr",
        (v, row, out, c) ->
            slice(v[0], row, v[1].getLong(row), notNegative(v[2].getLong(row), "SUBSTR"), out),
        BYTES,
        INT64,
        INT64);
    r.rows(
        "replace",
        (v, row, out, c) -> {
          String from = v[1].getString(row);
          String value = v[0].getString(row);
          Outcomes.set(out, row, from.isEmpty() ? value : value.replace(from, v[2].getString(row)));
        },
        STRING,
        STRING,
        STRING);
    r.rows(
        "replace",
        (v, row, out, c) -> {
          String value = latin1(v[0], row);
          String from = latin1(v[1], row);
          String replaced = from.isEmpty() ? value : value.replace(from, latin1(v[2], row));
          Outcomes.set(out, row, replaced.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
        },
        BYTES,
        BYTES,
        BYTES);
  }

  /** Bytes as a string with a char per byte, so that string functions serve them. */
  static String latin1(ColumnVector vector, int row) {
    return new String(vector.getBytes(row), java.nio.charset.StandardCharsets.ISO_8859_1);
  }

  private static void concat(
      ColumnVector[] v,
      int row,
      ColumnVector out,
      org.ratchetdb.executor.context.ExecutionContext context) {
    long total = 0;
    for (ColumnVector argument : v) {
      total += ((BytesVector) argument).length(row);
    }
    requireSize(total);
    BytesVector result = (BytesVector) out;
    int at = result.reserve(row, (int) total);
    for (ColumnVector argument : v) {
      BytesVector bytes = (BytesVector) argument;
      System.arraycopy(bytes.buffer(), bytes.start(row), result.buffer(), at, bytes.length(row));
      at += bytes.length(row);
    }
  }

  private static void repeat(
      ColumnVector[] v,
      int row,
      ColumnVector out,
      org.ratchetdb.executor.context.ExecutionContext context) {
    BytesVector value = (BytesVector) v[0];
    long times = notNegative(v[1].getLong(row), "REPEAT");
    int length = value.length(row);
    long total = length == 0 ? 0 : multiply(times, length);
    requireSize(total);
    byte[] piece = value.getBytes(row);
    BytesVector result = (BytesVector) out;
    int at = result.reserve(row, (int) total);
    for (int end = at + (int) total; at < end; at += length) {
      System.arraycopy(piece, 0, result.buffer(), at, length);
    }
  }

  private static long multiply(long a, long b) {
    return a > RESULT_BYTES_MAX ? Long.MAX_VALUE : a * b;
  }

  static void requireSize(long bytes) {
    if (bytes > RESULT_BYTES_MAX) {
      throw new DbException(
          ErrorCode.LIMIT_EXCEEDED, "Output of a string function is larger than 1 GiB");
    }
  }

  static long notNegative(long value, String function) {
    if (value < 0) {
      throw Args.error("Third argument in " + function + "() cannot be negative");
    }
    return value;
  }

  /** SUBSTR: position from 1, 0 is 1, negative from the end. */
  static String substring(String text, long position, long length) {
    int count = text.codePointCount(0, text.length());
    long start = startOf(position, count);
    if (start >= count) {
      return "";
    }
    long end = length > count - start ? count : start + length;
    int from = text.offsetByCodePoints(0, (int) start);
    return text.substring(from, text.offsetByCodePoints(from, (int) (end - start)));
  }

  private static long startOf(long position, int count) {
    if (position > 0) {
      return position - 1;
    }
    return position == 0 || position < -count ? 0 : count + position;
  }

  private static void slice(
      ColumnVector vector, int row, long position, long length, ColumnVector out) {
    BytesVector bytes = (BytesVector) vector;
    int count = bytes.length(row);
    long start = Math.min(startOf(position, count), count);
    long taken = Math.min(length, count - start);
    ((BytesVector) out).setBytes(row, bytes.buffer(), bytes.start(row) + (int) start, (int) taken);
  }

  private static void registerPadding(KernelRegistry r) {
    for (String name : new String[] {"lpad", "rpad"}) {
      boolean left = name.equals("lpad");
      r.rows(
          name,
          (v, row, out, c) ->
              Outcomes.set(out, row, pad(v[0].getString(row), v[1].getLong(row), " ", left)),
          STRING,
          INT64);
      r.rows(
          name,
          (v, row, out, c) ->
              Outcomes.set(
                  out, row, pad(v[0].getString(row), v[1].getLong(row), v[2].getString(row), left)),
          STRING,
          INT64,
          STRING);
      r.rows(
          name,
          (v, row, out, c) ->
              setLatin1(out, row, pad(latin1(v[0], row), v[1].getLong(row), " ", left)),
          BYTES,
          INT64);
      r.rows(
          name,
          (v, row, out, c) ->
              setLatin1(
                  out, row, pad(latin1(v[0], row), v[1].getLong(row), latin1(v[2], row), left)),
          BYTES,
          INT64,
          BYTES);
    }
  }

  static void setLatin1(ColumnVector out, int row, String value) {
    Outcomes.set(out, row, value.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
  }

  private static String pad(String text, long length, String pattern, boolean left) {
    if (length < 0) {
      throw Args.error("Second argument (output size) for LPAD/RPAD cannot be negative");
    }
    if (pattern.isEmpty()) {
      throw Args.error("Third argument (pad pattern) for LPAD/RPAD cannot be empty");
    }
    return padded(text, length, pattern, left);
  }

  /** Pads or cuts to a number of code points. */
  static String padded(String text, long length, String pattern, boolean left) {
    requireSize(length);
    int count = text.codePointCount(0, text.length());
    if (count >= length) {
      return text.substring(0, text.offsetByCodePoints(0, (int) length));
    }
    int[] units = pattern.codePoints().toArray();
    StringBuilder padding = new StringBuilder();
    for (int i = 0; i < length - count; i++) {
      padding.appendCodePoint(units[i % units.length]);
    }
    return left ? padding + text : text + padding;
  }

  private static void registerTrimming(KernelRegistry r) {
    trim(r, "trim", true, true);
    trim(r, "ltrim", true, false);
    trim(r, "rtrim", false, true);
  }

  private static void trim(KernelRegistry r, String name, boolean left, boolean right) {
    r.rows(
        name,
        (v, row, out, c) -> Outcomes.set(out, row, trimmed(v[0].getString(row), null, left, right)),
        STRING);
    r.rows(
        name,
        (v, row, out, c) ->
            Outcomes.set(out, row, trimmed(v[0].getString(row), v[1].getString(row), left, right)),
        STRING,
        STRING);
    r.rows(
        name,
        (v, row, out, c) ->
            setLatin1(out, row, trimmed(latin1(v[0], row), latin1(v[1], row), left, right)),
        BYTES,
        BYTES);
  }

  /** Strips characters of a set, or white space without one. */
  static String trimmed(
      String text, @org.jspecify.annotations.Nullable String set, boolean left, boolean right) {
    int start = 0;
    int end = text.length();
    while (left && start < end) {
      int codePoint = text.codePointAt(start);
      if (!isTrimmed(codePoint, set)) {
        break;
      }
      start += Character.charCount(codePoint);
    }
    while (right && end > start) {
      int codePoint = text.codePointBefore(end);
      if (!isTrimmed(codePoint, set)) {
        break;
      }
      end -= Character.charCount(codePoint);
    }
    return text.substring(start, end);
  }

  private static boolean isTrimmed(int codePoint, @org.jspecify.annotations.Nullable String set) {
    if (set != null) {
      return set.indexOf(codePoint) >= 0;
    }
    return Character.isWhitespace(codePoint) || Character.isSpaceChar(codePoint);
  }

  private static String soundex(String text) {
    String codes = "01230120022455012623010202";
    StringBuilder result = new StringBuilder();
    char last = '0';
    for (int i = 0; i < text.length() && result.length() < 4; i++) {
      char c = Character.toUpperCase(text.charAt(i));
      if (c < 'A' || c > 'Z') {
        continue;
      }
      char code = codes.charAt(c - 'A');
      if (result.length() == 0) {
        result.append(c);
      } else if (code != '0' && code != last) {
        result.append(code);
      }
      if (c != 'H' && c != 'W') {
        last = code;
      }
    }
    while (result.length() > 0 && result.length() < 4) {
      result.append('0');
    }
    return result.toString();
  }
}
