package org.ratchetdb.engine.ddl;

/**
 * A backfill that is under way.
 *
 * @param indexName the index that is being built
 * @param tableName its table
 * @param rowsDone rows looked at so far
 * @param startedMicros when the index was created
 */
public record DdlJob(String indexName, String tableName, long rowsDone, long startedMicros) {}
