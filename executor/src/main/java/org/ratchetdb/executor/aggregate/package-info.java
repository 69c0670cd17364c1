/**
 * Aggregate functions and the table that numbers groups. An {@link
 * org.ratchetdb.executor.aggregate.Accumulator} keeps the state of one aggregate for all groups in
 * arrays; {@link org.ratchetdb.executor.aggregate.AggregateCompiler} finds it by kernel name and
 * argument types; {@link org.ratchetdb.executor.aggregate.GroupTable} maps keys to group numbers.
 */
@NullMarked
package org.ratchetdb.executor.aggregate;

import org.jspecify.annotations.NullMarked;
