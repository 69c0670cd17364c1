/** Tests of the package of the same name. */
@NullMarked
package org.ratchetdb.planner.cost;

import org.jspecify.annotations.NullMarked;
