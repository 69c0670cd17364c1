package org.ratchetdb.common.pgformat;

import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.PgArrayText;
import org.ratchetdb.common.value.Value;

/**
 * Arrays of one dimension: {@code {a,"b c",NULL}}, or
 *
 * <pre>
 *   int32 dimensions 0 or 1 | int32 has NULLs | int32 element OID
 *   of the dimension: int32 size | int32 lower bound
 *   per element: int32 length or -1 | binary form
 * </pre>
 */
final class PgArray extends PgType {
  private static final int HEADER_BYTES = 12;
  private static final int DIMENSION_BYTES = 8;

  private final PgType element;

  PgArray(PgType element) {
    super(
        element.arrayOid(),
        0,
        -1,
        "_" + element.catalogName(),
        element.displayName() + "[]",
        SqlType.arrayOf(element.sqlType()));
    this.element = element;
  }

  @Override
  public void writeText(Value value, ZoneId zone, PgBuffer out) {
    List<@Nullable String> texts = new ArrayList<>();
    PgBuffer scratch = new PgBuffer();
    for (Value v : unbox(value)) {
      if (v.isNull()) {
        texts.add(null);
      } else {
        scratch.truncate(0);
        element.writeText(v, zone, scratch);
        texts.add(new String(scratch.array(), 0, scratch.length(), StandardCharsets.UTF_8));
      }
    }
    out.writeString(PgArrayText.format(texts));
  }

  @Override
  public void writeBinary(Value value, PgBuffer out) {
    List<Value> elements = unbox(value);
    out.writeInt(elements.isEmpty() ? 0 : 1);
    out.writeInt(elements.stream().anyMatch(Value::isNull) ? 1 : 0);
    out.writeInt(element.oid());
    if (elements.isEmpty()) {
      return;
    }
    out.writeInt(elements.size());
    out.writeInt(1);
    for (Value v : elements) {
      if (v.isNull()) {
        out.writeInt(-1);
      } else {
        int length = out.reserveInt();
        element.writeBinary(v, out);
        out.setLengthBehind(length);
      }
    }
  }

  @Override
  public Value readText(String text, ZoneId zone) {
    List<Value> elements = new ArrayList<>();
    for (String part : PgArrayText.parse(text)) {
      elements.add(part == null ? new Value.Null(element.sqlType()) : element.readText(part, zone));
    }
    return new Value.Array(sqlType(), elements);
  }

  @Override
  public Value readBinary(byte[] bytes, int offset, int count) {
    if (count < HEADER_BYTES) {
      throw badBinary();
    }
    int dimensions = readInt(bytes, offset);
    if (dimensions > 1) {
      throw DbException.notSupported("A multi-dimensional array");
    }
    PgType sent = PgTypes.byOid(readInt(bytes, offset + 8));
    if (dimensions < 0 || sent == null || !sent.sqlType().equals(element.sqlType())) {
      throw badBinary();
    }
    if (dimensions == 0) {
      requireLength(count, HEADER_BYTES);
      return new Value.Array(sqlType(), List.of());
    }
    if (count < HEADER_BYTES + DIMENSION_BYTES) {
      throw badBinary();
    }
    int size = readInt(bytes, offset + HEADER_BYTES);
    int position = HEADER_BYTES + DIMENSION_BYTES;
    // Each element takes four bytes at least, so the size is checked before anything is allocated.
    if (size < 0 || size > (count - position) / 4) {
      throw badBinary();
    }
    List<Value> elements = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      if (count - position < 4) {
        throw badBinary();
      }
      int length = readInt(bytes, offset + position);
      position += 4;
      if (length < -1 || length > count - position) {
        throw badBinary();
      }
      if (length < 0) {
        elements.add(new Value.Null(element.sqlType()));
      } else {
        elements.add(sent.readBinary(bytes, offset + position, length));
        position += length;
      }
    }
    requireLength(count, position);
    return new Value.Array(sqlType(), elements);
  }

  private List<Value> unbox(Value value) {
    if (value instanceof Value.Array v) {
      return v.elements();
    }
    throw cannotWrite(value);
  }
}
