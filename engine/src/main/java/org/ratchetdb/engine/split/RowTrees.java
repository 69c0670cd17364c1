package org.ratchetdb.engine.split;

import java.util.function.Supplier;
import org.ratchetdb.catalog.model.KeyPart;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyDecoder;
import org.ratchetdb.common.key.KeyOrder;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.splits.policy.SplitPointAligner;

/**
 * Knows that a root row and all below it belong together; entries of global indexes stand alone.
 * Thread-safe.
 */
public final class RowTrees implements SplitPointAligner {
  private final Supplier<Schema> schema;

  public RowTrees(Supplier<Schema> schema) {
    this.schema = schema;
  }

  @Override
  public KeyRange rowTree(Key key) {
    Schema current = schema.get();
    KeyDecoder decoder = new KeyDecoder(key);
    try {
      int rootId = Math.toIntExact(decoder.readTag());
      if (!current.hasTable(rootId)) {
        return KeyRange.point(key);
      }
      Table root = current.table(rootId);
      for (KeyPart part : root.primaryKey()) {
        decoder.skip(
            root.column(part.columnId()).type(), KeyOrder.of(part.descending(), part.nullsFirst()));
      }
    } catch (DbException e) {
      // A key of a dropped object, whose id says nothing any more, or a boundary that is no whole
      // key.
      return KeyRange.point(key);
    }
    return KeyRange.prefix(Key.copyOf(key.unsafeBytes(), 0, decoder.consumed()));
  }
}
