/**
 * A client's conversation as a state machine, free of Netty. Open {@link
 * org.ratchetdb.pgwire.session.PgConnection} first: it takes packets from the network side, and
 * runs them one after the other on the thread that brought them.
 *
 * <pre>
 *   startup ──StartupMessage──▶ ready ──Query──▶ {@link org.ratchetdb.pgwire.session.SimpleQuery}
 *      │                          │ ▲                 rows stop when the client does not read
 *      │ SSLRequest: N            │ └─────────────────── ReadyForQuery
 *      │ CancelRequest: close     ├──Parse Bind Describe Execute Close──▶ {@link
 *      ▼                          │        org.ratchetdb.pgwire.session.ExtendedQuery}
 *    closed ◀──Terminate──────────┘        error: skip until Sync; Sync ends the transaction
 * </pre>
 *
 * {@link org.ratchetdb.pgwire.session.TransactionControl} keeps PostgreSQL's rules about implicit
 * transactions and failed blocks over the engine's session.
 */
@NullMarked
package org.ratchetdb.pgwire.session;

import org.jspecify.annotations.NullMarked;
