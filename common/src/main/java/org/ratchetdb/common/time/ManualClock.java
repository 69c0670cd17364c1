package org.ratchetdb.common.time;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock and ticker that move only when told, for tests and simulation. Thread-safe; moving it
 * runs nothing, see {@link ManualScheduler} for that.
 */
public final class ManualClock implements Clock, Ticker {
  private final AtomicLong nanos;

  /** Starts at 2024-01-01T00:00:00Z, so that no test depends on the day it runs. */
  public ManualClock() {
    this(1_704_067_200_000_000L);
  }

  public ManualClock(long startMicros) {
    this.nanos = new AtomicLong(Math.multiplyExact(startMicros, 1_000L));
  }

  @Override
  public long nowMicros() {
    return Math.floorDiv(nanos.get(), 1_000L);
  }

  @Override
  public long nanos() {
    return nanos.get();
  }

  public void advance(Duration by) {
    nanos.addAndGet(by.toNanos());
  }

  public void advanceMicros(long micros) {
    nanos.addAndGet(Math.multiplyExact(micros, 1_000L));
  }

  /** Steps anywhere, backwards too, as an operator's clock may. */
  public void setMicros(long micros) {
    nanos.set(Math.multiplyExact(micros, 1_000L));
  }
}
