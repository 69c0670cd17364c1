package org.ratchetdb.common.pgformat;

import java.time.ZoneId;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.CivilDates;
import org.ratchetdb.common.value.PgDateTimeText;
import org.ratchetdb.common.value.Value;

/** date: ISO; int32 days since 2000-01-01. */
final class PgDate extends PgType {
  /** Days from 1970-01-01 to 2000-01-01. */
  static final int EPOCH_DAY_2000 = 10_957;

  PgDate() {
    super(1082, 1182, 4, "date", "date", SqlType.DATE);
  }

  @Override
  public void writeText(Value value, ZoneId zone, PgBuffer out) {
    out.writeString(PgDateTimeText.formatDate(unbox(value)));
  }

  @Override
  public void writeText(
      PgColumnSource row, int column, ZoneId zone, ByteSlice scratch, PgBuffer out) {
    out.writeString(PgDateTimeText.formatDate((int) row.getLong(column)));
  }

  @Override
  public void writeBinary(Value value, PgBuffer out) {
    out.writeInt(unbox(value) - EPOCH_DAY_2000);
  }

  @Override
  public void writeBinary(PgColumnSource row, int column, ByteSlice scratch, PgBuffer out) {
    out.writeInt((int) row.getLong(column) - EPOCH_DAY_2000);
  }

  @Override
  public Value readText(String text, ZoneId zone) {
    return new Value.Date(PgDateTimeText.parseDate(text));
  }

  @Override
  public Value readBinary(byte[] bytes, int offset, int count) {
    requireLength(count, 4);
    long days = (long) readInt(bytes, offset) + EPOCH_DAY_2000;
    if (!CivilDates.inRange(days)) {
      throw new DbException(ErrorCode.DATETIME_OUT_OF_RANGE, "date out of range");
    }
    return new Value.Date((int) days);
  }

  private int unbox(Value value) {
    if (value instanceof Value.Date v) {
      return v.epochDay();
    }
    throw cannotWrite(value);
  }
}
