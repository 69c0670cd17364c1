/**
 * Connections to an engine in the same process. The only package that sees the engine; nothing
 * loads its classes unless a URL asks for an embedded database, so the driver works without them.
 * Open {@link org.ratchetdb.jdbc.embedded.EmbeddedConnector} first.
 */
@NullMarked
package org.ratchetdb.jdbc.embedded;

import org.jspecify.annotations.NullMarked;
