/**
 * Schemas as canonical DDL text, in the form that Spanner's GetDatabaseDdl gives; what is printed
 * makes the same schema again. Open {@link DdlPrinter} first.
 */
@NullMarked
package org.ratchetdb.catalog.ddl;

import org.jspecify.annotations.NullMarked;
