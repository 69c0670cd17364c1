/**
 * Runs physical plans. {@link org.ratchetdb.executor.PlanExecutor} compiles a plan once into a
 * {@link org.ratchetdb.executor.CompiledPlan}, which is immutable, shared and cached beside the
 * plan; every execution opens it with an {@link org.ratchetdb.executor.context.ExecutionContext}. A
 * query yields batches of rows through a {@link org.ratchetdb.executor.BatchCursor}; a statement
 * that writes yields an {@link org.ratchetdb.executor.UpdateResult}.
 *
 * <p>Below: {@code vector} (columns of values), {@code row} (rows in the key space), {@code
 * function} (kernels), {@code expression}, {@code aggregate}, {@code operator}, {@code write}
 * (constraints and indexes).
 */
@NullMarked
package org.ratchetdb.executor;

import org.jspecify.annotations.NullMarked;
