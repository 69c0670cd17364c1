/** Tests of the package. */
@NullMarked
package org.ratchetdb.jdbc.core;

import org.jspecify.annotations.NullMarked;
