package org.ratchetdb.engine.stats.interval;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A tally in parts, made when they are first needed, for sessions to share. Thread-safe. */
final class StripedTally<T extends Tally<T>> {
  private static final int STRIPES = 8;

  private final AtomicReferenceArray<@Nullable T> stripes = new AtomicReferenceArray<>(STRIPES);

  /**
   * @param number any; those that differ modulo eight do not meet
   */
  T stripe(int number, Supplier<T> empty) {
    int index = number & (STRIPES - 1);
    T known = stripes.get(index);
    if (known != null) {
      return known;
    }
    T made = empty.get();
    T before = stripes.compareAndExchange(index, null, made);
    return before == null ? made : before;
  }

  /** Adds all parts to another tally. */
  void addTo(T sum) {
    for (int i = 0; i < STRIPES; i++) {
      T part = stripes.get(i);
      if (part != null) {
        part.addTo(sum);
      }
    }
  }
}
