package org.ratchetdb.executor;

import org.jspecify.annotations.Nullable;

/**
 * What a statement that writes did. It has been executed to its end already.
 *
 * @param count rows inserted, updated or deleted
 * @param returned rows of RETURNING / THEN RETURN, or null without the clause
 */
public record UpdateResult(long count, @Nullable BatchCursor returned) {}
