/** Tests of the package of the same name. */
@NullMarked
package org.ratchetdb.planner.expression;

import org.jspecify.annotations.NullMarked;
