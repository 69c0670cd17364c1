/**
 * From the normalized logical plan to the cheapest physical one: {@link PhysicalBuilder} goes down
 * the tree and collects candidates, {@link JoinSearch} orders joins and picks their methods at
 * once. Nothing of Calcite is left in the result.
 */
@NullMarked
package org.ratchetdb.planner.translate;

import org.jspecify.annotations.NullMarked;
