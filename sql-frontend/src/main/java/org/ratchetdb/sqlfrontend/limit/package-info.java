/**
 * How large a statement may be: Spanner's limits on queries and DML, counted over the syntax tree
 * as it was written. Each statement is counted once, when it is compiled.
 */
@NullMarked
package org.ratchetdb.sqlfrontend.limit;

import org.jspecify.annotations.NullMarked;
