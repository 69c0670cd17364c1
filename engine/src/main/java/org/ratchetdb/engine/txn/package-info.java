/**
 * The transaction of a session over the store's transactions and views, and the gate that keeps
 * commits and schema changes apart by the tables that a transaction uses. Open {@link
 * SessionTransaction} and {@link SchemaGate} first.
 */
@NullMarked
package org.ratchetdb.engine.txn;

import org.jspecify.annotations.NullMarked;
