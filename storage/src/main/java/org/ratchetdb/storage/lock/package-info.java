/**
 * Who may touch which cells of which key: point and range locks, held to the end of the
 * transaction, granted by wound-wait. Open {@link LockTable} and {@link LockOwner} first.
 *
 * <h2>Rules</h2>
 *
 * <ul>
 *   <li>Two requests of different owners conflict when their keys overlap and they have a cell in
 *       common, unless both only read it or both only write it.
 *   <li>Who reads a cell that it has locked to write, or the other way round, has it alone.
 *   <li>All locks of an owner on one key are one request, whose cells grow. An owner with very many
 *       locks gets ranges in their place.
 *   <li>A requester <em>wounds</em> every younger open holder in its way: the victim loses all its
 *       locks at once, in the wounder's thread, and learns of it at its next call or in its wait.
 *       So an idle client never holds up an older transaction.
 *   <li>It <em>waits</em> for older holders, for holders that are committing (those end by
 *       themselves and never ask for locks again), and for older requests that wait in front of it,
 *       so that a stream of readers cannot starve a writer.
 *   <li>Hence every wait leads from a younger to an older transaction or to a committing one: no
 *       cycles, no deadlock detection.
 *   <li>A range lock covers the gaps: a write inside the range conflicts though the key is new.
 * </ul>
 *
 * <h2>Locks of this package, in the order they are taken</h2>
 *
 * <ol>
 *   <li>stripes of the {@link LockTable}, by ascending number. A point request takes the one its
 *       key hashes to. A range request takes them all. The range index may thus be read under any
 *       stripe and is written under all.
 *   <li>the monitor of one {@link LockOwner}, for the list of what it holds and for its wait.
 * </ol>
 *
 * Nothing is called out of the package while a stripe is held; wounds and wake-ups happen after the
 * stripes are released.
 */
@NullMarked
package org.ratchetdb.storage.lock;

import org.jspecify.annotations.NullMarked;
