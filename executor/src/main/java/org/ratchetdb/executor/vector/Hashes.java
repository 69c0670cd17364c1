package org.ratchetdb.executor.vector;

/** Hash functions of typed values. Stateless. */
public final class Hashes {
  private Hashes() {}

  /** Spreads the bits of a word over all 64 (the finisher of SplitMix64). */
  public static long mix(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  public static long combine(long first, long second) {
    return mix(first * 31 + second);
  }

  public static long bytes(byte[] array, int offset, int length) {
    long hash = length;
    int i = offset;
    int end = offset + length;
    for (; i + 8 <= end; i += 8) {
      long word = 0;
      for (int k = 0; k < 8; k++) {
        word = (word << 8) | (array[i + k] & 0xFF);
      }
      hash = (hash ^ word) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 29;
    }
    for (; i < end; i++) {
      hash = (hash ^ (array[i] & 0xFF)) * 0x100000001B3L;
    }
    return mix(hash);
  }
}
