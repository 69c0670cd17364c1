/** Tests of the package of the same name. */
@NullMarked
package org.ratchetdb.planner.access;

import org.jspecify.annotations.NullMarked;
