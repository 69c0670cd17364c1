/**
 * What the sessions of one database share: store, schema, compiler, sequences, splits, clocks. Open
 * {@link DatabaseContext} first.
 */
@NullMarked
package org.ratchetdb.engine.core;

import org.jspecify.annotations.NullMarked;
