package org.ratchetdb.catalog.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A secondary index. Its stored key is the index parts followed by the table's key parts not
 * already among them.
 *
 * @param id object id, from the same numbers as tables
 * @param name as declared
 * @param tableId the table it indexes
 * @param keyParts declared parts in order
 * @param storedColumnIds STORING / INCLUDE columns
 * @param unique UNIQUE
 * @param notNullColumnIds rows with NULL in any of these columns are left out: all key columns for
 *     NULL_FILTERED, those of {@code WHERE c IS NOT NULL} otherwise, none for a plain index
 * @param nullFiltered declared as NULL_FILTERED (matters for printing)
 * @param interleaveInTableId the table whose rows hold the entries (INTERLEAVE IN), or null for a
 *     global index
 * @param state how far its backfill has come
 */
public record Index(
    int id,
    String name,
    int tableId,
    List<KeyPart> keyParts,
    List<Integer> storedColumnIds,
    boolean unique,
    List<Integer> notNullColumnIds,
    boolean nullFiltered,
    @Nullable Integer interleaveInTableId,
    IndexState state) {
  public Index {
    keyParts = List.copyOf(keyParts);
    storedColumnIds = List.copyOf(storedColumnIds);
    notNullColumnIds = List.copyOf(notNullColumnIds);
  }
}
