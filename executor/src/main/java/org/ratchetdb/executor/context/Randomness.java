package org.ratchetdb.executor.context;

/** The source of random bits behind UUIDs and random(); replaced by a seeded one in tests. */
@FunctionalInterface
public interface Randomness {
  long nextLong();
}
