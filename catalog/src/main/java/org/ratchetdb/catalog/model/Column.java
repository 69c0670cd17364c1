package org.ratchetdb.catalog.model;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;

/**
 * A column of a table. Ids are stable and never reused within a table.
 *
 * @param id stable number within the table, from 1
 * @param name as declared
 * @param type its type
 * @param lengthMax declared length in code points (STRING) or bytes (BYTES), of array elements too;
 *     0 for MAX or none
 * @param declaredType how the dialect spells it (PostgreSQL keeps {@code text} and {@code character
 *     varying} apart)
 * @param notNull NOT NULL
 * @param defaultSql text of the DEFAULT expression without the parentheses, or null
 * @param generatedSql text of the generation expression without the parentheses, or null
 * @param stored whether a generated column is STORED
 * @param identity how an identity column draws its values, or null
 * @param hidden left out of {@code *}
 * @param allowCommitTimestamp the option of that name
 */
public record Column(
    int id,
    String name,
    SqlType type,
    long lengthMax,
    String declaredType,
    boolean notNull,
    @Nullable String defaultSql,
    @Nullable String generatedSql,
    boolean stored,
    @Nullable IdentitySpec identity,
    boolean hidden,
    boolean allowCommitTimestamp) {
  public boolean isGenerated() {
    return generatedSql != null;
  }
}
