/**
 * GoogleSQL as Spanner speaks it: its tokens, its literals and the grammar rules that differ from
 * PostgreSQL's. What both dialects share is in {@code sqlfrontend.parser}.
 */
@NullMarked
package org.ratchetdb.sqlfrontend.googlesql;

import org.jspecify.annotations.NullMarked;
