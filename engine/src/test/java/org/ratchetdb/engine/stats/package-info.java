/** Estimates of what tables hold. */
@NullMarked
package org.ratchetdb.engine.stats;

import org.jspecify.annotations.NullMarked;
