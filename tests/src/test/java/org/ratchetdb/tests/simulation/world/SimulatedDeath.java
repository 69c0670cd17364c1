package org.ratchetdb.tests.simulation.world;

/**
 * Thrown through a thread whose process has died or whose world is over, so that the thread ends.
 */
@SuppressWarnings("serial") // never leaves the process
final class SimulatedDeath extends Error {
  SimulatedDeath() {
    super("The simulated process is dead", null, false, false);
  }
}
