package org.ratchetdb.catalog.spec;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A secondary index as declared.
 *
 * @param name its name
 * @param table the table it indexes
 * @param keyParts in order
 * @param storing STORING / INCLUDE columns
 * @param unique UNIQUE
 * @param nullFiltered NULL_FILTERED
 * @param whereNotNull columns of {@code WHERE c IS NOT NULL AND …}
 * @param interleaveIn INTERLEAVE IN, or null
 */
public record IndexSpec(
    String name,
    String table,
    List<KeyPartSpec> keyParts,
    List<String> storing,
    boolean unique,
    boolean nullFiltered,
    List<String> whereNotNull,
    @Nullable String interleaveIn) {
  public IndexSpec {
    keyParts = List.copyOf(keyParts);
    storing = List.copyOf(storing);
    whereNotNull = List.copyOf(whereNotNull);
  }

  /** A plain ascending index. */
  public static IndexSpec on(String name, String table, String... columns) {
    return new IndexSpec(
        name,
        table,
        Arrays.stream(columns).map(KeyPartSpec::ascending).toList(),
        List.of(),
        false,
        false,
        List.of(),
        null);
  }
}
