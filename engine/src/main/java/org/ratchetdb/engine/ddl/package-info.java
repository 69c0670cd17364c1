/**
 * Schema changes while the database runs. {@link SchemaStore} holds the schema as it is and was,
 * {@link DdlRunner} changes it: one change after another, each published through the {@code
 * SchemaGate} so that no commit made for an older form of what changes can follow.
 *
 * <p>What stored rows need:
 *
 * <ul>
 *   <li>A condition on rows (NOT NULL, a shorter length, …) is checked in a transaction that locks
 *       the table's range against writers and commits the new schema with it ({@link
 *       RowValidation}).
 *   <li>An index of an empty table is public at once. Otherwise it is published WRITE_ONLY, filled
 *       in chunks that lock and re-read each row ({@link IndexBackfill}), then published
 *       READ_WRITE. When a unique index finds duplicates, or the statement is cancelled, it is
 *       removed again. The job's progress is stored with each chunk; a restart goes on where it
 *       stopped.
 *   <li>Rows of dropped objects are kept for readers at older timestamps and removed once the
 *       retention window has passed ({@link StorageCleanup}).
 * </ul>
 */
@NullMarked
package org.ratchetdb.engine.ddl;

import org.jspecify.annotations.NullMarked;
