package org.ratchetdb.common.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.time.temporal.IsoFields;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

class CivilDatesTest {
  @Property(tries = 3000)
  void civilPartsAreThoseOfTheGregorianCalendar(
      @ForAll @IntRange(min = CivilDates.MIN_EPOCH_DAY, max = CivilDates.MAX_EPOCH_DAY) int day) {
    LocalDate date = LocalDate.ofEpochDay(day);
    int civil = CivilDates.toCivil(day);

    assertThat(CivilDates.yearOf(civil)).isEqualTo(date.getYear());
    assertThat(CivilDates.monthOf(civil)).isEqualTo(date.getMonthValue());
    assertThat(CivilDates.dayOf(civil)).isEqualTo(date.getDayOfMonth());
    assertThat(CivilDates.toEpochDay(date.getYear(), date.getMonthValue(), date.getDayOfMonth()))
        .isEqualTo(day);
    assertThat(CivilDates.dayOfYear(day)).isEqualTo(date.getDayOfYear());
    assertThat(CivilDates.isoWeek(day)).isEqualTo(date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
    assertThat(CivilDates.isoYear(day)).isEqualTo(date.get(IsoFields.WEEK_BASED_YEAR));
    assertThat(CivilDates.dayOfWeekFromMonday(day) + 1).isEqualTo(date.getDayOfWeek().getValue());
    assertThat(DateTimeText.formatDate(day)).isEqualTo(date.toString());
    assertThat(DateTimeText.parseDate(date.toString())).isEqualTo(day);
    assertThat(PgDateTimeText.parseDate(date.toString())).isEqualTo(day);
  }

  @Property(tries = 1000)
  void addingMonthsClampsToTheEndOfTheMonth(
      @ForAll @IntRange(min = -300_000, max = 300_000) int day,
      @ForAll @IntRange(min = -5000, max = 5000) int months) {
    assertThat(CivilDates.addMonths(day, months))
        .isEqualTo(LocalDate.ofEpochDay(day).plusMonths(months).toEpochDay());
  }

  @Test
  void extremesAreTheYears1And9999() {
    assertThat(CivilDates.toEpochDay(1, 1, 1)).isEqualTo(CivilDates.MIN_EPOCH_DAY);
    assertThat(CivilDates.toEpochDay(9999, 12, 31)).isEqualTo(CivilDates.MAX_EPOCH_DAY);
  }

  @Test
  void sundayIsDayOneOfTheWeek() {
    assertThat(extract("2026-11-29", DateTimePart.DAYOFWEEK)).isEqualTo(1);
  }

  @Test
  void weekNumbersBeginOnSunday() {
    assertThat(extract("2015-01-01", DateTimePart.WEEK)).isZero();
    assertThat(extract("2015-01-04", DateTimePart.WEEK)).isEqualTo(1);
    assertThat(extract("2017-01-01", DateTimePart.WEEK)).isEqualTo(1);
  }

  @Test
  void differenceCountsBoundaries() {
    assertThat(diff("2017-10-15", "2017-10-14", DateTimePart.WEEK)).isEqualTo(1);
    assertThat(diff("2017-10-15", "2017-10-14", DateTimePart.ISOWEEK)).isZero();
    assertThat(diff("2018-01-01", "2017-12-31", DateTimePart.YEAR)).isEqualTo(1);
    assertThat(diff("2017-12-30", "2014-12-30", DateTimePart.ISOYEAR)).isEqualTo(2);
    assertThat(diff("2018-01-01", "2018-04-01", DateTimePart.QUARTER)).isEqualTo(-1);
  }

  @Test
  void truncationGivesTheFirstDay() {
    assertThat(trunc("2015-06-15", DateTimePart.ISOYEAR)).isEqualTo("2014-12-29");
    assertThat(trunc("2017-11-07", DateTimePart.WEEK)).isEqualTo("2017-11-05");
    assertThat(trunc("2017-11-07", DateTimePart.ISOWEEK)).isEqualTo("2017-11-06");
    assertThat(trunc("2017-11-07", DateTimePart.QUARTER)).isEqualTo("2017-10-01");
  }

  @Test
  void leavingTheYearsIsAnError() {
    assertThatThrownBy(() -> CivilDates.add(CivilDates.MAX_EPOCH_DAY, 1, DateTimePart.DAY))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DATETIME_OUT_OF_RANGE))
        .hasMessage("Adding 1 DAY to date 9999-12-31 causes overflow");
    assertThatThrownBy(() -> CivilDates.add(0, Long.MAX_VALUE, DateTimePart.YEAR))
        .isInstanceOf(DbException.class);
    assertThatThrownBy(() -> CivilDates.trunc(CivilDates.MIN_EPOCH_DAY, DateTimePart.WEEK))
        .isInstanceOf(DbException.class);
  }

  private static int extract(String date, DateTimePart part) {
    return CivilDates.extract(DateTimeText.parseDate(date), part);
  }

  private static long diff(String end, String start, DateTimePart part) {
    return CivilDates.diff(DateTimeText.parseDate(end), DateTimeText.parseDate(start), part);
  }

  private static String trunc(String date, DateTimePart part) {
    return DateTimeText.formatDate(CivilDates.trunc(DateTimeText.parseDate(date), part));
  }
}
