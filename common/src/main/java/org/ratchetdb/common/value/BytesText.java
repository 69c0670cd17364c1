package org.ratchetdb.common.value;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/** BYTES as text: GoogleSQL's literal escapes, PostgreSQL's bytea forms, and UTF-8. */
public final class BytesText {
  private static final HexFormat HEX = HexFormat.of();

  private BytesText() {}

  /** CAST(BYTES AS STRING): the bytes must be UTF-8. */
  public static String decodeUtf8(byte[] bytes, int offset, int length) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, offset, length))
          .toString();
    } catch (CharacterCodingException e) {
      throw new DbException(ErrorCode.INVALID_UTF8, "Invalid cast of bytes to UTF8 string", e);
    }
  }

  /** UTF-8 of a string; a lone surrogate is refused rather than replaced. */
  public static byte[] encodeUtf8(String text) {
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw new DbException(ErrorCode.INVALID_UTF8, "Invalid UTF-8 encoding for string value", e);
    }
  }

  /** A GoogleSQL bytes literal, {@code b"..."}. */
  public static String formatGoogleLiteral(byte[] bytes) {
    StringBuilder out = new StringBuilder(bytes.length + 3).append("b\"");
    for (byte b : bytes) {
      switch (b) {
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        default -> {
          if (b >= 0x20 && b < 0x7F) {
            out.append((char) b);
          } else {
            out.append("\\x").append(HEX.toHexDigits(b));
          }
        }
      }
    }
    return out.append('"').toString();
  }

  /** {@code \x} and hex digits. */
  public static String formatPostgres(byte[] bytes) {
    return "\\x" + HEX.formatHex(bytes);
  }

  /** Reads bytea in hex or escape form. */
  public static byte[] parsePostgres(String text) {
    if (text.startsWith("\\x")) {
      return parseHex(text);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(text.length());
    byte[] utf8 = encodeUtf8(text);
    for (int i = 0; i < utf8.length; i++) {
      if (utf8[i] != '\\') {
        out.write(utf8[i]);
      } else if (i + 1 < utf8.length && utf8[i + 1] == '\\') {
        out.write('\\');
        i++;
      } else if (i + 3 < utf8.length
          && utf8[i + 1] >= '0'
          && utf8[i + 1] <= '3'
          && isOctal(utf8[i + 2])
          && isOctal(utf8[i + 3])) {
        out.write(((utf8[i + 1] - '0') << 6) | ((utf8[i + 2] - '0') << 3) | (utf8[i + 3] - '0'));
        i += 3;
      } else {
        throw new DbException(
            ErrorCode.INVALID_TEXT_REPRESENTATION, "invalid input syntax for type bytea");
      }
    }
    return out.toByteArray();
  }

  private static byte[] parseHex(String text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(text.length() / 2);
    int i = 2;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
        i++;
        continue;
      }
      int high = hexDigit(c);
      if (i + 1 == text.length()) {
        throw new DbException(
            ErrorCode.INVALID_ARGUMENT, "invalid hexadecimal data: odd number of digits");
      }
      out.write((high << 4) | hexDigit(text.charAt(i + 1)));
      i += 2;
    }
    return out.toByteArray();
  }

  private static int hexDigit(char c) {
    int digit = c < 0x80 ? Character.digit(c, 16) : -1;
    if (digit < 0) {
      throw new DbException(ErrorCode.INVALID_ARGUMENT, "invalid hexadecimal digit: \"" + c + "\"");
    }
    return digit;
  }

  private static boolean isOctal(byte b) {
    return b >= '0' && b <= '7';
  }
}
