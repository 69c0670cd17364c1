/**
 * What a database consists of: {@link Schema} is one immutable version of it, made of tables,
 * indexes and sequences.
 */
@NullMarked
package org.ratchetdb.catalog.model;

import org.jspecify.annotations.NullMarked;
