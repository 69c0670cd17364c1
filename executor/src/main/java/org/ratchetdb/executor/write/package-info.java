/**
 * Statements that write: defaults and generated columns, constraints, index upkeep, cascades.
 *
 * <p>{@link org.ratchetdb.executor.write.DmlCompiler} turns a DML plan into a {@link
 * org.ratchetdb.executor.write.DmlProgram}; that works through whole rows, columns in the order of
 * the table, with a {@link org.ratchetdb.executor.write.TableWriter}, which is the only place that
 * writes rows and index entries. A statement takes effect whole or not at all: it marks a savepoint
 * and returns to it when it fails. Indexes in every state are kept up, so that one being backfilled
 * misses no write. {@link org.ratchetdb.executor.write.IndexBackfill} serves schema changes.
 */
@NullMarked
package org.ratchetdb.executor.write;

import org.jspecify.annotations.NullMarked;
