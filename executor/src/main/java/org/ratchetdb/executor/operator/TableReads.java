package org.ratchetdb.executor.operator;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.KeyPart;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.executor.context.WriteAccount;
import org.ratchetdb.planner.physical.AccessPath;

/** The tables and indexes that a plan reads. Filled while the plan is compiled, then immutable. */
public final class TableReads {
  private final Set<Integer> tables = new LinkedHashSet<>();

  /** Columns of indexes, by table. */
  private final Map<Integer, Set<Integer>> indexed = new LinkedHashMap<>(0);

  void add(AccessPath path) {
    Table table = path.table();
    @Nullable Index index = path.index();
    if (index == null) {
      tables.add(table.id());
      return;
    }
    Set<Integer> columns = indexed.computeIfAbsent(table.id(), id -> new LinkedHashSet<>());
    index.keyParts().forEach(part -> columns.add(part.columnId()));
    columns.addAll(index.storedColumnIds());
    for (KeyPart part : table.primaryKey()) {
      columns.add(part.columnId());
    }
  }

  /** Fails when one of them holds a commit timestamp that is not known yet. */
  public void requireReadable(WriteAccount account) {
    if (!account.hasPending()) {
      return;
    }
    tables.forEach(account::requireReadable);
    indexed.forEach(
        (table, columns) -> columns.forEach(column -> account.requireReadable(table, column)));
  }
}
