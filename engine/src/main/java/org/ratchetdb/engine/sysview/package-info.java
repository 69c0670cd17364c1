/**
 * The system tables: {@code SPANNER_SYS} as in Spanner, and {@code RATCHET_SYS}, our own. {@link
 * org.ratchetdb.engine.sysview.SystemCatalog} lists them; each is one class that names its columns
 * and finds its rows when a query reads it. To add a table, write such a class and add it there.
 *
 * <p>The binder asks the catalog for names and types, plans carry the name alone, and the executor
 * asks the catalog for rows: so a plan may be kept and still shows what is.
 */
@NullMarked
package org.ratchetdb.engine.sysview;

import org.jspecify.annotations.NullMarked;
