package org.ratchetdb.sqlfrontend.ast;

import org.jspecify.annotations.Nullable;

/**
 * One entry of ORDER BY.
 *
 * @param collation COLLATE's operand (a string, a parameter or a name), or null
 * @param descending DESC
 * @param nullsFirst TRUE for NULLS FIRST, FALSE for NULLS LAST, null for the dialect's default
 */
public record OrderItem(
    Expression expression,
    @Nullable Expression collation,
    boolean descending,
    @Nullable Boolean nullsFirst,
    Span span)
    implements Node {}
