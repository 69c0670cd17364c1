package org.ratchetdb.catalog.spec;

import java.util.List;

/**
 * An AS clause whose expression has been found valid and assignable to the column, but for cycles.
 *
 * @param sql the expression's text without the parentheses around it
 * @param stored STORED
 * @param reads names of the columns it reads, of the same table
 */
public record GeneratedSpec(String sql, boolean stored, List<String> reads) {
  public GeneratedSpec {
    reads = List.copyOf(reads);
  }
}
