/** Tests of the package of the same name. */
@NullMarked
package org.ratchetdb.executor.function;

import org.jspecify.annotations.NullMarked;
