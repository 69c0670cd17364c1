package org.ratchetdb.jdbc.core;

import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;

/**
 * The chain of warnings of a connection or a statement. Thread-safe: whoever waits for a long
 * statement may look on how it grows.
 */
final class Warnings {
  /** More than that nobody reads; what comes after goes to listeners only. */
  private static final int KEPT_MAX = 1_000;

  private @Nullable SQLWarning first;
  private @Nullable SQLWarning last;
  private int count;

  synchronized void add(SQLWarning warning) {
    if (count == KEPT_MAX) {
      return;
    }
    count++;
    SQLWarning before = last;
    if (before == null) {
      first = warning;
    } else {
      before.setNextWarning(warning);
    }
    last = warning;
  }

  synchronized @Nullable SQLWarning first() {
    return first;
  }

  synchronized void clear() {
    first = null;
    last = null;
    count = 0;
  }
}
