/**
 * What a database is doing and has been doing: its sessions with their statements and transactions
 * ({@link org.ratchetdb.engine.activity.ActiveSessions}), and statistics of queries, transactions
 * and lock waits by interval ({@link org.ratchetdb.engine.activity.DatabaseActivity}). Sessions
 * write here; the system tables of {@code engine.sysview} read.
 */
@NullMarked
package org.ratchetdb.engine.activity;

import org.jspecify.annotations.NullMarked;
