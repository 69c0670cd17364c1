package org.ratchetdb.executor.row;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyDecoder;
import org.ratchetdb.common.key.KeyEncoder;
import org.ratchetdb.executor.vector.ColumnVector;

/**
 * Walks the parts of keys found in a range: says whether a key belongs to the layout, where its
 * parts begin, and if it does not, where a reader should go on. Owned by one thread.
 */
public final class KeyWalker {
  /** Whose row a key is, seen from the layout. */
  public enum Owner {
    /** A row of the layout. */
    OURS,
    /** The row of an ancestor; ours, if any, follow it. */
    ANCESTOR,
    /** Lies below one of our rows. */
    BELOW,
    /** Of another child of an ancestor, which sorts before ours. */
    EARLIER_SIBLING,
    /** Of another child of an ancestor, which sorts after ours. */
    LATER_SIBLING
  }

  private final KeyLayout layout;
  private final KeyLayout.Segment[] segments;
  private final KeyLayout.Part[] parts;
  private final KeyDecoder decoder = new KeyDecoder();
  private final ByteSlice scratch = new ByteSlice();
  private final int[] partOffsets;

  /** Bytes up to the tag that decided, or of our row's key. */
  private int decidedAt;

  private int expectedTag;

  public KeyWalker(KeyLayout layout) {
    this.layout = layout;
    this.segments = layout.segments().toArray(new KeyLayout.Segment[0]);
    this.parts = layout.parts().toArray(new KeyLayout.Part[0]);
    this.partOffsets = new int[parts.length];
  }

  /** Looks at a key and remembers where its parts begin. */
  public Owner walk(ByteSlice key) {
    decoder.set(key);
    for (KeyLayout.Segment segment : segments) {
      decidedAt = decoder.consumed();
      expectedTag = segment.tag();
      if (decoder.remaining() == 0) {
        return Owner.ANCESTOR;
      }
      long tag = decoder.readTag();
      if (tag != segment.tag()) {
        return tag < segment.tag() ? Owner.EARLIER_SIBLING : Owner.LATER_SIBLING;
      }
      for (int p = segment.firstPart(); p < segment.endPart(); p++) {
        partOffsets[p] = decoder.consumed();
        KeyLayout.Part part = parts[p];
        decoder.skip(part.type(), part.order());
      }
    }
    decidedAt = decoder.consumed();
    return decoder.remaining() == 0 ? Owner.OURS : Owner.BELOW;
  }

  /**
   * Where to go on after a foreign key, given what {@link #walk} said of it.
   *
   * @return a target for {@code KvCursor.skipTo}, or null when the next entry will do
   */
  public @Nullable Key skipTarget(ByteSlice key, Owner owner, boolean reverse) {
    Key prefix = Key.copyOf(key.array(), key.offset(), decidedAt);
    return switch (owner) {
      case OURS -> null;
      case BELOW -> reverse ? prefix : prefix.prefixEnd();
      case ANCESTOR -> reverse ? null : expected(prefix);
      case EARLIER_SIBLING -> reverse ? prefix : expected(prefix);
      case LATER_SIBLING -> reverse ? expected(prefix).prefixEnd() : prefix.prefixEnd();
    };
  }

  private Key expected(Key prefix) {
    return new KeyEncoder(prefix.length() + 9).putKey(prefix).tag(expectedTag).toKey();
  }

  /** Reads a part of the key walked last. */
  public void read(ByteSlice key, int part, ColumnVector into, int row) {
    int offset = partOffsets[part];
    decoder.set(key.array(), key.offset() + offset, key.length() - offset);
    KeyPartCodec.read(decoder, into, row, parts[part].order(), scratch);
  }

  /**
   * Reads parts of a key that is known to be of the layout, in one pass and without a walk.
   *
   * @param targets a vector per part, null for parts that are not wanted
   * @param count parts from the first to look at
   */
  public void readAll(ByteSlice key, @Nullable ColumnVector[] targets, int count, int row) {
    if (count == 0) {
      return;
    }
    decoder.set(key);
    for (KeyLayout.Segment segment : segments) {
      decoder.readTag();
      for (int p = segment.firstPart(); p < segment.endPart(); p++) {
        KeyLayout.Part part = parts[p];
        ColumnVector target = targets[p];
        if (target == null) {
          decoder.skip(part.type(), part.order());
        } else {
          KeyPartCodec.read(decoder, target, row, part.order(), scratch);
        }
        if (p + 1 == count) {
          return;
        }
      }
    }
  }

  /** Where in the key walked last a part begins, from the key's first byte. */
  public int partOffset(int part) {
    return partOffsets[part];
  }

  public KeyLayout layout() {
    return layout;
  }
}
