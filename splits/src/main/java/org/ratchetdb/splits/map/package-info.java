/**
 * Which key range is which split. Open {@link SplitMap} first; {@link SplitMapStore} keeps it.
 *
 * <p>The map is one protobuf message (see {@code splits.proto}) in the meta family of the store,
 * under the key {@code splits/map}; every key that begins with {@code splits/} belongs to this
 * module.
 */
@NullMarked
package org.ratchetdb.splits.map;

import org.jspecify.annotations.NullMarked;
