package org.ratchetdb.catalog.model;

/**
 * A bit-reversed positive sequence. Its counter lives beside the catalog, not in it.
 *
 * @param id object id, from the same numbers as tables
 * @param name as declared
 * @param startCounter first value of the counter before bits are reversed, 1 unless declared
 * @param skipMin first value never handed out; a skip range is there when skipMin &lt;= skipMax
 * @param skipMax last value never handed out
 * @param identityOwnerTableId table whose identity column owns it, 0 for a sequence of its own
 */
public record Sequence(
    int id, String name, long startCounter, long skipMin, long skipMax, int identityOwnerTableId) {}
