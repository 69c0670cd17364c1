package org.ratchetdb.common.time;

import org.ratchetdb.common.SuppressForbidden;

/** The machine's monotonic time. Thread-safe. */
public final class SystemTicker implements Ticker {
  @Override
  @SuppressForbidden(reason = "supplies the ticker that everybody else is given")
  public long nanos() {
    return System.nanoTime();
  }
}
