package org.ratchetdb.sqlfrontend.bound;

import java.util.Map;

/** Hints that the binder has checked, values as text, by upper-case name. */
public record BoundHints(Map<String, String> values) {
  public static final BoundHints NONE = new BoundHints(Map.of());

  public BoundHints {
    values = Map.copyOf(values);
  }
}
