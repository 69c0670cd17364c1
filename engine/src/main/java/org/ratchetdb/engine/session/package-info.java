/**
 * Sessions: settings, transactions, prepared statements, and how statements of each kind run. Open
 * {@link EngineSession}, {@link TransactionBlock} and {@link StatementRunner} first.
 */
@NullMarked
package org.ratchetdb.engine.session;

import org.jspecify.annotations.NullMarked;
