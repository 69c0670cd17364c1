/** Tests of the package. */
@NullMarked
package org.ratchetdb.jdbc.remote;

import org.jspecify.annotations.NullMarked;
