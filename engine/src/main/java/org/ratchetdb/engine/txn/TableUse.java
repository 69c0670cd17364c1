package org.ratchetdb.engine.txn;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;

/**
 * The tables that statements use, by id. Immutable.
 *
 * @param used read or written, directly or through an index
 * @param deletedFrom those of them whose rows may go, and with them rows of interleaved tables
 */
public record TableUse(Set<Integer> used, Set<Integer> deletedFrom) {
  public static final TableUse NONE = new TableUse(Set.of(), Set.of());

  public TableUse {
    used = Set.copyOf(used);
    deletedFrom = Set.copyOf(deletedFrom);
  }

  /** What both use together. */
  @SuppressWarnings("ReferenceEquality") // equal ones are summed rightly too, only slower
  public TableUse plus(TableUse other) {
    if (this == NONE || this == other) {
      return other;
    }
    if (used.containsAll(other.used) && deletedFrom.containsAll(other.deletedFrom)) {
      return this;
    }
    return new TableUse(both(used, other.used), both(deletedFrom, other.deletedFrom));
  }

  private static Set<Integer> both(Set<Integer> a, Set<Integer> b) {
    Set<Integer> all = new HashSet<>(a);
    all.addAll(b);
    return all;
  }

  /**
   * Whether what is used is the same in two schemas, so that statements made for the one do right
   * under the other: the tables, their indexes, and below those that rows are deleted from the
   * interleaved tables.
   */
  public boolean isUnchanged(Schema then, Schema now) {
    return used.stream().allMatch(id -> isSame(id, then, now))
        && deletedFrom.stream().allMatch(id -> areChildrenSame(id, then, now));
  }

  private static boolean isSame(int tableId, Schema then, Schema now) {
    return now.hasTable(tableId)
        && then.table(tableId).equals(now.table(tableId))
        && then.indexesOf(tableId).equals(now.indexesOf(tableId));
  }

  private static boolean areChildrenSame(int tableId, Schema then, Schema now) {
    List<Table> children = then.childrenOf(tableId);
    return children.equals(now.childrenOf(tableId))
        && children.stream()
            .allMatch(
                child -> isSame(child.id(), then, now) && areChildrenSame(child.id(), then, now));
  }
}
