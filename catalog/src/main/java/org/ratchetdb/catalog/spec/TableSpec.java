package org.ratchetdb.catalog.spec;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table as declared.
 *
 * @param name its name, {@code schema.name} in a named schema
 * @param columns in order of declaration
 * @param primaryKey its parts from wherever the statement gives them; empty for {@code PRIMARY KEY
 *     ()}; null when the statement has no primary key at all
 * @param interleave its INTERLEAVE clause, or null
 */
public record TableSpec(
    String name,
    List<ColumnSpec> columns,
    @Nullable List<KeyPartSpec> primaryKey,
    @Nullable InterleaveSpec interleave) {
  public TableSpec {
    columns = List.copyOf(columns);
    primaryKey = primaryKey == null ? null : List.copyOf(primaryKey);
  }
}
