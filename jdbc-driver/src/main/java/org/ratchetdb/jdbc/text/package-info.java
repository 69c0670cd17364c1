/**
 * The little that the driver must understand of a statement's text: where literals and comments
 * end, which word comes first, JDBC escapes. Everything else is the database's affair.
 */
@NullMarked
package org.ratchetdb.jdbc.text;

import org.jspecify.annotations.NullMarked;
