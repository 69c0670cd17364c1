/**
 * What every other module shares: SQL types and values, key encoding, timestamps, error codes.
 *
 * <p>Nothing here knows a table, a transaction or a statement.
 */
@NullMarked
package org.ratchetdb.common;

import org.jspecify.annotations.NullMarked;
