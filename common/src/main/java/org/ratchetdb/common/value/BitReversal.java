package org.ratchetdb.common.value;

/** Bit-reversed numbers, which spread consecutive counters over the key space. */
public final class BitReversal {
  private BitReversal() {}

  /** The value of a bit_reversed_positive sequence: the low 63 bits reversed, the sign bit zero. */
  public static long positive(long counter) {
    return Long.reverse(counter) >>> 1;
  }

  /** BIT_REVERSE: all 64 bits, or the low 63 with the sign bit kept. */
  public static long reverse(long value, boolean preserveSign) {
    if (!preserveSign) {
      return Long.reverse(value);
    }
    return (value & Long.MIN_VALUE) | positive(value);
  }
}
