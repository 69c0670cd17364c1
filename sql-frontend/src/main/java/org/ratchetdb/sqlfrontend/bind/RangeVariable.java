package org.ratchetdb.sqlfrontend.bind;

import java.util.List;

/**
 * A name in FROM that qualifies columns.
 *
 * @param name the alias, or the table's name with its schema if it has one
 * @param alias whether it is an alias; a table's own name may be used with or without its schema
 */
record RangeVariable(String name, boolean alias, List<NamedColumn> columns) {
  /** The name without a schema. */
  String shortName() {
    int dot = alias ? -1 : name.lastIndexOf('.');
    return dot < 0 ? name : name.substring(dot + 1);
  }
}
