package org.ratchetdb.planner.access;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.KeyPart;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.type.SqlType;

/**
 * One column of the key of a table or index.
 *
 * @param ordinal position in the table's columns
 */
record KeyColumn(
    int ordinal, SqlType type, boolean descending, boolean nullsFirst, boolean notNull) {

  static List<KeyColumn> of(Table table) {
    List<KeyColumn> result = new ArrayList<>();
    table.primaryKey().forEach(part -> result.add(of(table, part)));
    return result;
  }

  /** The stored key: the parts, then the table's key parts not among them unless it is unique. */
  static List<KeyColumn> of(Table table, Index index) {
    List<KeyColumn> result = new ArrayList<>();
    Set<Integer> seen = new HashSet<>();
    for (KeyPart part : index.keyParts()) {
      result.add(of(table, part));
      seen.add(part.columnId());
    }
    if (!index.unique()) {
      for (KeyPart part : table.primaryKey()) {
        if (!seen.contains(part.columnId())) {
          result.add(of(table, part));
        }
      }
    }
    return result;
  }

  private static KeyColumn of(Table table, KeyPart part) {
    Column column = table.column(part.columnId());
    return new KeyColumn(
        table.ordinal(part.columnId()),
        column.type(),
        part.descending(),
        part.nullsFirst(),
        column.notNull());
  }
}
