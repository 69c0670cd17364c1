/** Cursors over results: rows that are at hand, and rows that the executor makes batch by batch. */
@NullMarked
package org.ratchetdb.engine.result;

import org.jspecify.annotations.NullMarked;
