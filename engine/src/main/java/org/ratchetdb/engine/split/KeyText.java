package org.ratchetdb.engine.split;

import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyDecoder;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.common.value.Values;
import org.ratchetdb.executor.row.KeyLayout;

/**
 * Writes keys for people, as Spanner's split statistics do: {@code Orders(17)}, {@code
 * Lines(17,2)}, {@code OrdersByDate(2020-01-31)}. A boundary may be a part of a key; what does not
 * read as a key is shown in hexadecimal. Owned by one thread.
 */
public final class KeyText {
  private static final ZoneId UTC = ZoneId.of("UTC");

  private final Schema schema;

  public KeyText(Schema schema) {
    this.schema = schema;
  }

  /** The text of a key, or its bytes when it does not read as one. */
  public String of(Key key) {
    try {
      return decode(key);
    } catch (DbException e) {
      return "0x" + key;
    }
  }

  private String decode(Key key) {
    KeyDecoder decoder = new KeyDecoder(key);
    String name = "";
    StringJoiner values = new StringJoiner(",", "(", ")");
    int read = 0;
    while (decoder.remaining() > 0) {
      int tag = Math.toIntExact(decoder.readTag());
      Optional<Index> index = schema.indexes().stream().filter(i -> i.id() == tag).findFirst();
      if (index.isEmpty() && !schema.hasTable(tag)) {
        return "0x" + key;
      }
      Table table = schema.table(index.map(Index::tableId).orElse(tag));
      name = index.map(Index::name).orElse(table.name());
      List<KeyLayout.Part> parts = KeyLayout.of(schema, table, index.orElse(null)).parts();
      while (read < parts.size() && decoder.remaining() > 0) {
        KeyLayout.Part part = parts.get(read);
        if (tagFollows(schema, table, index, read)) {
          break;
        }
        values.add(text(decoder.readValue(part.type(), part.order())));
        read++;
      }
    }
    return name + values;
  }

  /**
   * Whether the part lies behind another tag: ancestors' parts are read under the ancestors' own
   * tags.
   */
  private static boolean tagFollows(Schema schema, Table table, Optional<Index> index, int part) {
    List<KeyLayout.Segment> segments = KeyLayout.of(schema, table, index.orElse(null)).segments();
    KeyLayout.Segment last = segments.get(segments.size() - 1);
    return part < last.firstPart() || part >= last.endPart();
  }

  private String text(Value value) {
    return value.isNull() ? "NULL" : Values.format(value, schema.dialect(), UTC);
  }
}
