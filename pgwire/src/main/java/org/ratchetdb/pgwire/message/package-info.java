/**
 * What clients say in the PostgreSQL protocol, as records: {@link
 * org.ratchetdb.pgwire.message.StartupRequest} before a session exists, {@link
 * org.ratchetdb.pgwire.message.FrontendMessage} after. What the server says is written straight to
 * bytes by the codec; only {@link org.ratchetdb.pgwire.message.ErrorResponse} has a record. No
 * bytes and no Netty here.
 */
@NullMarked
package org.ratchetdb.pgwire.message;

import org.jspecify.annotations.NullMarked;
