/**
 * How rows lie in the ordered key space: keys of tables and indexes, the payload of a row, and the
 * key ranges that conditions on key columns select. Knows vectors and the key encoding, no
 * expressions.
 *
 * <pre>
 *   row of a root table     tag(table) part*
 *   row of a child table    &lt;key of the parent row&gt; tag(child) own-part*
 *   index entry             tag(index) index-part* base-part*            base parts not already there
 *   UNIQUE index entry      tag(index) index-part*                       base parts are in the payload
 *   INTERLEAVE IN index     &lt;key of the ancestor row&gt; tag(index) rest of the parts as above
 *
 *   payload    format   count    count x column id    count x end offset    cell bytes
 *              1 byte   2 bytes  2 bytes each         w bytes each          one cell after the other
 *
 *   format     0x11, 0x12, 0x14: end offsets of w = 1, 2 or 4 bytes, counted from the first cell
 *   column id  ascending; the top bit says that the cell is NULL (and empty)
 * </pre>
 *
 * <p>A key's tags say whose row it is, so a range that holds a whole row tree can be read for one
 * table of it ({@link org.ratchetdb.executor.row.KeyWalker}). A column that the payload does not
 * mention was added after the row was written and has its initial value. What a cell looks like is
 * drawn in {@link org.ratchetdb.executor.row.CellCodec}. Open {@link
 * org.ratchetdb.executor.row.KeyLayout} and {@link org.ratchetdb.executor.row.RowReader} first.
 */
@NullMarked
package org.ratchetdb.executor.row;

import org.jspecify.annotations.NullMarked;
