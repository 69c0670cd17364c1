/**
 * Transactions and views over any {@link org.ratchetdb.storage.mvcc.VersionEngine}: locks, write
 * buffers, savepoints, the commit sequence. Open {@link TransactionalStore} and {@link
 * CommitPipeline} first.
 *
 * <h2>A commit</h2>
 *
 * <ol>
 *   <li>The owner turns from OPEN to COMMITTING: nobody can take its locks any more.
 *   <li>Its own thread reads the versions it replaces and lays out the bytes ({@code prepare}).
 *   <li>The pipeline gives it a timestamp and adds it to the log, with whoever else is waiting.
 *   <li>Only then its locks go. So whoever gets one of them afterwards sees the writes, and its
 *       timestamp is larger: commit order is the order of conflicts, and the order of the log.
 *   <li>The log is forced to disk, the new state published, and the commit acknowledged. Who has
 *       read it before then, under locks, comes later in the log; or it wrote nothing, and waits.
 * </ol>
 *
 * <h2>Closing under load</h2>
 *
 * An engine's native memory must not be freed under a reader's feet. Every reader says when it is
 * inside a call ({@link GuardedReader}); closing the store first refuses new calls, ends open
 * transactions so that nobody waits for a lock, then waits until no reader is inside.
 */
@NullMarked
package org.ratchetdb.storage.txn;

import org.jspecify.annotations.NullMarked;
