package org.ratchetdb.pgwire.session;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts sessions against a limit. Thread-safe. */
public final class ConnectionSlots {
  private final int max;
  private final AtomicInteger used = new AtomicInteger();

  public ConnectionSlots(int max) {
    this.max = max;
  }

  boolean tryAcquire() {
    int before = used.getAndUpdate(n -> n < max ? n + 1 : n);
    return before < max;
  }

  void release() {
    used.decrementAndGet();
  }

  /** Sessions open now. */
  public int used() {
    return used.get();
  }
}
