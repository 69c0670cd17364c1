/**
 * What JDBC can ask about results, parameters and the database itself. {@link
 * org.ratchetdb.jdbc.meta.RatchetDatabaseMetaData} reads the information schema and refuses what it
 * cannot answer truthfully.
 */
@NullMarked
package org.ratchetdb.jdbc.meta;

import org.jspecify.annotations.NullMarked;
