package org.ratchetdb.executor.function;

import static org.ratchetdb.common.type.TypeKind.BYTES;
import static org.ratchetdb.common.type.TypeKind.INT64;
import static org.ratchetdb.common.type.TypeKind.STRING;

import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.executor.vector.ColumnVector;

/** String functions in PostgreSQL's form, where it differs from GoogleSQL's. */
final class PgStringFunctions {
  private PgStringFunctions() {}

  static void register(KernelRegistry r) {
    registerParts(r);
    registerPadding(r);
    registerCharacters(r);
    registerQuoting(r);
    r.rows(
        "pg_encode",
        (v, row, out, c) -> Outcomes.set(out, row, encode(v[0].getBytes(row), v[1].getString(row))),
        BYTES,
        STRING);
    r.rows(
        "pg_decode",
        (v, row, out, c) ->
            Outcomes.set(out, row, decode(v[0].getString(row), v[1].getString(row))),
        STRING,
        STRING);
  }

  private static void registerParts(KernelRegistry r) {
    r.rows(
        "pg_substr",
        (v, row, out, c) ->
            Outcomes.set(
                out, row, substring(v[0].getString(row), v[1].getLong(row), Long.MAX_VALUE)),
        STRING,
        INT64);
    r.rows(
        "pg_substr",
        (v, row, out, c) ->
            Outcomes.set(
                out, row, substring(v[0].getString(row), v[1].getLong(row), length(v[2], row))),
        STRING,
        INT64,
        INT64);
    r.rows(
        "pg_substr",
        (v, row, out, c) ->
            StringFunctions.setLatin1(
                out,
                row,
                substring(StringFunctions.latin1(v[0], row), v[1].getLong(row), Long.MAX_VALUE)),
        BYTES,
        INT64);
    r.rows(
        "pg_substr",
        (v, row, out, c) ->
            StringFunctions.setLatin1(
                out,
                row,
                substring(StringFunctions.latin1(v[0], row), v[1].getLong(row), length(v[2], row))),
        BYTES,
        INT64,
        INT64);
    r.rows(
        "pg_left",
        (v, row, out, c) -> {
          String text = v[0].getString(row);
          int count = text.codePointCount(0, text.length());
          long n = v[1].getLong(row);
          long end = n < 0 ? Math.max(0, count + n) : Math.min(count, n);
          Outcomes.set(out, row, text.substring(0, text.offsetByCodePoints(0, (int) end)));
        },
        STRING,
        INT64);
    r.rows(
        "pg_right",
        (v, row, out, c) -> {
          String text = v[0].getString(row);
          int count = text.codePointCount(0, text.length());
          long n = v[1].getLong(row);
          long start =
              n < 0 ? Math.min(count, n == Long.MIN_VALUE ? count : -n) : Math.max(0, count - n);
          Outcomes.set(out, row, text.substring(text.offsetByCodePoints(0, (int) start)));
        },
        STRING,
        INT64);
    r.rows("pg_split_part", PgStringFunctions::splitPart, STRING, STRING, INT64);
  }

  private static long length(ColumnVector vector, int row) {
    long length = vector.getLong(row);
    if (length < 0) {
      throw new DbException(ErrorCode.SUBSTRING_ERROR, "negative substring length not allowed");
    }
    return length;
  }

  /** Positions count from 1; what lies before it is cut off. */
  private static String substring(String text, long position, long length) {
    int count = text.codePointCount(0, text.length());
    long end = length > Long.MAX_VALUE - Math.max(0, position) ? Long.MAX_VALUE : position + length;
    long start = Math.max(1, position);
    end = Math.min(end, count + 1L);
    if (start >= end) {
      return "";
    }
    int from = text.offsetByCodePoints(0, (int) start - 1);
    return text.substring(from, text.offsetByCodePoints(from, (int) (end - start)));
  }

  private static void splitPart(
      ColumnVector[] v,
      int row,
      ColumnVector out,
      org.ratchetdb.executor.context.ExecutionContext context) {
    long n = v[2].getLong(row);
    if (n == 0) {
      throw new DbException(ErrorCode.INVALID_ARGUMENT, "field position must not be zero");
    }
    String text = v[0].getString(row);
    String delimiter = v[1].getString(row);
    List<String> parts =
        delimiter.isEmpty() ? List.of(text) : ArrayFunctions.split(text, delimiter);
    long index = n > 0 ? n - 1 : parts.size() + n;
    Outcomes.set(out, row, index >= 0 && index < parts.size() ? parts.get((int) index) : "");
  }

  private static void registerPadding(KernelRegistry r) {
    for (String name : new String[] {"pg_lpad", "pg_rpad"}) {
      boolean left = name.equals("pg_lpad");
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
    }
    r.rows(
        "pg_repeat",
        (v, row, out, c) -> {
          String text = v[0].getString(row);
          long times = Math.max(0, v[1].getLong(row));
          StringFunctions.requireSize(
              text.isEmpty() ? 0 : times > Integer.MAX_VALUE ? times : times * text.length());
          Outcomes.set(out, row, text.isEmpty() ? "" : text.repeat((int) times));
        },
        STRING,
        INT64);
    trim(r, "pg_btrim", true, true);
    trim(r, "pg_ltrim", true, false);
    trim(r, "pg_rtrim", false, true);
  }

