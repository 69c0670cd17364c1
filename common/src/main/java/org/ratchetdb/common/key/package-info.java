/**
 * Keys of the ordered byte space and how SQL values become them. Open {@link Key} and {@link
 * KeyRange} first.
 */
@NullMarked
package org.ratchetdb.common.key;

import org.jspecify.annotations.NullMarked;
