package org.ratchetdb.engine.split;

/**
 * A split as people see it.
 *
 * @param id never used again
 * @param start its first key, or {@code <begin>}
 * @param limit the first key behind it, or {@code <end>}
 * @param bytes estimate of its size
 * @param rows estimate of the rows and index entries in it
 * @param reads keys read since the database was opened
 * @param writes keys written since then
 * @param origin why it begins where it does
 * @param sizeDecision what the last look at its size led to
 */
public record SplitPicture(
    long id,
    String start,
    String limit,
    long bytes,
    long rows,
    long reads,
    long writes,
    String origin,
    String sizeDecision) {}
