package org.ratchetdb.executor.row;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Interleave;
import org.ratchetdb.catalog.model.KeyPart;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyEncoder;
import org.ratchetdb.common.key.KeyOrder;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.executor.vector.Batch;

/**
 * The shape of the keys of one table or index: which tags stand where, and the columns between
 * them. Column ids are those of the table that is read, also where a part repeats an ancestor's
 * key. Immutable.
 */
public final class KeyLayout {
  /** One column of the key. */
  public record Part(int columnId, SqlType type, KeyOrder order) {}

  /** A tag and the parts that follow it, up to the next tag; may hold no part. */
  public record Segment(int tag, int firstPart, int endPart) {}

  private final List<Segment> segments;
  private final List<Part> parts;
  private final boolean holdsForeignRows;

  private KeyLayout(List<Segment> segments, List<Part> parts, boolean holdsForeignRows) {
    this.segments = List.copyOf(segments);
    this.parts = List.copyOf(parts);
    this.holdsForeignRows = holdsForeignRows;
  }

  public static KeyLayout of(Schema schema, Table table, @Nullable Index index) {
    return index == null ? ofTable(schema, table) : ofIndex(schema, table, index);
  }

  public static KeyLayout ofTable(Schema schema, Table table) {
    List<Part> parts = new ArrayList<>();
    for (KeyPart part : table.primaryKey()) {
      parts.add(part(table, part));
    }
    List<Segment> segments = new ArrayList<>();
    int covered = addAncestors(schema, table, segments);
    segments.add(new Segment(table.id(), covered, parts.size()));
    return new KeyLayout(segments, parts, hasRowsBelow(schema, table));
  }

  public static KeyLayout ofIndex(Schema schema, Table table, Index index) {
    List<Part> parts = new ArrayList<>();
    for (KeyPart part : index.keyParts()) {
      parts.add(part(table, part));
    }
    if (!index.unique()) {
      for (KeyPart part : table.primaryKey()) {
        if (parts.stream().noneMatch(p -> p.columnId() == part.columnId())) {
          parts.add(part(table, part));
        }
      }
    }
    List<Segment> segments = new ArrayList<>();
    int covered = 0;
    Integer ancestorId = index.interleaveInTableId();
    if (ancestorId != null) {
      Table ancestor = schema.table(ancestorId);
      covered = addAncestors(schema, ancestor, segments);
      segments.add(new Segment(ancestor.id(), covered, ancestor.primaryKey().size()));
      covered = ancestor.primaryKey().size();
    }
    segments.add(new Segment(index.id(), covered, parts.size()));
    return new KeyLayout(segments, parts, false);
  }

  /** Adds a segment per ancestor, the root first; returns how many parts they cover. */
  private static int addAncestors(Schema schema, Table table, List<Segment> into) {
    Interleave interleave = table.interleave();
    if (interleave == null) {
      return 0;
    }
    Table parent = schema.table(interleave.parentTableId());
    int covered = addAncestors(schema, parent, into);
    into.add(new Segment(parent.id(), covered, parent.primaryKey().size()));
    return parent.primaryKey().size();
  }

  private static Part part(Table table, KeyPart part) {
    return new Part(
        part.columnId(),
        table.column(part.columnId()).type(),
        KeyOrder.of(part.descending(), part.nullsFirst()));
  }

  private static boolean hasRowsBelow(Schema schema, Table table) {
    return !schema.childrenOf(table.id()).isEmpty()
        || schema.indexes().stream()
            .anyMatch(
                i -> i.interleaveInTableId() != null && i.interleaveInTableId() == table.id());
  }

  public List<Segment> segments() {
    return segments;
  }

  /** All columns of the key in order. */
  public List<Part> parts() {
    return parts;
  }

  /** Whether rows of other tables or indexes may lie between two keys of this layout. */
  public boolean holdsForeignRows() {
    return holdsForeignRows || segments.size() > 1;
  }

  /** Whether rows of other tables or indexes may lie below a row of this layout. */
  public boolean hasRowsBelow() {
    return holdsForeignRows;
  }

  /** Position of the column among the parts, or -1. */
  public int partOf(int columnId) {
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i).columnId() == columnId) {
        return i;
      }
    }
    return -1;
  }

  /** Every key that may hold rows of this layout, foreign rows between them included. */
  public KeyRange fullRange() {
    return KeyRange.prefix(new KeyEncoder(16).tag(segments.get(0).tag()).toKey());
  }

  /**
   * Appends the key of a row.
   *
   * @param ordinals columns of the batch that hold the parts
   */
  public void encode(KeyEncoder into, Batch rows, int[] ordinals, int row) {
    encode(into, rows, ordinals, row, segments.size());
  }

  /** Appends the first segments of the key of a row: the key of an ancestor's row. */
  public void encode(KeyEncoder into, Batch rows, int[] ordinals, int row, int segmentCount) {
    for (int s = 0; s < segmentCount; s++) {
      Segment segment = segments.get(s);
      into.tag(segment.tag());
      for (int p = segment.firstPart(); p < segment.endPart(); p++) {
        KeyPartCodec.write(into, rows.column(ordinals[p]), row, parts.get(p).order());
      }
    }
  }

  public Key key(Batch rows, int[] ordinals, int row) {
    KeyEncoder encoder = new KeyEncoder();
    encode(encoder, rows, ordinals, row);
    return encoder.toKey();
  }
}
