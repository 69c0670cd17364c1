package org.ratchetdb.jdbc.backend;

/**
 * What kind of transaction to begin.
 *
 * @param readOnly reads from one snapshot, takes no locks
 * @param repeatableRead snapshot isolation instead of serializable
 */
public record TransactionOptions(boolean readOnly, boolean repeatableRead) {}
