/**
 * A history checker in the manner of Elle, and the workloads that feed it. Clients record what they
 * asked and what they were told ({@link org.ratchetdb.tests.history.TransactionRecord}); {@link
 * org.ratchetdb.tests.history.HistoryChecker} infers the order of versions, draws the dependencies
 * between transactions and looks for cycles, which no serial order could explain.
 *
 * <p>Every transaction is one node of the graph, or two under REPEATABLE READ: one where it reads
 * and one where it commits. A serializable transaction reads where it commits. Dependencies run
 * between those nodes so that a cycle is exactly what the level of its transactions forbids: two
 * repeatable-read transactions that each overwrite what the other has read (write skew) make no
 * cycle, everything worse does.
 */
@NullMarked
package org.ratchetdb.tests.history;

import org.jspecify.annotations.NullMarked;
