/**
 * Schemas as bytes. The protobuf messages are described in {@code catalog.proto}; their generated
 * classes are not used outside this package. Open {@link SchemaCodec} first.
 */
@NullMarked
package org.ratchetdb.catalog.store;

import org.jspecify.annotations.NullMarked;
