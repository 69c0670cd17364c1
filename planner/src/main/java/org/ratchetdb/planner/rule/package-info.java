/**
 * Rewrites of the logical plan that are better whatever the data: {@link Normalizer} runs the rules
 * of each {@link NormalizationPhase}. What depends on data is decided later, see {@code translate}.
 */
@NullMarked
package org.ratchetdb.planner.rule;

import org.jspecify.annotations.NullMarked;
