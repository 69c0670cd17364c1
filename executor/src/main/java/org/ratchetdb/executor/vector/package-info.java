/**
 * Columns of many values and batches of such columns: what flows between operators.
 *
 * <p>A {@link ColumnVector} keeps its values in primitive arrays with a NULL flag per row; strings
 * are UTF-8 slices of one buffer. A {@link Batch} is a set of vectors with a row count and, after a
 * filter, the positions of the rows that count. Nothing here knows expressions or storage. Open
 * {@link ColumnVector} and {@link Batch} first.
 */
@NullMarked
package org.ratchetdb.executor.vector;

import org.jspecify.annotations.NullMarked;
