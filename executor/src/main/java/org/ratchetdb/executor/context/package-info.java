/**
 * What one execution is given from outside: snapshot or transaction, parameters, time, limits, and
 * the sources of sequences, randomness, splits and system tables. Interfaces here are implemented
 * by whoever runs plans. Open {@link ExecutionContext} first.
 */
@NullMarked
package org.ratchetdb.executor.context;

import org.jspecify.annotations.NullMarked;
