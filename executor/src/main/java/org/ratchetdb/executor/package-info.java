/** Runs physical plans: operators, expressions, functions, the row codec and index upkeep. */
@NullMarked
package org.ratchetdb.executor;

import org.jspecify.annotations.NullMarked;
