package org.ratchetdb.engine.stats.interval;

/**
 * Sums over events of one kind. Thread-safe: its methods lock it, which costs little while each
 * stripe has few users.
 */
public interface Tally<T extends Tally<T>> {
  /** Adds what the other has seen; the other is not used by anybody else meanwhile. */
  void add(T other);

  /** Takes a copy of one moment. */
  T copy();

  /** By what the heaviest are chosen. */
  double weight();
}
