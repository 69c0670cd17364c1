package org.ratchetdb.common.value;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/**
 * Arithmetic on instants, given as microseconds since the epoch (rounded down) and 0..999
 * nanoseconds beyond. Years 1 to 9999 in UTC.
 */
public final class Timestamps {
  public static final long MICROS_PER_SECOND = 1_000_000L;
  public static final long MICROS_PER_DAY = 86_400L * MICROS_PER_SECOND;

  /** 0001-01-01T00:00:00Z. */
  public static final long MIN_MICROS = CivilDates.MIN_EPOCH_DAY * MICROS_PER_DAY;

  /** 9999-12-31T23:59:59.999999Z. */
  public static final long MAX_MICROS = (CivilDates.MAX_EPOCH_DAY + 1) * MICROS_PER_DAY - 1;

  private Timestamps() {}

  public static boolean inRange(long micros) {
    return micros >= MIN_MICROS && micros <= MAX_MICROS;
  }

  /** Seconds east of UTC that hold in the zone at that instant. */
  public static int offsetSecondsAt(long micros, ZoneId zone) {
    if (zone instanceof ZoneOffset fixed) {
      return fixed.getTotalSeconds();
    }
    ZoneRules rules = zone.getRules();
    if (rules.isFixedOffset()) {
      return rules.getOffset(Instant.EPOCH).getTotalSeconds();
    }
    return rules
        .getOffset(Instant.ofEpochSecond(Math.floorDiv(micros, MICROS_PER_SECOND)))
        .getTotalSeconds();
  }

  /** The wall clock of the zone as microseconds since 1970-01-01 00:00 local. */
  public static long toLocalMicros(long micros, ZoneId zone) {
    return micros + offsetSecondsAt(micros, zone) * MICROS_PER_SECOND;
  }

  /**
   * The instant of a wall clock time: a skipped time is read as if the clock had not been moved yet
   * (so it comes out later by the gap), a repeated time means its first occurrence.
   */
  public static long fromLocalMicros(long localMicros, ZoneId zone) {
    return localMicros - offsetSecondsOfLocal(localMicros, zone) * MICROS_PER_SECOND;
  }

