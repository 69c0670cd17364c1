package org.ratchetdb.common.random;

import java.security.SecureRandom;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;

/** A source of random numbers, given to whoever needs one. Thread-safe. */
public interface Randomness {
  long nextLong();

  /** Fills the array. */
  void nextBytes(byte[] into);

  /** Uniform in 0 (inclusive) to 1 (exclusive). */
  default double nextDouble() {
    return (nextLong() >>> 11) * 0x1.0p-53;
  }

  /** A version 4 UUID. */
  default UUID nextUuid() {
    long high = (nextLong() & 0xFFFFFFFFFFFF0FFFL) | 0x4000L;
    long low = (nextLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
    return new UUID(high, low);
  }

  /** Unpredictable numbers from the operating system's source. */
  static Randomness secure() {
    return new FromRandom(new SecureRandom());
  }

  /** The same seed gives the same numbers when one thread asks. */
  static Randomness seeded(long seed) {
    return new FromSplittable(new SplittableRandom(seed));
  }

  /** Numbers of a {@link Random}, which is thread-safe. */
  final class FromRandom implements Randomness {
    private final Random random;

    private FromRandom(Random random) {
      this.random = random;
    }

    @Override
    public long nextLong() {
      return random.nextLong();
    }

    @Override
    public void nextBytes(byte[] into) {
      random.nextBytes(into);
    }
  }

  /** Numbers of a {@link SplittableRandom}, one caller at a time. */
  final class FromSplittable implements Randomness {
    private final SplittableRandom random;

    private FromSplittable(SplittableRandom random) {
      this.random = random;
    }

    @Override
    public synchronized long nextLong() {
      return random.nextLong();
    }

    @Override
    public synchronized void nextBytes(byte[] into) {
      random.nextBytes(into);
    }
  }
}
