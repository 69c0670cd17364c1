package org.ratchetdb.common.value;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/**
 * Calendar arithmetic on days since 1970-01-01 in the proleptic Gregorian calendar, years 1 to
 * 9999. Allocates nothing. Results outside the years give DATETIME_OUT_OF_RANGE.
 */
public final class CivilDates {
  /** 0001-01-01. */
  public static final int MIN_EPOCH_DAY = -719_162;

  /** 9999-12-31. */
  public static final int MAX_EPOCH_DAY = 2_932_896;

  private static final int DAYS_PER_ERA = 146_097;
  private static final int DAYS_TO_EPOCH = 719_468; // from 0000-03-01
  private static final int[] DAYS_BEFORE_MONTH = {
    0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334
  };

  private CivilDates() {}

  /** Days since the epoch; the parts must be a date of the years 1 to 9999. */
  public static int toEpochDay(int year, int month, int day) {
    int y = month <= 2 ? year - 1 : year;
    int era = Math.floorDiv(y, 400);
    int yearOfEra = y - era * 400;
    int dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return era * DAYS_PER_ERA + dayOfEra - DAYS_TO_EPOCH;
  }

  public static boolean isValid(int year, int month, int day) {
    return year >= 1
        && year <= 9999
        && month >= 1
        && month <= 12
        && day >= 1
        && day <= daysInMonth(year, month);
  }

  public static boolean inRange(long epochDay) {
    return epochDay >= MIN_EPOCH_DAY && epochDay <= MAX_EPOCH_DAY;
  }

  public static boolean isLeapYear(int year) {
    return (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0);
  }

  public static int daysInMonth(int year, int month) {
    return switch (month) {
      case 2 -> isLeapYear(year) ? 29 : 28;
      case 4, 6, 9, 11 -> 30;
      default -> 31;
    };
  }

  /** Year, month and day in one int; take it apart with {@link #yearOf} and its sisters. */
  public static int toCivil(int epochDay) {
    int shifted = epochDay + DAYS_TO_EPOCH;
    int era = Math.floorDiv(shifted, DAYS_PER_ERA);
    int dayOfEra = shifted - era * DAYS_PER_ERA;
    int yearOfEra =
        (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / (DAYS_PER_ERA - 1)) / 365;
    int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    int monthFromMarch = (5 * dayOfYear + 2) / 153;
    int day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1;
    int month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
    int year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
    return (year << 9) | (month << 5) | day;
  }

  public static int yearOf(int civil) {
    return civil >> 9;
  }

  public static int monthOf(int civil) {
    return (civil >> 5) & 15;
  }

  public static int dayOf(int civil) {
    return civil & 31;
  }

  /** Adds whole parts of a day or longer; a day beyond the end of a month becomes its last. */
  public static int add(int epochDay, long count, DateTimePart part) {
    long result;
    try {
      result =
          switch (part) {
            case DAY -> Math.addExact(epochDay, count);
            case WEEK, ISOWEEK -> Math.addExact(epochDay, Math.multiplyExact(count, 7L));
            case MONTH -> addMonthsOrOverflow(epochDay, count);
            case QUARTER -> addMonthsOrOverflow(epochDay, Math.multiplyExact(count, 3L));
            case YEAR, ISOYEAR -> addMonthsOrOverflow(epochDay, Math.multiplyExact(count, 12L));
            default -> throw unsupportedPart(part, "DATE_ADD");
          };
    } catch (ArithmeticException e) {
      throw addOverflow(epochDay, count, part, e);
    }
    if (!inRange(result)) {
      throw addOverflow(epochDay, count, part, null);
    }
    return (int) result;
  }

  /** Adds months; a day beyond the end of the month becomes its last. */
  public static int addMonths(int epochDay, long months) {
    return add(epochDay, months, DateTimePart.MONTH);
  }

  /** Boundaries of the part between the two days, counted from start to end. */
  public static long diff(int end, int start, DateTimePart part) {
    return switch (part) {
      case DAY -> (long) end - start;
      case WEEK -> ((long) trunc0(end, DateTimePart.WEEK) - trunc0(start, DateTimePart.WEEK)) / 7;
      case ISOWEEK ->
          ((long) trunc0(end, DateTimePart.ISOWEEK) - trunc0(start, DateTimePart.ISOWEEK)) / 7;
      case MONTH -> monthIndex(end) - monthIndex(start);
      case QUARTER -> Math.floorDiv(monthIndex(end), 3L) - Math.floorDiv(monthIndex(start), 3L);
      case YEAR -> (long) yearOf(toCivil(end)) - yearOf(toCivil(start));
      case ISOYEAR -> (long) isoYear(end) - isoYear(start);
      default -> throw unsupportedPart(part, "DATE_DIFF");
    };
  }

