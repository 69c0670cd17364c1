/** Tests of the package. */
@NullMarked
package org.ratchetdb.jdbc.convert;

import org.jspecify.annotations.NullMarked;
