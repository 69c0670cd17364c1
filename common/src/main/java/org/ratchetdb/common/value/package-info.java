/**
 * Single SQL values, boxed, for literals, parameters and results read one by one. Open {@link
 * Value} first.
 */
@NullMarked
package org.ratchetdb.common.value;

import org.jspecify.annotations.NullMarked;
