package org.ratchetdb.catalog.spec;

import org.jspecify.annotations.Nullable;

/**
 * An INTERLEAVE clause of a table.
 *
 * @param parent the parent's name
 * @param inParent INTERLEAVE IN PARENT; false for INTERLEAVE IN
 * @param onDeleteCascade CASCADE or NO ACTION where ON DELETE is given, else null
 */
public record InterleaveSpec(String parent, boolean inParent, @Nullable Boolean onDeleteCascade) {}
