package org.ratchetdb.pgwire.codec;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/** Strict reading of UTF-8. */
final class Utf8 {
  private Utf8() {}

  static String decode(byte[] bytes, int offset, int count) {
    String text = new String(bytes, offset, count, StandardCharsets.UTF_8);
    if (text.indexOf('\uFFFD') < 0) {
      return text;
    }
    ByteBuffer input = ByteBuffer.wrap(bytes, offset, count);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(input).toString();
    } catch (CharacterCodingException e) {
      throw new DbException(
          ErrorCode.INVALID_UTF8,
          "invalid byte sequence for encoding \"UTF8\": 0x"
              + HexFormat.of().toHexDigits(bytes[Math.min(input.position(), offset + count - 1)]),
          e);
    }
  }
}
