package org.ratchetdb.engine.check;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.KeyDecoder;
import org.ratchetdb.executor.row.KeyLayout;

/** Takes a key apart along the tables it runs through. Owned by one thread. */
final class KeyPath {
  private final KeySpace space;
  private final KeyDecoder decoder = new KeyDecoder();
  private int[] ends = new int[8];
  private long strangerId;

  KeyPath(KeySpace space) {
    this.space = space;
  }

  /**
   * The object of a key; null when a tag on the way is none of the schema's, see {@link
   * #strangerId}. Fails with {@code CORRUPT_DATA} when the bytes between tags cannot be read.
   */
  KeySpace.@Nullable Node walk(ByteSlice key) {
    decoder.set(key);
    KeySpace.Node node = null;
    for (int depth = 0; ; depth++) {
      long tag = decoder.readTag();
      node = node == null ? space.root(tag) : node.child(tag);
      if (node == null) {
        strangerId = tag;
        return null;
      }
      for (KeyLayout.Part part : node.ownParts) {
        decoder.skip(part.type(), part.order());
      }
      if (depth == ends.length) {
        ends = Arrays.copyOf(ends, 2 * depth);
      }
      ends[depth] = decoder.consumed();
      if (decoder.remaining() == 0) {
        return node;
      }
      if (node.index != null) {
        throw new DbException(ErrorCode.CORRUPT_DATA, "Bytes follow the key of an index entry");
      }
    }
  }

  /** The first tag of the last key that is not in the schema at its place. */
  long strangerId() {
    return strangerId;
  }

  /** Where the part of the last key ends that is the key of the row at a depth. */
  int end(int depth) {
    return ends[depth];
  }
}
