package org.ratchetdb.tests.simulation.store;

/**
 * How often the disk misbehaves: one in so many, 0 for never.
 *
 * @param slowSyncOneIn a sync takes up to two seconds
 * @param failedSyncOneIn a sync fails, and leaves open what it saved
 * @param fullOneIn a write finds no room
 */
public record DiskFaults(int slowSyncOneIn, int failedSyncOneIn, int fullOneIn) {
  public static final DiskFaults NONE = new DiskFaults(0, 0, 0);
}
