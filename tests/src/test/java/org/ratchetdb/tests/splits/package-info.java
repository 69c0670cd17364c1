/** Splits seen from SQL: division by size, scans over several splits, what a restart keeps. */
@NullMarked
package org.ratchetdb.tests.splits;

import org.jspecify.annotations.NullMarked;
