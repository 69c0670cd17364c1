/**
 * DDL as pure functions: each {@link SchemaChange} checks itself against a schema and yields the
 * next schema with the work that stored rows need ({@link ChangeEffect}). Nothing here reads or
 * writes rows.
 *
 * <p>References to existing objects are matched with their exact case, as Spanner's DDL does;
 * dialects that fold names do so before. Names that are new collide without regard to case.
 */
@NullMarked
package org.ratchetdb.catalog.change;

import org.jspecify.annotations.NullMarked;
