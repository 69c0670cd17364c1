package org.ratchetdb.catalog.spec;

import org.jspecify.annotations.Nullable;

/**
 * One column of a key as declared.
 *
 * @param column its name
 * @param descending DESC
 * @param nullsFirst NULLS FIRST or NULLS LAST where the statement says so; null for the dialect's
 *     default
 */
public record KeyPartSpec(String column, boolean descending, @Nullable Boolean nullsFirst) {
  public static KeyPartSpec ascending(String column) {
    return new KeyPartSpec(column, false, null);
  }

  public static KeyPartSpec descending(String column) {
    return new KeyPartSpec(column, true, null);
  }
}
