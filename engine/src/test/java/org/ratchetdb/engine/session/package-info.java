/**
 * Sessions seen through the front door: transactions, cursors, cancel, settings, plans by shape.
 */
@NullMarked
package org.ratchetdb.engine.session;

import org.jspecify.annotations.NullMarked;
