package org.ratchetdb.catalog.change;

import org.ratchetdb.catalog.model.Index;

/** Which columns an index uses, and how. */
final class IndexColumns {
  private IndexColumns() {}

  static boolean isKey(Index index, int columnId) {
    return index.keyParts().stream().anyMatch(part -> part.columnId() == columnId);
  }

  static boolean uses(Index index, int columnId) {
    return isKey(index, columnId)
        || index.storedColumnIds().contains(columnId)
        || index.notNullColumnIds().contains(columnId);
  }
}