  private static int offsetSecondsOfLocal(long localMicros, ZoneId zone) {
    if (zone instanceof ZoneOffset fixed) {
      return fixed.getTotalSeconds();
    }
    ZoneRules rules = zone.getRules();
    if (rules.isFixedOffset()) {
      return rules.getOffset(Instant.EPOCH).getTotalSeconds();
    }
    long seconds = Math.floorDiv(localMicros, MICROS_PER_SECOND);
    LocalDateTime local = LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC);
    ZoneOffsetTransition transition = rules.getTransition(local);
    ZoneOffset offset = transition == null ? rules.getOffset(local) : transition.getOffsetBefore();
    return offset.getTotalSeconds();
  }

  /** The calendar day in the zone. */
  public static int toEpochDay(long micros, ZoneId zone) {
    return (int) Math.floorDiv(toLocalMicros(micros, zone), MICROS_PER_DAY);
  }

  /** Midnight of a day in the zone; DATETIME_OUT_OF_RANGE when that is outside the years. */
  public static long startOfDay(int epochDay, ZoneId zone) {
    long micros = fromLocalMicros(epochDay * MICROS_PER_DAY, zone);
    return checkRange(micros, "Timestamp is out of range");
  }

  /** Adds whole units of NANOSECOND to DAY (of 24 hours); longer parts are refused. */
  public static Value.Timestamp add(long micros, int nanos, long count, DateTimePart part) {
    try {
      long newMicros;
      int newNanos = nanos;
      if (part == DateTimePart.NANOSECOND) {
        long total = Math.addExact(nanos, count);
        newMicros = Math.addExact(micros, Math.floorDiv(total, 1000L));
        newNanos = Math.floorMod(total, 1000);
      } else {
        newMicros = Math.addExact(micros, Math.multiplyExact(count, microsPer(part)));
      }
      if (inRange(newMicros)) {
        return new Value.Timestamp(newMicros, newNanos);
      }
    } catch (ArithmeticException e) {
      throw addOverflow(micros, nanos, count, part).detail("The sum does not fit 64 bits.");
    }
    throw addOverflow(micros, nanos, count, part);
  }

  /** Whole units between two instants, truncated toward zero. */
  public static long diff(
      long endMicros, int endNanos, long startMicros, int startNanos, DateTimePart part) {
    long micros = endMicros - startMicros; // both within the years, so this cannot overflow
    int nanos = endNanos - startNanos;
    if (part == DateTimePart.NANOSECOND) {
      try {
        return Math.addExact(Math.multiplyExact(micros, 1000L), nanos);
      } catch (ArithmeticException e) {
        throw new DbException(
            ErrorCode.DATETIME_OUT_OF_RANGE,
            "TIMESTAMP_DIFF at NANOSECOND precision between the given timestamps causes overflow",
            e);
      }
    }
    if (micros > 0 && nanos < 0) {
      micros--;
    } else if (micros < 0 && nanos > 0) {
      micros++;
    }
    return micros / microsPer(part);
  }

  /** Microseconds of the start of the part that holds the instant; its nanoseconds are zero. */
  public static long truncMicros(long micros, DateTimePart part, ZoneId zone) {
    switch (part) {
      case NANOSECOND, MICROSECOND -> {
        return micros;
      }
      case MILLISECOND, SECOND -> {
        return micros - Math.floorMod(micros, microsPer(part));
      }
      case MINUTE, HOUR -> {
        // By the local clock, whose offset need not be whole hours; the offset does not change.
        long offset = offsetSecondsAt(micros, zone) * MICROS_PER_SECOND;
        return checkTrunc(micros - Math.floorMod(micros + offset, microsPer(part)), part);
      }
      default -> {
        int day = CivilDates.trunc0(toEpochDay(micros, zone), part);
        return checkTrunc(fromLocalMicros(day * MICROS_PER_DAY, zone), part);
      }
    }
  }

  /** Extracts a part in the zone; parts below the second count within the second. */
  public static long extract(long micros, int nanos, DateTimePart part, ZoneId zone) {
    long local = toLocalMicros(micros, zone);
    long ofDay = Math.floorMod(local, MICROS_PER_DAY);
    return switch (part) {
      case NANOSECOND -> ofDay % MICROS_PER_SECOND * 1000 + nanos;
      case MICROSECOND -> ofDay % MICROS_PER_SECOND;
      case MILLISECOND -> ofDay % MICROS_PER_SECOND / 1000;
      case SECOND -> ofDay / MICROS_PER_SECOND % 60;
      case MINUTE -> ofDay / (60 * MICROS_PER_SECOND) % 60;
      case HOUR -> ofDay / (3600 * MICROS_PER_SECOND);
      case DATE -> Math.floorDiv(local, MICROS_PER_DAY);
      default -> CivilDates.extract((int) Math.floorDiv(local, MICROS_PER_DAY), part);
    };
  }

  /** Rounds to whole microseconds, half up, as the PostgreSQL wire needs. */
  public static long roundToMicros(long micros, int nanos) {
    return nanos >= 500 && micros < MAX_MICROS ? micros + 1 : micros;
  }

  static long checkRange(long micros, String message) {
    if (!inRange(micros)) {
      throw new DbException(ErrorCode.DATETIME_OUT_OF_RANGE, message);
    }
    return micros;
  }

  private static long checkTrunc(long micros, DateTimePart part) {
    return checkRange(micros, "Truncating timestamp to " + part + " is out of range");
  }

  private static long microsPer(DateTimePart part) {
    return switch (part) {
      case MICROSECOND -> 1;
      case MILLISECOND -> 1_000;
      case SECOND -> MICROS_PER_SECOND;
      case MINUTE -> 60 * MICROS_PER_SECOND;
      case HOUR -> 3600 * MICROS_PER_SECOND;
      case DAY -> MICROS_PER_DAY;
      default ->
          throw new DbException(
              ErrorCode.INVALID_ARGUMENT,
              "A TIMESTAMP does not support the " + part + " part here");
    };
  }

  private static DbException addOverflow(long micros, int nanos, long count, DateTimePart part) {
    return new DbException(
        ErrorCode.DATETIME_OUT_OF_RANGE,
        "Adding "
            + count
            + " "
            + part
            + "s to timestamp "
            + DateTimeText.formatTimestamp(micros, nanos, ZoneOffset.UTC)
            + " causes overflow");
  }
}
