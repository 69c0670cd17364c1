/** Tests of the package. */
@NullMarked
package org.ratchetdb.jdbc.backend;

import org.jspecify.annotations.NullMarked;
