/** Tests of the package of the same name. */
@NullMarked
package org.ratchetdb.executor.row;

import org.jspecify.annotations.NullMarked;
