package org.ratchetdb.common.pgformat;

import java.time.ZoneId;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Intervals;
import org.ratchetdb.common.value.PgIntervalText;
import org.ratchetdb.common.value.Value;

/** interval: the postgres style; int64 microseconds, int32 days, int32 months. */
final class PgInterval extends PgType {
  PgInterval() {
    super(1186, 1187, 16, "interval", "interval", SqlType.INTERVAL);
  }

  @Override
  public void writeText(Value value, ZoneId zone, PgBuffer out) {
    out.writeString(PgIntervalText.format(rounded(value)));
  }

  @Override
  public void writeBinary(Value value, PgBuffer out) {
    Value.Interval v = rounded(value);
    out.writeLong(v.micros());
    out.writeInt(v.days());
    out.writeInt(v.months());
  }

  @Override
  public Value readText(String text, ZoneId zone) {
    return PgIntervalText.parse(text);
  }

  @Override
  public Value readBinary(byte[] bytes, int offset, int count) {
    requireLength(count, 16);
    return Intervals.of(
        readInt(bytes, offset + 12), readInt(bytes, offset + 8), readLong(bytes, offset), 0);
  }

  private Value.Interval rounded(Value value) {
    if (value instanceof Value.Interval v) {
      long micros = v.nanos() >= 500 ? v.micros() + 1 : v.micros();
      return new Value.Interval(v.months(), v.days(), micros, 0);
    }
    throw cannotWrite(value);
  }
}
