/** Tests of the package. */
@NullMarked
package org.ratchetdb.jdbc.text;

import org.jspecify.annotations.NullMarked;
