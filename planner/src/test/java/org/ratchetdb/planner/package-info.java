/** Tests of the planner on bound statements and on SQL text. */
@NullMarked
package org.ratchetdb.planner;

import org.jspecify.annotations.NullMarked;
