/**
 * The JDBC driver against the real engine. {@link org.ratchetdb.tests.jdbc.JdbcContract} says what
 * a program may rely on; it runs embedded and through a server, so that both behave the same.
 */
@NullMarked
package org.ratchetdb.tests.jdbc;

import org.jspecify.annotations.NullMarked;
