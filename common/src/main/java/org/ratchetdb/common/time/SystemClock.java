package org.ratchetdb.common.time;

import java.time.Instant;
import org.ratchetdb.common.SuppressForbidden;

/** The machine's clock. Thread-safe. */
public final class SystemClock implements Clock {
  @Override
  @SuppressForbidden(reason = "supplies the wall clock that everybody else is given")
  public long nowMicros() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
  }
}
