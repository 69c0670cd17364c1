package org.ratchetdb.engine.check;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Interleave;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.executor.row.KeyLayout;

/** Which object a key belongs to, by its tags. Immutable. */
final class KeySpace {
  private final Map<Long, Node> roots = new HashMap<>();
  private final Map<Integer, Node> tables = new HashMap<>();

  /** A table or index, and what lies in its rows. */
  static final class Node {
    final Table table;
    final @Nullable Index index;
    final List<KeyLayout.Part> ownParts;

    /** Tables above it. */
    final int depth;

    private final Map<Long, Node> children = new HashMap<>();

    private Node(Table table, @Nullable Index index, KeyLayout layout) {
      this.table = table;
      this.index = index;
      this.depth = layout.segments().size() - 1;
      KeyLayout.Segment own = layout.segments().get(depth);
      this.ownParts = layout.parts().subList(own.firstPart(), own.endPart());
    }

    @Nullable Node child(long tag) {
      return children.get(tag);
    }

    /** Whether a row of it needs one of the table it lies in. */
    boolean needsParent() {
      Interleave interleave = table.interleave();
      return index == null && interleave != null && interleave.enforced();
    }

    String name() {
      return index == null ? table.name() : index.name();
    }
  }

  KeySpace(Schema schema) {
    for (Table table : schema.tables()) {
      tables.put(table.id(), new Node(table, null, KeyLayout.ofTable(schema, table)));
    }
    for (Table table : schema.tables()) {
      Interleave interleave = table.interleave();
      place(interleave == null ? null : interleave.parentTableId(), table.id(), node(table.id()));
    }
    for (Index index : schema.indexes()) {
      Table table = schema.table(index.tableId());
      Node node = new Node(table, index, KeyLayout.ofIndex(schema, table, index));
      place(index.interleaveInTableId(), index.id(), node);
    }
  }

  private Node node(int tableId) {
    Node node = tables.get(tableId);
    if (node == null) {
      throw new IllegalArgumentException("No table " + tableId);
    }
    return node;
  }

  private void place(@Nullable Integer inTableId, int id, Node node) {
    Map<Long, Node> siblings = inTableId == null ? roots : node(inTableId).children;
    siblings.put((long) id, node);
  }

  @Nullable Node root(long tag) {
    return roots.get(tag);
  }
}
