/** The {@code java.sql} driver, for a remote server and for the embedded engine. */
@NullMarked
package org.ratchetdb.jdbc;

import org.jspecify.annotations.NullMarked;
