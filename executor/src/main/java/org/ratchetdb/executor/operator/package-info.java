/**
 * Operators: each yields batches of rows made from those of its inputs. {@link
 * org.ratchetdb.executor.operator.QueryCompiler} turns a query plan into factories once; every
 * execution makes its own operators from them, small state machines owned by one thread.
 *
 * <p>The life of an operator is {@code open, next*, close}, any number of times: an Apply opens its
 * right side anew for each outer row. A batch belongs to the operator that yields it and is valid
 * until that operator is asked again. Cancellation is looked at wherever rows are read. Operators
 * that hold rows count their bytes against the query's budget; sort, hash join and hash aggregation
 * write to disk what does not fit ({@link org.ratchetdb.executor.operator.SpillFile}).
 */
@NullMarked
package org.ratchetdb.executor.operator;

import org.jspecify.annotations.NullMarked;
