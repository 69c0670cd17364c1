package org.ratchetdb.planner.physical;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;

/**
 * Where a scan reads: the rows of a table, or the entries of one of its indexes. An index entry
 * yields its key columns, the table's key columns and its stored columns.
 *
 * @param schema the version that the plan was made for
 * @param table the table
 * @param index the index, or null for the table itself
 */
public record AccessPath(Schema schema, Table table, @Nullable Index index) {}
