/** Randomness as a parameter. Open {@link org.ratchetdb.common.random.Randomness}. */
@NullMarked
package org.ratchetdb.common.random;

import org.jspecify.annotations.NullMarked;
