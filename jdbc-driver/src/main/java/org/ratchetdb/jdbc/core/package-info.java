/**
 * Connections, statements and results as {@code java.sql} has them, the same for embedded and
 * remote databases. Open {@link org.ratchetdb.jdbc.core.RatchetConnection}, {@link
 * org.ratchetdb.jdbc.core.RatchetStatement} and {@link org.ratchetdb.jdbc.core.RatchetResultSet}
 * first.
 *
 * <p>At most one result at a time is read straight from the backend (it <em>streams</em>). Before a
 * connection turns to another statement, what is left of it is read into memory, so that any number
 * of results may be open. One lock per connection serialises calls; cancel and abort go around it.
 * Both are the business of {@code SessionGate}; {@code ConnectionTransactions} has what a
 * connection says of transactions. A result set belongs to the thread that uses its connection.
 */
@NullMarked
package org.ratchetdb.jdbc.core;

import org.jspecify.annotations.NullMarked;
