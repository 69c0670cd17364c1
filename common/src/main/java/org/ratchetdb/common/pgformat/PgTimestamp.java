package org.ratchetdb.common.pgformat;

import java.time.ZoneId;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.PgDateTimeText;
import org.ratchetdb.common.value.Timestamps;
import org.ratchetdb.common.value.Value;

/**
 * timestamptz, and timestamp as input only: ISO; int64 microseconds since 2000-01-01 UTC.
 * Nanoseconds round to microseconds here and nowhere else. The text of a timestamp without zone is
 * local time of the session; its binary form, which knows no session, is UTC.
 */
final class PgTimestamp extends PgType {
  private static final long EPOCH_MICROS_2000 = PgDate.EPOCH_DAY_2000 * Timestamps.MICROS_PER_DAY;

  PgTimestamp(int oid, int arrayOid, String catalogName, String name) {
    super(oid, arrayOid, 8, catalogName, name, SqlType.TIMESTAMP);
  }

  @Override
  public void writeText(Value value, ZoneId zone, PgBuffer out) {
    out.writeString(PgDateTimeText.formatTimestamp(unbox(value), 0, zone));
  }

  @Override
  public void writeBinary(Value value, PgBuffer out) {
    out.writeLong(unbox(value) - EPOCH_MICROS_2000);
  }

  @Override
  public Value readText(String text, ZoneId zone) {
    return PgDateTimeText.parseTimestamp(text, zone);
  }

  @Override
  public Value readBinary(byte[] bytes, int offset, int count) {
    requireLength(count, 8);
    long sent = readLong(bytes, offset);
    if (sent == Long.MAX_VALUE || sent == Long.MIN_VALUE) {
      throw new DbException(ErrorCode.INVALID_SETTING, "infinity and -infinity are not supported");
    }
    long micros = sent + EPOCH_MICROS_2000;
    if (sent > Timestamps.MAX_MICROS || !Timestamps.inRange(micros)) {
      throw new DbException(ErrorCode.DATETIME_OUT_OF_RANGE, "timestamp out of range");
    }
    return new Value.Timestamp(micros, 0);
  }

  private long unbox(Value value) {
    if (value instanceof Value.Timestamp v) {
      return Timestamps.roundToMicros(v.epochMicros(), v.nanos());
    }
    throw cannotWrite(value);
  }
}
