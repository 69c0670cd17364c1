package org.ratchetdb.common.value;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/** UUIDs as text. Both dialects print 8-4-4-4-12 in lower case and read hyphens liberally. */
public final class UuidText {
  private UuidText() {}

  public static String format(UUID value) {
    return value.toString();
  }

  /** GoogleSQL: 32 hex digits, single hyphens anywhere between them. */
  public static UUID parseGoogle(String text) {
    UUID value = parseOrNull(text, 0, text.length());
    if (value == null) {
      throw new DbException(
          ErrorCode.INVALID_TEXT_REPRESENTATION, "Invalid UUID value: '" + text + "'");
    }
    return value;
  }

  /** PostgreSQL: the same, and braces around it. */
  public static UUID parsePostgres(String text) {
    boolean braces = text.length() > 2 && text.startsWith("{") && text.endsWith("}");
    UUID value = parseOrNull(text, braces ? 1 : 0, text.length() - (braces ? 1 : 0));
    if (value == null) {
      throw PgErrors.invalidInput("uuid", text);
    }
    return value;
  }

  private static @Nullable UUID parseOrNull(String text, int from, int to) {
    long high = 0;
    long low = 0;
    int digits = 0;
    boolean afterDigit = false;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c == '-') {
        if (!afterDigit) {
          return null;
        }
        afterDigit = false;
        continue;
      }
      int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      if (digit < 0 || digits == 32) {
        return null;
      }
      if (digits < 16) {
        high = (high << 4) | digit;
      } else {
        low = (low << 4) | digit;
      }
      digits++;
      afterDigit = true;
    }
    return digits == 32 && afterDigit ? new UUID(high, low) : null;
  }
}
