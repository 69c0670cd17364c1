/**
 * Bound statements: names resolved, types fixed, coercions explicit, functions chosen. The binder
 * makes them, the planner reads them. Open {@link BoundStatement}, {@link BoundRelation} and {@link
 * BoundExpr} first.
 */
@NullMarked
package org.ratchetdb.sqlfrontend.bound;

import org.jspecify.annotations.NullMarked;
