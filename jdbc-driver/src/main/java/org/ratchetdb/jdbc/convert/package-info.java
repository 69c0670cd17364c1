/**
 * Between SQL values and Java's: texts of values in either dialect ({@link
 * org.ratchetdb.jdbc.convert.ValueText}), values from texts ({@link
 * org.ratchetdb.jdbc.convert.ValueParser}), what the getters of a result set return ({@link
 * org.ratchetdb.jdbc.convert.JavaValues}), what the setters of a statement take ({@link
 * org.ratchetdb.jdbc.convert.SqlValues}), and how types appear in {@code java.sql.Types} ({@link
 * org.ratchetdb.jdbc.convert.JdbcTypes}). Nothing here knows a connection.
 */
@NullMarked
package org.ratchetdb.jdbc.convert;

import org.jspecify.annotations.NullMarked;
