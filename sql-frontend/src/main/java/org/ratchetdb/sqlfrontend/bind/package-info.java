/**
 * From the syntax tree to bound statements: names, scopes, types, coercions, functions. {@link
 * Binder} is the way in for queries and DML, {@link DdlBinder} for DDL; {@link ExpressionBinder}
 * and {@link SelectBinder} hold most of the rules. No Calcite class is touched here, so statements
 * that never reach the planner start fast.
 *
 * <p>A literal keeps the offset at which it was written, through coercions too, so that a plan
 * cache can replace it by a parameter. Whatever the binder decided by looking at a literal's value
 * (an ordinal, a grouping key that matched) has its offset taken away or does not appear.
 */
@NullMarked
package org.ratchetdb.sqlfrontend.bind;

import org.jspecify.annotations.NullMarked;
