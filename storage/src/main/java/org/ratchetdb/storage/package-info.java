/**
 * A transactional, multi-version, ordered key-value store. Keys, values and timestamps only: no SQL
 * word appears below this package.
 */
@NullMarked
package org.ratchetdb.storage;

import org.jspecify.annotations.NullMarked;
