/**
 * The PostgreSQL wire protocol, version 3, on Netty. Sees the engine through {@code engine.api}.
 */
@NullMarked
package org.ratchetdb.pgwire;

import org.jspecify.annotations.NullMarked;
