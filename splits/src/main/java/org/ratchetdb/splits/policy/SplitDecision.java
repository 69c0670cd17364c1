package org.ratchetdb.splits.policy;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;

/**
 * What a policy says about a split.
 *
 * @param point where to divide, or null to keep it as it is
 * @param reason why
 */
public record SplitDecision(@Nullable Key point, SplitReason reason) {
  public static SplitDecision keep(SplitReason reason) {
    return new SplitDecision(null, reason);
  }

  public static SplitDecision divideAt(Key point, SplitReason reason) {
    return new SplitDecision(point, reason);
  }
}
