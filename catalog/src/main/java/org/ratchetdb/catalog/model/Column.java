package org.ratchetdb.catalog.model;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;

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
 * @param generatedFrom ids of the columns that the generation expression reads; empty for others
 * @param defaultSequenceIds ids of the sequences that the DEFAULT expression draws from
 * @param initialValue what rows hold that were written before the column was added and so lack it:
 *     the constant of the DEFAULT at that time; null for SQL NULL
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
    boolean allowCommitTimestamp,
    List<Integer> generatedFrom,
    List<Integer> defaultSequenceIds,
    @Nullable Value initialValue) {
  public Column {
    generatedFrom = List.copyOf(generatedFrom);
    defaultSequenceIds = List.copyOf(defaultSequenceIds);
  }

  /** A column that depends on nothing and that its table had from the beginning. */
  public Column(
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
    this(
        id,
        name,
        type,
        lengthMax,
        declaredType,
        notNull,
        defaultSql,
        generatedSql,
        stored,
        identity,
        hidden,
        allowCommitTimestamp,
        List.of(),
        List.of(),
        null);
  }

  /** A nullable column of the type with nothing declared about it. */
  public static Column plain(
      int id, String name, SqlType type, long lengthMax, String declaredType) {
    return new Column(
        id, name, type, lengthMax, declaredType, false, null, null, false, null, false, false);
  }

  /** For a column that differs from this one. */
  public ColumnBuilder toBuilder() {
    return new ColumnBuilder(this);
  }

  public boolean isGenerated() {
    return generatedSql != null;
  }
}
