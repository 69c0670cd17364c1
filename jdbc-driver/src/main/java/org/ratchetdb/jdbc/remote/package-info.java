/**
 * A client of the PostgreSQL protocol, version 3, of the size this driver needs. It shares no code
 * with the server's side on purpose: a shared codec would hide a shared mistake.
 *
 * <p>{@link org.ratchetdb.jdbc.remote.RemoteConnector} opens a session, {@link
 * org.ratchetdb.jdbc.remote.RemoteBackend} drives it, {@code ServerStream} frames messages, {@code
 * WireValues} reads and writes values. One answer is under way at a time: a query's rows are read
 * from the socket as the program asks for them.
 *
 * <pre>
 *   prepare    Parse(S_n) Describe(S_n) Sync     ParseComplete ParameterDescription RowDescription
 *   execute    [Parse Bind Execute of BEGIN]
 *              Bind(S_n) Execute Sync            BindComplete DataRow* CommandComplete ReadyForQuery
 *   fetch      Bind(S_n) Execute(n) Flush        BindComplete DataRow* PortalSuspended
 *              Execute(n) Flush ... Sync
 *   batch      (Bind Execute)* Flush ... Sync    one implicit transaction
 *   text       Parse Bind Describe Execute Sync
 * </pre>
 */
@NullMarked
package org.ratchetdb.jdbc.remote;

import org.jspecify.annotations.NullMarked;
