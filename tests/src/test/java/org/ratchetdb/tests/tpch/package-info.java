/**
 * TPC-H at scale 0.1: loaded over JDBC, answered from a database that was closed and opened again.
 */
@NullMarked
package org.ratchetdb.tests.tpch;

import org.jspecify.annotations.NullMarked;
