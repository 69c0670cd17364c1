package org.ratchetdb.engine.activity;

/**
 * A transaction as it was when somebody looked.
 *
 * @param id of the store's transaction; 0 for a read-only one
 * @param beganMicros when it began, in microseconds since the epoch
 * @param tag may be empty
 * @param isolation SERIALIZABLE or REPEATABLE_READ
 * @param readOnly whether it can only read
 * @param open false once it was aborted or rolled back although its block goes on
 * @param age place in the wound-wait order, smaller is older; 0 for a read-only one
 * @param bufferedBytes keys and payloads that wait for its commit
 */
public record ActiveTransaction(
    long id,
    long beganMicros,
    String tag,
    String isolation,
    boolean readOnly,
    boolean open,
    long age,
    long bufferedBytes) {}
