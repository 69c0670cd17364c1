/**
 * Keys of the ordered byte space and how SQL values become them. Open {@link
 * org.ratchetdb.common.key.KeyEncoder}, which draws the bytes, and {@link
 * org.ratchetdb.common.key.KeyRange} first.
 */
@NullMarked
package org.ratchetdb.common.key;

import org.jspecify.annotations.NullMarked;