  /** The first day of the part that holds the day. */
  public static int trunc(int epochDay, DateTimePart part) {
    int day = trunc0(epochDay, part);
    if (!inRange(day)) {
      throw new DbException(
          ErrorCode.DATETIME_OUT_OF_RANGE,
          "Truncating date "
              + DateTimeText.formatDate(epochDay)
              + " to "
              + part
              + " resulted in a date outside of the supported range");
    }
    return day;
  }

  /** Extracts a part of a day or longer. */
  public static int extract(int epochDay, DateTimePart part) {
    return switch (part) {
      case YEAR -> yearOf(toCivil(epochDay));
      case MONTH -> monthOf(toCivil(epochDay));
      case DAY -> dayOf(toCivil(epochDay));
      case QUARTER -> (monthOf(toCivil(epochDay)) + 2) / 3;
      case DAYOFWEEK -> dayOfWeekFromSunday(epochDay) + 1;
      case DAYOFYEAR -> dayOfYear(epochDay);
      case WEEK -> (dayOfYear(epochDay) + 6 - dayOfWeekFromSunday(epochDay)) / 7;
      case ISOWEEK -> isoWeek(epochDay);
      case ISOYEAR -> isoYear(epochDay);
      default -> throw unsupportedPart(part, "EXTRACT from DATE");
    };
  }

  /** 0 is Sunday. */
  public static int dayOfWeekFromSunday(int epochDay) {
    return Math.floorMod(epochDay + 4, 7);
  }

  /** 0 is Monday. */
  public static int dayOfWeekFromMonday(int epochDay) {
    return Math.floorMod(epochDay + 3, 7);
  }

  /** From 1. */
  public static int dayOfYear(int epochDay) {
    int civil = toCivil(epochDay);
    int year = yearOf(civil);
    int month = monthOf(civil);
    int leap = month > 2 && isLeapYear(year) ? 1 : 0;
    return DAYS_BEFORE_MONTH[month - 1] + leap + dayOf(civil);
  }

  /** The ISO year is that of the week's Thursday; may be 0 or 10000 at the ends. */
  public static int isoYear(int epochDay) {
    return yearOf(toCivil(epochDay - dayOfWeekFromMonday(epochDay) + 3));
  }

  /** 1 to 53. */
  public static int isoWeek(int epochDay) {
    return (dayOfYear(epochDay - dayOfWeekFromMonday(epochDay) + 3) - 1) / 7 + 1;
  }

  static int trunc0(int epochDay, DateTimePart part) {
    int civil = toCivil(epochDay);
    int year = yearOf(civil);
    return switch (part) {
      case DAY -> epochDay;
      case WEEK -> epochDay - dayOfWeekFromSunday(epochDay);
      case ISOWEEK -> epochDay - dayOfWeekFromMonday(epochDay);
      case MONTH -> epochDay - dayOf(civil) + 1;
      case QUARTER -> toEpochDay(year, (monthOf(civil) - 1) / 3 * 3 + 1, 1);
      case YEAR -> toEpochDay(year, 1, 1);
      case ISOYEAR -> {
        int fourthOfJanuary = toEpochDay(isoYear(epochDay), 1, 4);
        yield fourthOfJanuary - dayOfWeekFromMonday(fourthOfJanuary);
      }
      default -> throw unsupportedPart(part, "DATE_TRUNC");
    };
  }

  static DbException unsupportedPart(DateTimePart part, String function) {
    return new DbException(
        ErrorCode.INVALID_ARGUMENT, function + " does not support the " + part + " date part");
  }

  private static long monthIndex(int epochDay) {
    int civil = toCivil(epochDay);
    return yearOf(civil) * 12L + monthOf(civil) - 1;
  }

  private static long addMonthsOrOverflow(int epochDay, long months) {
    int civil = toCivil(epochDay);
    long index = Math.addExact(monthIndex(epochDay), months);
    long year = Math.floorDiv(index, 12L);
    if (year < 1 || year > 9999) {
      throw new ArithmeticException("year out of range");
    }
    int month = Math.floorMod(index, 12) + 1;
    int day = Math.min(dayOf(civil), daysInMonth((int) year, month));
    return toEpochDay((int) year, month, day);
  }

  private static DbException addOverflow(
      int epochDay, long count, DateTimePart part, @Nullable Throwable e) {
    return new DbException(
        ErrorCode.DATETIME_OUT_OF_RANGE,
        "Adding "
            + count
            + " "
            + part
            + " to date "
            + DateTimeText.formatDate(epochDay)
            + " causes overflow",
        e);
  }
}
