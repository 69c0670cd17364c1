/** Tests of the package. */
@NullMarked
package org.ratchetdb.jdbc.meta;

import org.jspecify.annotations.NullMarked;
