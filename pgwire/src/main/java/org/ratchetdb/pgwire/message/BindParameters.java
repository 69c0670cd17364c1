package org.ratchetdb.pgwire.message;

import java.util.List;

/**
 * The parameter values of a Bind, as they came: slices of one array. A count of formats of 0 means
 * text for all, of 1 the same for all, else one for each. Immutable by agreement: the array is
 * written by nobody.
 */
public final class BindParameters {
  /** Format code of text. */
  public static final int TEXT = 0;

  /** Format code of binary. */
  public static final int BINARY = 1;

  private final byte[] bytes;
  private final int[] offsets;
  private final int[] lengths;
  private final List<Integer> formats;

  /**
   * @param lengths -1 for NULL
   */
  public BindParameters(byte[] bytes, int[] offsets, int[] lengths, List<Integer> formats) {
    this.bytes = bytes;
    this.offsets = offsets;
    this.lengths = lengths;
    this.formats = List.copyOf(formats);
  }

  public int count() {
    return offsets.length;
  }

  public boolean isNull(int parameter) {
    return lengths[parameter] < 0;
  }

  /** The array that holds all values; not to be written. */
  public byte[] bytes() {
    return bytes;
  }

  public int offset(int parameter) {
    return offsets[parameter];
  }

  public int length(int parameter) {
    return lengths[parameter];
  }

  public boolean isBinary(int parameter) {
    return formatOf(formats, parameter) == BINARY;
  }

  /** Whether there are as many format codes as the rules allow. */
  public boolean formatsFit() {
    return formats.size() <= 1 || formats.size() == count();
  }

  public int formatCount() {
    return formats.size();
  }

  /** The format of an item by the rule of none, one or each. */
  public static int formatOf(List<Integer> formats, int item) {
    if (formats.isEmpty()) {
      return TEXT;
    }
    return formats.get(formats.size() == 1 ? 0 : item);
  }
}
