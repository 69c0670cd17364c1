/**
 * Bytes of the PostgreSQL protocol to and from messages. {@link
 * org.ratchetdb.pgwire.codec.FrontendReader} cuts the client's stream into messages and holds the
 * limits; {@link org.ratchetdb.pgwire.codec.BackendWriter} writes what the server says. Neither
 * knows what a message means, nor Netty.
 */
@NullMarked
package org.ratchetdb.pgwire.codec;

import org.jspecify.annotations.NullMarked;
