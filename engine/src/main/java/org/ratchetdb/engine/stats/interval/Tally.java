package org.ratchetdb.engine.stats.interval;

/**
 * Sums over events of one kind. Thread-safe: its methods lock it, which costs little while each
 * stripe has few users.
 */
public interface Tally<T extends Tally<T>> {
  /** Adds what it has seen by one moment to another, which nobody else uses meanwhile. */
  void addTo(T sum);

  /** By what the heaviest are chosen. */
  double weight();
}
