/**
 * Who may open a session. {@link org.ratchetdb.pgwire.auth.Authenticator} is asked once per
 * connection, after the startup message.
 */
@NullMarked
package org.ratchetdb.pgwire.auth;

import org.jspecify.annotations.NullMarked;
