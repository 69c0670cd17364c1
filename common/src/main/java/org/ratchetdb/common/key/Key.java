package org.ratchetdb.common.key;

import com.google.errorprone.annotations.Immutable;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** A key of the ordered byte space of a database. Compares as unsigned bytes. Immutable. */
@Immutable
public final class Key implements Comparable<Key> {
  public static final Key EMPTY = new Key(new byte[0]);

  @SuppressWarnings("Immutable") // never written after construction, never handed out
  private final byte[] bytes;

  private Key(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Copies. */
  public static Key copyOf(byte[] bytes) {
    return new Key(bytes.clone());
  }

  /** Copies a part. */
  public static Key copyOf(byte[] bytes, int offset, int length) {
    return new Key(Arrays.copyOfRange(bytes, offset, offset + length));
  }

  /** Takes the array over without a copy: the caller must never write to it again. */
  public static Key wrap(byte[] bytes) {
    return new Key(bytes);
  }

  /** The bytes without a copy, for storage and encoders only: the caller must not write to them. */
  public byte[] unsafeBytes() {
    return bytes;
  }

  public int length() {
    return bytes.length;
  }

  public boolean startsWith(Key prefix) {
    return bytes.length >= prefix.bytes.length
        && Arrays.equals(bytes, 0, prefix.bytes.length, prefix.bytes, 0, prefix.bytes.length);
  }

  /**
   * The smallest key above every key that starts with this one, or null when there is none (all
   * 0xFF).
   */
  public @Nullable Key prefixEnd() {
    for (int i = bytes.length - 1; i >= 0; i--) {
      if (bytes[i] != (byte) 0xFF) {
        byte[] end = Arrays.copyOf(bytes, i + 1);
        end[i]++;
        return new Key(end);
      }
    }
    return null;
  }

  /** The smallest key above this one. */
  public Key successor() {
    return new Key(Arrays.copyOf(bytes, bytes.length + 1));
  }

  @Override
  public int compareTo(Key other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(@Nullable Object o) {
    return o instanceof Key k && Arrays.equals(bytes, k.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
