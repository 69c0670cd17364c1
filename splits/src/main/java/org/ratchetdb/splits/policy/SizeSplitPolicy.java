package org.ratchetdb.splits.policy;

import java.util.Optional;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;

/**
 * Divides what has grown too large. The same arguments always give the same decision.
 *
 * @param limitBytes a split larger than this is divided
 */
public record SizeSplitPolicy(long limitBytes) {
  /** As in Spanner, whose splits hold up to about 8 GiB. */
  public static final long LIMIT_BYTES = 8L << 30;

  public SizeSplitPolicy {
    if (limitBytes <= 0) {
      throw new IllegalArgumentException("The size limit of splits must be positive");
    }
  }

  /** Whether the middle is worth looking for. */
  public boolean isTooLarge(long bytes) {
    return bytes > limitBytes;
  }

  /**
   * Decides about a split.
   *
   * <p>Of the two ends of the row tree around the middle it takes the one that leaves the halves
   * more equal; only when the tree fills the split does it cut inside it, at the middle entry.
   *
   * @param middle the entry near the middle, or empty when none was found
   */
  public SplitDecision decide(KeyRange split, long bytes, Optional<MiddleEntry> middle) {
    if (!isTooLarge(bytes)) {
      return SplitDecision.keep(SplitReason.BELOW_SIZE_LIMIT);
    }
    return middle
        .map(entry -> divide(split, entry))
        .orElseGet(() -> SplitDecision.keep(SplitReason.SINGLE_ENTRY));
  }

  private static SplitDecision divide(KeyRange split, MiddleEntry middle) {
    Key before = middle.rowTree().start();
    Key after = middle.rowTree().end();
    boolean canCutBefore = isInside(split, before) && middle.bytesBefore() > 0;
    if (after != null && isInside(split, after) && middle.bytesAfter() > 0) {
      // Cutting behind the tree leaves bytesAfter on the right, cutting before it bytesBefore on
      // the left: the larger of the two smaller sides wins.
      if (!canCutBefore || middle.bytesAfter() > middle.bytesBefore()) {
        return SplitDecision.divideAt(after, SplitReason.SIZE);
      }
    }
    if (canCutBefore) {
      return SplitDecision.divideAt(before, SplitReason.SIZE);
    }
    if (isInside(split, middle.key())) {
      return SplitDecision.divideAt(middle.key(), SplitReason.SIZE_OF_ROW_TREE);
    }
    return SplitDecision.keep(SplitReason.SINGLE_ENTRY);
  }

  /** A boundary at the very start would leave the left part empty. */
  private static boolean isInside(KeyRange split, Key point) {
    return split.contains(point) && !point.equals(split.start());
  }
}
