package org.ratchetdb.executor.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.planner.physical.DmlPlan;
import org.ratchetdb.storage.api.Cells;

/** How rows of one table change when certain columns get new values. Immutable. */
final class UpdateSpec {
  private final int[] ordinals;
  private final Patch row;
  private final List<IndexUpdate> indexes;

  /**
   * The columns of a payload that are written, ascending by id.
   *
   * @param cells their bits
   */
  @SuppressWarnings("ArrayRecordComponent") // never written after it is made
  record Patch(int[] columnIds, int[] ordinals, long cells) {
    static Patch of(Table table, int[] payloadIds, Set<Integer> written) {
      int[] ids = IntStream.of(payloadIds).filter(written::contains).toArray();
      long cells = 0;
      for (int id : ids) {
        cells |= Cells.column(id);
      }
      return new Patch(ids, IntStream.of(ids).map(table::ordinal).toArray(), cells);
    }
  }

  /**
   * What happens to the entry of a row in one index.
   *
   * @param moves whether it may go to another place; else the stored columns change where it is
   * @param patch the stored columns that are written
   */
  record IndexUpdate(IndexSpec index, boolean moves, Patch patch) {}

  /** For new values of some columns, given by their ids. */
  UpdateSpec(TableSpec spec, Set<Integer> written) {
    Table table = spec.table();
    Set<Integer> ids = new TreeSet<>(written);
    this.ordinals = ids.stream().mapToInt(table::ordinal).toArray();
    this.row = Patch.of(table, spec.payloadIds(), ids);
    List<IndexUpdate> updates = new ArrayList<>();
    for (IndexSpec index : spec.indexes()) {
      boolean moves = DmlPlan.moves(index.index(), table, ids);
      Patch patch = Patch.of(table, index.payloadIds(), ids);
      if (moves || patch.columnIds().length > 0) {
        updates.add(new IndexUpdate(index, moves, patch));
      }
    }
    this.indexes = List.copyOf(updates);
  }

  /** For new values of the columns at some places. */
  static UpdateSpec ofOrdinals(TableSpec spec, int[] set, List<DmlProgram.Computed> generated) {
    List<Column> columns = spec.table().columns();
    Set<Integer> ids = new TreeSet<>();
    for (int ordinal : set) {
      ids.add(columns.get(ordinal).id());
    }
    generated.forEach(g -> ids.add(columns.get(g.ordinal()).id()));
    return new UpdateSpec(spec, ids);
  }

  /** The columns that get new values. */
  int[] ordinals() {
    return ordinals;
  }

  Patch row() {
    return row;
  }

  /** The indexes that it concerns. */
  List<IndexUpdate> indexes() {
    return indexes;
  }
}
