/**
 * JMH benchmarks of single steps, to see what a change costs: {@code tests/bench -l}. Whole
 * workloads over JDBC belong elsewhere, because they need another database to stand beside.
 */
@NullMarked
package org.ratchetdb.tests.bench;

import org.jspecify.annotations.NullMarked;
