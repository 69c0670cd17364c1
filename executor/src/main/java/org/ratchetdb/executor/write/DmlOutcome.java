package org.ratchetdb.executor.write;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.executor.vector.RowStore;

/**
 * What a DML statement did.
 *
 * @param count rows written or deleted
 * @param returned rows of RETURNING, or null without the clause
 */
public record DmlOutcome(long count, @Nullable RowStore returned) {}
