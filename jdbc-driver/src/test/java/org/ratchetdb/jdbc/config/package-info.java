/** Tests of the package. */
@NullMarked
package org.ratchetdb.jdbc.config;

import org.jspecify.annotations.NullMarked;
