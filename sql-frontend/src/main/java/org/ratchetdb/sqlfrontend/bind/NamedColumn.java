package org.ratchetdb.sqlfrontend.bind;

import org.ratchetdb.sqlfrontend.bound.BoundExpr;

/**
 * A name that expressions may use.
 *
 * @param expr mostly a column reference; a coalesced pair for USING of a full join, the expression
 *     of a virtual generated column, the expression behind a SELECT alias
 * @param hidden left out of {@code *}
 */
record NamedColumn(String name, BoundExpr expr, boolean hidden) {}
