package org.ratchetdb.splits;

import java.time.Duration;
import org.ratchetdb.splits.policy.SizeSplitPolicy;

/**
 * Settings of splits.
 *
 * @param sizeLimitBytes a split larger than this is divided; default 8 GiB
 * @param checkInterval time between two looks at all sizes; default 10 s
 * @param rateWindow how fast the rates of load forget; default 60 s
 */
public record SplitOptions(long sizeLimitBytes, Duration checkInterval, Duration rateWindow) {
  public static final SplitOptions DEFAULT =
      new SplitOptions(SizeSplitPolicy.LIMIT_BYTES, Duration.ofSeconds(10), Duration.ofSeconds(60));

  public SplitOptions {
    if (sizeLimitBytes <= 0) {
      throw new IllegalArgumentException("The size limit of splits must be positive");
    }
    if (checkInterval.isNegative() || checkInterval.isZero()) {
      throw new IllegalArgumentException("The check interval of splits must be positive");
    }
    if (rateWindow.isNegative() || rateWindow.isZero()) {
      throw new IllegalArgumentException("The rate window of splits must be positive");
    }
  }

  public SplitOptions withSizeLimitBytes(long newSizeLimitBytes) {
    return new SplitOptions(newSizeLimitBytes, checkInterval, rateWindow);
  }
}
