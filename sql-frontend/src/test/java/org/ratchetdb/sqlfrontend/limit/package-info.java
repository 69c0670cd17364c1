/** Tests of the limits on statements. */
@NullMarked
package org.ratchetdb.sqlfrontend.limit;

import org.jspecify.annotations.NullMarked;
