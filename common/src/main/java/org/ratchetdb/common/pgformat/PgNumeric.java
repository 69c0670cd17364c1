package org.ratchetdb.common.pgformat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.NumericText;
import org.ratchetdb.common.value.Value;

/**
 * numeric: plain digits that keep the scale; groups of four decimal digits.
 *
 * <pre>
 *   int16 count of groups | int16 weight: the first group counts 10000^weight
 *   uint16 sign: 0000 plus, 4000 minus, C000 NaN | uint16 scale shown | count x int16 group 0..9999
 * </pre>
 *
 * GoogleSQL NUMERIC, whose scale means nothing, is written without trailing zeros.
 */
final class PgNumeric extends PgType {
  private static final int NEGATIVE = 0x4000;
  private static final int NAN = 0xC000;
  private static final int POSITIVE_INFINITY = 0xD000;
  private static final int NEGATIVE_INFINITY = 0xF000;
  private static final int BASE = 10_000;
  private static final int DIGITS_PER_GROUP = 4;
  private static final int SCALE_MASK = 0x3FFF;

  PgNumeric() {
    super(1700, 1231, -1, "numeric", "numeric", SqlType.PG_NUMERIC);
  }

  @Override
  public void writeText(Value value, ZoneId zone, PgBuffer out) {
    out.writeString(NumericText.formatPostgres(unbox(value)));
  }

  @Override
  public void writeBinary(Value value, PgBuffer out) {
    BigDecimal number = unbox(value);
    if (number == null) {
      out.writeShort(0);
      out.writeShort(0);
      out.writeShort(NAN);
      out.writeShort(0);
      return;
    }
    int scale = number.scale();
    int padding = Math.floorMod(-scale, DIGITS_PER_GROUP);
    BigInteger rest = number.unscaledValue().abs();
    if (padding > 0) {
      rest = rest.multiply(BigInteger.TEN.pow(padding));
    }
    int start = out.length();
    out.writeLong(0); // the header, filled below
    int groups = writeGroups(rest, out);
    int weight = groups - (scale + padding) / DIGITS_PER_GROUP - 1;
    groups = dropTrailingZeroGroups(groups, out);
    int sign = number.signum() < 0 ? NEGATIVE : 0;
    out.setInt(start, (groups << 16) | ((groups == 0 ? 0 : weight) & 0xFFFF));
    out.setInt(start + 4, (sign << 16) | scale);
  }

  @Override
  public Value readText(String text, ZoneId zone) {
    return NumericText.parsePostgres(text);
  }

  @Override
  public Value readBinary(byte[] bytes, int offset, int count) {
    if (count < 8) {
      throw badBinary();
    }
    int groups = readShort(bytes, offset);
    int weight = readShort(bytes, offset + 2);
    int sign = readShort(bytes, offset + 4) & 0xFFFF;
    int scale = readShort(bytes, offset + 6) & 0xFFFF;
    if (groups < 0 || count != 8 + 2 * groups || scale > SCALE_MASK) {
      throw badBinary();
    }
    if (sign == NAN) {
      return new Value.PgNumeric(null);
    }
    if (sign == POSITIVE_INFINITY || sign == NEGATIVE_INFINITY) {
      throw DbException.notSupported("Infinity in type numeric");
    }
    if (sign != 0 && sign != NEGATIVE) {
      throw badBinary();
    }
    StringBuilder digits = new StringBuilder(groups * DIGITS_PER_GROUP + 1).append('0');
    for (int i = 0; i < groups; i++) {
      int group = readShort(bytes, offset + 8 + 2 * i);
      if (group < 0 || group >= BASE) {
        throw badBinary();
      }
      for (int divisor = BASE / 10; divisor > 0; divisor /= 10) {
        digits.append((char) ('0' + group / divisor % 10));
      }
    }
    BigInteger unscaled = new BigInteger(digits.toString());
    BigDecimal number =
        new BigDecimal(
            sign == NEGATIVE ? unscaled.negate() : unscaled,
            (groups - 1 - weight) * DIGITS_PER_GROUP);
    return new Value.PgNumeric(number.setScale(scale, RoundingMode.DOWN));
  }

  private @Nullable BigDecimal unbox(Value value) {
    if (value instanceof Value.PgNumeric v) {
      return v.value();
    }
    if (value instanceof Value.Numeric v) {
      BigDecimal stripped =
          v.value().signum() == 0 ? BigDecimal.ZERO : v.value().stripTrailingZeros();
      return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }
    throw cannotWrite(value);
  }

  /** Writes the groups of a whole number, the highest first, none for zero. */
  private static int writeGroups(BigInteger number, PgBuffer out) {
    if (number.bitLength() < Long.SIZE) {
      long rest = number.longValue();
      long divisor = 1;
      int groups = rest == 0 ? 0 : 1;
      while (rest / divisor >= BASE) {
        divisor *= BASE;
        groups++;
      }
      for (int i = 0; i < groups; i++) {
        out.writeShort((int) (rest / divisor % BASE));
        divisor /= BASE;
      }
      return groups;
    }
    return writeDigits(number.toString(), out);
  }

  private static int writeDigits(String digits, PgBuffer out) {
    int groups = (digits.length() + DIGITS_PER_GROUP - 1) / DIGITS_PER_GROUP;
    int end = digits.length() - (groups - 1) * DIGITS_PER_GROUP;
    int from = 0;
    for (int i = 0; i < groups; i++) {
      out.writeShort(Integer.parseInt(digits, from, end, 10));
      from = end;
      end += DIGITS_PER_GROUP;
    }
    return groups;
  }

  private static int dropTrailingZeroGroups(int groups, PgBuffer out) {
    int left = groups;
    while (left > 0 && out.array()[out.length() - 1] == 0 && out.array()[out.length() - 2] == 0) {
      out.truncate(out.length() - 2);
      left--;
    }
    return left;
  }
}
