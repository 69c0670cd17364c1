package org.ratchetdb.engine.split;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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

  /**
   * What a key, or the beginning of one, belongs to.
   *
   * @param table null when no object of the schema has such keys
   * @param index the index whose entries have such keys, or null for rows
   * @param parts values of the key, as many as there are
   * @param whole whether nothing was left that does not read as a key
   */
  public record Place(
      @Nullable Table table, @Nullable Index index, List<String> parts, boolean whole) {
    public Place {
      parts = List.copyOf(parts);
    }

    /** Name of the table or index; empty when there is none. */
    public String name() {
      return index != null ? index.name() : table != null ? table.name() : "";
    }
  }

  /** What was read so far. */
  private static final class Reading {
    @Nullable Table table;
    @Nullable Index index;
    final List<String> values = new ArrayList<>();
  }

  public KeyText(Schema schema) {
    this.schema = schema;
  }

  /** The text of a key, or its bytes when it does not read as one. */
  public String of(Key key) {
    Place place = place(key);
    return place.whole() ? place.name() + "(" + String.join(",", place.parts()) + ")" : "0x" + key;
  }

  /** Reads as much of the key as can be read. */
  public Place place(Key key) {
    Reading reading = new Reading();
    boolean whole;
    try {
      whole = read(key, reading);
    } catch (DbException e) {
      whole = false;
    }
    return new Place(reading.table, reading.index, reading.values, whole);
  }

  /** Whether the key could be read to its end. */
  private boolean read(Key key, Reading reading) {
    KeyDecoder decoder = new KeyDecoder(key);
    int read = 0;
    while (decoder.remaining() > 0) {
      int tag = Math.toIntExact(decoder.readTag());
      Optional<Index> index = schema.indexes().stream().filter(i -> i.id() == tag).findFirst();
      if (index.isEmpty() && !schema.hasTable(tag)) {
        return false;
      }
      Table table = schema.table(index.map(Index::tableId).orElse(tag));
      reading.table = table;
      reading.index = index.orElse(null);
      List<KeyLayout.Part> parts = KeyLayout.of(schema, table, index.orElse(null)).parts();
      while (read < parts.size() && decoder.remaining() > 0) {
        KeyLayout.Part part = parts.get(read);
        if (tagFollows(schema, table, index, read)) {
          break;
        }
        reading.values.add(text(decoder.readValue(part.type(), part.order())));
        read++;
      }
    }
    return true;
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
