package org.ratchetdb.catalog.model;

/**
 * The sequence behind an identity column.
 *
 * @param sequenceId object id of the hidden sequence whose counter is used
 */
public record IdentitySpec(int sequenceId) {}
