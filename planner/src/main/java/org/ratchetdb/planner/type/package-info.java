/**
 * Our types as Calcite sees them. Only BOOL and INT64 are Calcite's own, because it makes
 * conditions and counts of them itself; every other type is opaque to it, {@link OpaqueType}, so
 * that none of its ideas about casts, padding, collation or precision can touch a value.
 */
@NullMarked
package org.ratchetdb.planner.type;

import org.jspecify.annotations.NullMarked;
