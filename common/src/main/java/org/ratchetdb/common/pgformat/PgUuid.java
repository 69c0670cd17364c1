package org.ratchetdb.common.pgformat;

import java.time.ZoneId;
import java.util.UUID;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.UuidText;
import org.ratchetdb.common.value.Value;

/** uuid: 8-4-4-4-12 in lower case; 16 bytes. */
final class PgUuid extends PgType {
  PgUuid() {
    super(2950, 2951, 16, "uuid", "uuid", SqlType.UUID);
  }

  @Override
  public void writeText(Value value, ZoneId zone, PgBuffer out) {
    out.writeString(UuidText.format(unbox(value)));
  }

  @Override
  public void writeBinary(Value value, PgBuffer out) {
    UUID uuid = unbox(value);
    out.writeLong(uuid.getMostSignificantBits());
    out.writeLong(uuid.getLeastSignificantBits());
  }

  @Override
  public Value readText(String text, ZoneId zone) {
    return new Value.Uuid(UuidText.parsePostgres(text));
  }

  @Override
  public Value readBinary(byte[] bytes, int offset, int count) {
    requireLength(count, 16);
    return new Value.Uuid(new UUID(readLong(bytes, offset), readLong(bytes, offset + 8)));
  }

  private UUID unbox(Value value) {
    if (value instanceof Value.Uuid v) {
      return v.value();
    }
    throw cannotWrite(value);
  }
}
