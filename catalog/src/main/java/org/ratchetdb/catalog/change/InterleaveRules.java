package org.ratchetdb.catalog.change;

import java.util.List;
import java.util.Set;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Interleave;
import org.ratchetdb.catalog.model.KeyPart;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;

/** When a table or an index may lie in another table's rows. */
final class InterleaveRules {
  private InterleaveRules() {}

  /** Checks that the child's key begins with the parent's whole key. */
  static void checkTable(Schema schema, Table child, Table parent) {
    if (child.columns().isEmpty()) {
      throw Errors.precondition(
          "Table " + child.name() + " adds no columns and is not a top level table.");
    }
    int depth = 1;
    for (Table above = parent; above.interleave() != null; depth++) {
      Interleave interleave = above.interleave();
      above = schema.table(interleave.parentTableId());
    }
    if (depth > SchemaLimits.INTERLEAVE_DEPTH_MAX) {
      throw Errors.tooLarge(
          "Table "
              + child.name()
              + " is too deeply nested; the limit is "
              + SchemaLimits.INTERLEAVE_DEPTH_MAX
              + ".");
    }
    for (int i = 0; i < parent.primaryKey().size(); i++) {
      checkPosition(child, parent, i);
    }
    checkPrefix(schema, "Table " + child.name(), child, child.primaryKey(), parent, Set.of());
    for (int i = 0; i < parent.primaryKey().size(); i++) {
      Column parentColumn = parent.column(parent.primaryKey().get(i).columnId());
      if (!parentColumn.notNull() && child.column(child.primaryKey().get(i).columnId()).notNull()) {
        throw Errors.precondition(
            "Table "
                + child.name()
                + " references parent key column "
                + parentColumn.name()
                + " that is nullable, but child key is not null.");
      }
    }
  }

  private static void checkPosition(Table child, Table parent, int position) {
    String wanted = parent.column(parent.primaryKey().get(position).columnId()).name();
    List<String> names =
        child.primaryKey().stream().map(part -> child.column(part.columnId()).name()).toList();
    if (position < names.size() && names.get(position).equals(wanted)) {
      return;
    }
    int found = names.indexOf(wanted);
    if (found < 0 && namedDifferently(child, parent, position)) {
      return;
    }
    if (found < 0) {
      throw Errors.precondition(
          "Table " + child.name() + " does not reference parent key column " + wanted + ".");
    }
    throw Errors.precondition(
        "Table "
            + child.name()
            + " references parent key column "
            + wanted
            + " at incorrect position "
            + (found + 1)
            + ".");
  }

  /**
   * Whether the child's key part at the position is the parent's under another name, as in TPC-H,
   * where {@code l_orderkey} is the key of an order. Spanner asks for equal names; we take any name
   * as long as the child has no column of the parent's name, which would be the likelier meaning.
   */
  private static boolean namedDifferently(Table child, Table parent, int position) {
    KeyPart wanted = parent.primaryKey().get(position);
    Column wantedColumn = parent.column(wanted.columnId());
    if (position >= child.primaryKey().size() || child.findColumn(wantedColumn.name()) != null) {
      return false;
    }
    KeyPart part = child.primaryKey().get(position);
    Column column = child.column(part.columnId());
    return part.descending() == wanted.descending()
        && part.nullsFirst() == wanted.nullsFirst()
        && column.type().equals(wantedColumn.type())
        && column.lengthMax() == wantedColumn.lengthMax()
        && column.notNull() == wantedColumn.notNull();
  }

  /**
   * Checks that the key parts begin with the parent's in order, type and length, and allow no NULL
   * where the parent allows none; names are not compared.
   *
   * @param what who is checked, for the message
   * @param filtered columns whose NULLs never reach the key, so that their nullability is free
   */
  static void checkPrefix(
      Schema schema,
      String what,
      Table table,
      List<KeyPart> key,
      Table parent,
      Set<Integer> filtered) {
    for (int i = 0; i < parent.primaryKey().size(); i++) {
      KeyPart parentPart = parent.primaryKey().get(i);
      Column parentColumn = parent.column(parentPart.columnId());
      String reference = what + " references parent key column " + parentColumn.name();
      if (i >= key.size()) {
        throw Errors.precondition(
            what + " does not reference parent key column " + parentColumn.name() + ".");
      }
      KeyPart part = key.get(i);
      Column column = table.column(part.columnId());
      if (part.descending() != parentPart.descending()
          || part.nullsFirst() != parentPart.nullsFirst()) {
        throw Errors.precondition(
            reference + " with incorrect order " + (part.descending() ? "DESC" : "ASC") + ".");
      }
      if (!column.type().equals(parentColumn.type())) {
        throw Errors.precondition(
            reference
                + " with incorrect type "
                + column.type().name(schema.dialect())
                + " (should be "
                + parentColumn.type().name(schema.dialect())
                + ").");
      }
      if (column.lengthMax() != parentColumn.lengthMax()) {
        throw Errors.precondition(
            reference
                + " with incorrect length "
                + length(column)
                + " (should be "
                + length(parentColumn)
                + ").");
      }
      if (parentColumn.notNull() && !column.notNull() && !filtered.contains(column.id())) {
        throw Errors.precondition(reference + " that is not null, but child key is nullable.");
      }
    }
  }

  private static String length(Column column) {
    return column.lengthMax() == 0 ? "MAX" : Long.toString(column.lengthMax());
  }

  /** Whether the column is a key part that comes from the table's parent. */
  static boolean isInheritedKey(Schema schema, Table table, Column column) {
    Interleave interleave = table.interleave();
    if (interleave == null) {
      return false;
    }
    int inherited = schema.table(interleave.parentTableId()).primaryKey().size();
    return table.primaryKey().subList(0, inherited).stream()
        .anyMatch(part -> part.columnId() == column.id());
  }
}
