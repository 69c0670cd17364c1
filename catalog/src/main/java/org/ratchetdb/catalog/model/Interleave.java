package org.ratchetdb.catalog.model;

/**
 * A table's place in its parent's rows.
 *
 * @param parentTableId the table it lies in
 * @param enforced INTERLEAVE IN PARENT: the parent row must exist; false for plain INTERLEAVE IN
 * @param onDeleteCascade ON DELETE CASCADE; false for NO ACTION
 */
public record Interleave(int parentTableId, boolean enforced, boolean onDeleteCascade) {}
