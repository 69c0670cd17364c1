package org.ratchetdb.common.pgformat;

import java.time.ZoneId;
import java.time.ZoneOffset;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.BytesText;
import org.ratchetdb.common.value.JsonText;
import org.ratchetdb.common.value.Value;

/** jsonb: text; a version byte 1 and text. json, GoogleSQL's JSON: text in both forms. */
final class PgJson extends PgType {
  private static final int VERSION = 1;

  private final boolean jsonb;

  private PgJson(int oid, int arrayOid, String name, SqlType type) {
    super(oid, arrayOid, -1, name, name, type);
    this.jsonb = type.equals(SqlType.PG_JSONB);
  }

  static PgJson jsonb() {
    return new PgJson(3802, 3807, "jsonb", SqlType.PG_JSONB);
  }

  static PgJson json() {
    return new PgJson(114, 199, "json", SqlType.JSON);
  }

  @Override
  public void writeText(Value value, ZoneId zone, PgBuffer out) {
    if (!(value instanceof Value.Json v)) {
      throw cannotWrite(value);
    }
    out.writeBytes(BytesText.encodeUtf8(v.text()));
  }

  @Override
  public void writeBinary(Value value, PgBuffer out) {
    if (jsonb) {
      out.writeByte(VERSION);
    }
    writeText(value, ZoneOffset.UTC, out);
  }

  @Override
  public Value readText(String text, ZoneId zone) {
    return new Value.Json(
        jsonb ? JsonText.canonicalPostgres(text) : JsonText.canonicalGoogle(text), sqlType());
  }

  @Override
  public Value readBinary(byte[] bytes, int offset, int count) {
    int skip = jsonb ? 1 : 0;
    if (count < skip || (jsonb && bytes[offset] != VERSION)) {
      throw badBinary();
    }
    return readText(decodeUtf8(bytes, offset + skip, count - skip), ZoneOffset.UTC);
  }
}
