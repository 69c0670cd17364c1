package org.ratchetdb.sqlfrontend.bind;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.sqlfrontend.ast.Query;

/** The WITH entries visible somewhere, newest first. Immutable. */
final class CommonTables {
  static final CommonTables NONE = new CommonTables(null, null);

  private final Query.@Nullable CommonTable table;
  private final @Nullable CommonTables before;

  private CommonTables(Query.@Nullable CommonTable table, @Nullable CommonTables before) {
    this.table = table;
    this.before = before;
  }

  /**
   * An entry and what its own query sees.
   *
   * @param visible the entries before it
   */
  record Entry(Query.CommonTable table, CommonTables visible) {}

  /** These and, from left to right, those of a WITH clause. */
  CommonTables with(List<Query.CommonTable> tables) {
    CommonTables all = this;
    for (Query.CommonTable added : tables) {
      all = new CommonTables(added, all);
    }
    return all;
  }

  @Nullable Entry find(String name, BindContext context) {
    for (CommonTables at = this; at != null; at = at.before) {
      Query.CommonTable candidate = at.table;
      CommonTables visible = at.before;
      if (candidate != null && visible != null && context.sameName(candidate.name().name(), name)) {
        return new Entry(candidate, visible);
      }
    }
    return null;
  }
}
