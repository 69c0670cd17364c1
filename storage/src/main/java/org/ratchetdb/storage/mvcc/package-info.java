/**
 * Versions: what an engine must offer so that {@code storage.txn} can build transactions and views
 * on it, and how versions are laid out in an engine that stores bytes. Open {@link VersionEngine}
 * first.
 *
 * <h2>Byte layout</h2>
 *
 * <pre>
 * family data: the newest version of every key
 *   key    | the key, as it is                                                        |
 *   value  | 0x01 | commit timestamp, 8 bytes big-endian | payload                     |
 *
 * family history: versions that were overwritten or deleted
 *   key    | the key, each 0x00 as 0x00 0xFF | 0x00 0x01 | start timestamp, inverted, 8 bytes |
 *   value  | 0x01 | end timestamp, 8 bytes big-endian    | payload                     |
 *
 * family meta: records without versions
 *   key    | the key, as it is |        value | the record, as it is |
 *
 * default family: what the store knows about itself
 *   "format"    | 0x01 |
 *   "time"      | the last timestamp handed out, 8 bytes big-endian |
 * </pre>
 *
 * A version is visible at T when start &le; T &lt; end; the one in {@code data} has no end. A
 * deletion leaves nothing in {@code data}: the end of the last history version says when it
 * happened.
 *
 * <p>Keys may be prefixes of one another (a row's key begins with its parent's), so history keys
 * escape and terminate them: the versions of one key stay together, in the order of the keys.
 * Inverting the start lets a seek to (key, T) land on the newest version that began at or before T.
 *
 * <p>A payload may hold placeholders for the commit timestamp, whose offsets its {@link WriteSet}
 * reports; {@link PreparedWrites#assign} fills them in, as it fills in the header.
 */
@NullMarked
package org.ratchetdb.storage.mvcc;

import org.jspecify.annotations.NullMarked;
