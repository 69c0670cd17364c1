/**
 * PostgreSQL as Spanner's dialect speaks it, widened by what psql users expect: its tokens, its
 * literals and the grammar rules that differ from GoogleSQL's. What both dialects share is in
 * {@code sqlfrontend.parser}.
 */
@NullMarked
package org.ratchetdb.sqlfrontend.postgres;

import org.jspecify.annotations.NullMarked;