  private static String pad(String text, long length, String pattern, boolean left) {
    int count = text.codePointCount(0, text.length());
    long wanted = Math.max(0, length);
    return StringFunctions.padded(
        text, pattern.isEmpty() ? Math.min(wanted, count) : wanted, pattern, left);
  }

  private static void trim(KernelRegistry r, String name, boolean left, boolean right) {
    r.rows(
        name,
        (v, row, out, c) ->
            Outcomes.set(out, row, StringFunctions.trimmed(v[0].getString(row), " ", left, right)),
        STRING);
    r.rows(
        name,
        (v, row, out, c) ->
            Outcomes.set(
                out,
                row,
                StringFunctions.trimmed(v[0].getString(row), v[1].getString(row), left, right)),
        STRING,
        STRING);
    r.rows(
        name,
        (v, row, out, c) ->
            StringFunctions.setLatin1(
                out,
                row,
                StringFunctions.trimmed(
                    StringFunctions.latin1(v[0], row),
                    StringFunctions.latin1(v[1], row),
                    left,
                    right)),
        BYTES,
        BYTES);
  }

  private static void registerCharacters(KernelRegistry r) {
    r.rows(
        "pg_ascii",
        (v, row, out, c) -> {
          String text = v[0].getString(row);
          Outcomes.set(out, row, text.isEmpty() ? 0L : (long) text.codePointAt(0));
        },
        STRING);
    r.rows(
        "pg_chr",
        (v, row, out, c) -> {
          long point = v[0].getLong(row);
          if (point == 0) {
            throw Args.error("null character not permitted");
          }
          if (point < 0
              || point > Character.MAX_CODE_POINT
              || (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE)) {
            throw Args.error("requested character too large for encoding: " + point);
          }
          Outcomes.set(out, row, Character.toString((int) point));
        },
        INT64);
    r.rows(
        "pg_initcap",
        (v, row, out, c) -> Outcomes.set(out, row, initialCapitals(v[0].getString(row))),
        STRING);
    r.rows("pg_translate", PgStringFunctions::translate, STRING, STRING, STRING);
    r.rows(
        "pg_to_hex",
        (v, row, out, c) -> Outcomes.set(out, row, Long.toHexString(v[0].getLong(row))),
        INT64);
  }

  private static String initialCapitals(String text) {
    StringBuilder result = new StringBuilder(text.length());
    boolean inWord = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      result.append(inWord ? Character.toLowerCase(c) : Character.toUpperCase(c));
      inWord = Character.isLetterOrDigit(c);
    }
    return result.toString();
  }

  private static void translate(
      ColumnVector[] v,
      int row,
      ColumnVector out,
      org.ratchetdb.executor.context.ExecutionContext context) {
    int[] from = v[1].getString(row).codePoints().toArray();
    int[] to = v[2].getString(row).codePoints().toArray();
    StringBuilder result = new StringBuilder();
    v[0].getString(row)
        .codePoints()
        .forEach(
            point -> {
              for (int i = 0; i < from.length; i++) {
                if (from[i] == point) {
                  if (i < to.length) {
                    result.appendCodePoint(to[i]);
                  }
                  return;
                }
              }
              result.appendCodePoint(point);
            });
    Outcomes.set(out, row, result.toString());
  }

  private static void registerQuoting(KernelRegistry r) {
    r.rows(
        "pg_quote_ident",
        (v, row, out, c) -> {
          String name = v[0].getString(row);
          boolean plain = name.matches("[a-z_][a-z0-9_$]*");
          Outcomes.set(out, row, plain ? name : '"' + name.replace("\"", "\"\"") + '"');
        },
        STRING);
    r.rows(
        "pg_quote_literal",
        (v, row, out, c) -> {
          String text = v[0].getString(row).replace("'", "''");
          Outcomes.set(
              out,
              row,
              text.indexOf('\\') < 0 ? "'" + text + "'" : " E'" + text.replace("\\", "\\\\") + "'");
        },
        STRING);
  }

  private static String encode(byte[] bytes, String format) {
    return switch (format.toLowerCase(Locale.ROOT)) {
      case "hex" -> HexFormat.of().formatHex(bytes);
      case "base64" -> Base64.getMimeEncoder(76, new byte[] {'\n'}).encodeToString(bytes);
      case "escape" -> escape(bytes);
      default -> throw unknownEncoding(format);
    };
  }

  private static String escape(byte[] bytes) {
    StringBuilder out = new StringBuilder();
    for (byte b : bytes) {
      int unsigned = b & 0xFF;
      if (unsigned == 0 || unsigned >= 0x80) {
        out.append(String.format(Locale.ROOT, "\\%03o", unsigned));
      } else if (unsigned == '\\') {
        out.append("\\\\");
      } else {
        out.append((char) unsigned);
      }
    }
    return out.toString();
  }

  private static byte[] decode(String text, String format) {
    try {
      return switch (format.toLowerCase(Locale.ROOT)) {
        case "hex" -> HexFormat.of().parseHex(text.replaceAll("\\s", ""));
        case "base64" -> Base64.getMimeDecoder().decode(text);
        case "escape" -> org.ratchetdb.common.value.BytesText.parsePostgres(text);
        default -> throw unknownEncoding(format);
      };
    } catch (IllegalArgumentException e) {
      throw new DbException(ErrorCode.INVALID_ARGUMENT, "invalid " + format + " data", e);
    }
  }

  private static DbException unknownEncoding(String format) {
    return new DbException(ErrorCode.INVALID_ARGUMENT, "unrecognized encoding: \"" + format + "\"");
  }
}
